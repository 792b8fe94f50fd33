"""The tables of a server as rows, and the filter over them."""

from collections.abc import Iterable
from dataclasses import dataclass

from ludoteca import games
from ludoteca.language import Words
from ludoteca.protocol.common import NoClock
from ludoteca.protocol.to_client import LobbyTable
from ludoteca.tui.form import Row
from ludoteca.tui.match_view import said_name
from ludoteca.tui.status import describe_clock

STATES = {
    "open": "page.waiting_to_start",
    "playing": "page.under_way",
    "paused": "page.paused",
}
"""How a match of one's own stands, in words."""


def standing(state: str, names: list[str]) -> str:
    """Write how a match stands, then who plays: where there is no room, names are cut.

    >>> standing("Your turn.", ["Bo", "Cy"]), standing("In progress", [])
    ('Your turn: Bo, Cy', 'In progress')
    """
    return f"{state.rstrip('.')}: {', '.join(names)}" if names else state


@dataclass
class LobbyFilter:
    """Which tables are wanted; an empty one wants all."""

    game: str = ""
    seats: str = ""

    def fits(self, table: LobbyTable) -> bool:
        """Return whether a table is wanted."""
        setting = table.setting
        return self.game in ("", setting.game) and self.seats in ("", str(setting.seats))

    def set(self, key: str, value: str) -> None:
        """Want something else."""
        if key == "game":
            self.game = value
        else:
            self.seats = value

    def rows(self, said: Words, language: str) -> list[Row]:
        """Offer what can be wanted."""
        names = [(name, games.title(name, language)) for name in games.names()]
        counts = {count for name in games.names() for count in games.load(name).player_counts}
        shown = [(str(count), str(count)) for count in sorted(counts)]
        game = Row("filter game", said["page.game"], [("", said["page.all_games"]), *names])
        seats = Row("filter seats", said["page.seats"], [("", said["page.any"]), *shown])
        game.value, seats.value = self.game, self.seats
        return [game, seats]


@dataclass(frozen=True)
class LobbyRows:
    """Writes tables in the words of a language."""

    said: Words
    language: str

    def listed(self, tables: Iterable[LobbyTable]) -> list[Row]:
        """List open tables, then matches to watch, the longest open first."""
        said = self.said
        listed = sorted(tables, key=lambda table: table.opened_at)
        rows = [self._row(table) for table in listed if table.status == "open"]
        if not rows:
            rows = [Row("none", said["tui.lobby.none"], is_fact=True)]
        running = [table for table in listed if table.status != "open"]
        if running:
            rows.append(Row("to_watch", said["tui.lobby.to_watch"], is_title=True))
        return [*rows, *(self._row(table) for table in running)]

    def own(self, match: str, table: LobbyTable | None, name: str, is_turn: bool) -> Row:
        """Lead back to a table where one sits under a name."""
        said = self.said
        if table is None:
            return Row(f"own {match}", said["tui.lobby.own"])
        title = games.title(table.setting.game, self.language)
        others = [other for other in self._names(table) if other != name]
        state = STATES.get(table.status, "page.match_over")
        note = standing(said["page.your_turn" if is_turn else state], others)
        return Row(f"own {match}", f"{said['tui.lobby.own']}: {title}", note=note)

    def _row(self, table: LobbyTable) -> Row:
        said, clock = self.said, table.setting.clock
        title = games.title(table.setting.game, self.language)
        free = sum(seat.kind == "free" for seat in table.seats)
        state = "tui.lobby.sit" if free and table.status == "open" else "tui.lobby.watch"
        note = ", ".join(self._names(table))
        if table.status == "open":
            note += f"  {said.say('tui.lobby.free', n=free)}"
        if not isinstance(clock, NoClock):
            note += f", {describe_clock(clock, said)}"
        return Row(f"table {table.match}", f"{said[state]}: {title}", note=note)

    def _names(self, table: LobbyTable) -> list[str]:
        return [said_name(seat.name, self.said) for seat in table.seats if seat.kind != "free"]
