"""The command palette: every command of the program, in the player's language."""

from collections.abc import Callable
from typing import cast

from textual.command import Hit, Hits, Provider

from ludoteca.tui.app import TerminalApp


class AppCommands(Provider):
    """What the command palette offers: every command of the program, in the player's language."""

    async def search(self, query: str) -> Hits:
        """Find commands by their words."""
        matcher, found = self.matcher(query), False
        for text, run in self._commands:
            score = matcher.match(text)
            if score > 0 or not query:
                found = True
                yield Hit(score, matcher.highlight(text), run, text=text)
        if not found:  # the palette itself would say so in English
            app = cast(TerminalApp, self.app)
            yield Hit(1, app.look.text(app.words["tui.palette.none"]), self._do_nothing)

    async def discover(self) -> Hits:
        """Show all commands before anything is typed."""
        for text, run in self._commands:
            yield Hit(1, text, run, text=text)

    @staticmethod
    def _do_nothing() -> None:
        """Close the palette."""

    @property
    def _commands(self) -> list[tuple[str, Callable[[], None]]]:
        return cast(TerminalApp, self.app).commands()
