"""TerminalSettings: language, colours and letters; they show at once."""

from ludoteca.language import LANGUAGES
from ludoteca.tui.form import Form, Row
from ludoteca.tui.screens.form_screen import FormScreen
from ludoteca.tui.settings import VALUES


class SettingsScreen(FormScreen):
    """The player's taste."""

    CSS = "SettingsScreen Form { margin: 1 4; height: 1fr; }"
    TITLE_KEY = "tui.settings.title"

    def _rows(self) -> list[Row]:
        said, settings = self.words, self.app.settings
        rows = []
        for key, values in VALUES.items():
            shown = [(v, self._shown(key, v)) for v in values]
            rows.append(Row(key, said[f"tui.settings.{key}"], shown, getattr(settings, key)))
        name = said["tui.settings.name"]
        rows.append(Row("name", name, value=settings.name, is_text=True))
        rows.append(Row("space", "", is_title=True))
        rows.append(Row("done", said["tui.settings.done"]))
        return rows

    def _shown(self, key: str, value: str) -> str:
        """Return the words of a value; languages and Textual's themes have names of their own."""
        named = value.replace("-", " ").title()
        return LANGUAGES.get(value) or self.words.get(f"tui.settings.{key}.{value}", named)

    def on_form_changed(self, message: Form.Changed) -> None:
        """Take a value."""
        self.app.change_setting(message.key, message.value)

    def on_form_chosen(self) -> None:
        """Go back."""
        self.action_back()
