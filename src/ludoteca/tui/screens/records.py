"""The matches that were saved, to look at again."""

from datetime import UTC, datetime
from pathlib import Path

from ludoteca.core.errors import LudotecaError
from ludoteca.record.header import parse_header
from ludoteca.tui.form import Form, Row
from ludoteca.tui.match_view import said_name
from ludoteca.tui.screens.form_screen import FormScreen

MOST = 200
"""Older matches are not listed."""


class RecordsScreen(FormScreen):
    """A list of records, the newest first."""

    CSS = "RecordsScreen Form { margin: 1 4; height: 1fr; }"
    TITLE_KEY = "tui.start.records"

    def _rows(self) -> list[Row]:
        found = sorted(self.app.matches.glob("*.ludo"), key=_time, reverse=True)[:MOST]
        rows = [row for path in found if (row := self._row(path))]
        if not rows:
            empty = self.say("tui.records.none")
            return [
                Row("none", empty, is_title=True),
                Row("back", self.say("tui.key.back").capitalize()),
            ]
        return rows

    def _row(self, path: Path) -> Row | None:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
            header = parse_header(lines[: lines.index("")])
        except (OSError, UnicodeDecodeError, ValueError, LudotecaError):
            return None
        said = self.words
        day = datetime.fromtimestamp(_time(path), tz=UTC).astimezone()
        names = ", ".join(said_name(name, said) for name in header.players)
        done = lines[-1].startswith("sha256")
        note = f"{names}  ({said['tui.records.finished' if done else 'tui.records.unfinished']})"
        title = header.game.words(self.app.language)["name"]
        return Row(str(path), f"{day:%Y-%m-%d %H:%M}  {title}", note=note)

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Open a record."""
        if message.key == "back":
            self.action_back()
        else:
            self.app.replay(Path(message.key))


def _time(path: Path) -> float:
    return path.stat().st_mtime
