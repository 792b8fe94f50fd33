"""What follows a commit at a table: the lobby, turn notices, the archive, rematches."""

from collections.abc import Callable, Coroutine
from typing import Any

from ludoteca.server.bus.port import LOBBY, Bus
from ludoteca.server.lobby.lobby import Lobby
from ludoteca.server.metrics import Metrics
from ludoteca.server.notices.notices import Notices
from ludoteca.server.notices.wording import Occasion
from ludoteca.server.tables.archive import Archive
from ludoteca.server.tables.event_log import lobby_table
from ludoteca.server.tables.rematches import Rematches
from ludoteca.server.tables.turn_notices import TurnNotices
from ludoteca.table import Actor, Decision, Table
from ludoteca.table.events import Finalised, Moved, RematchAgreed


class AfterCommit:
    """Passes on what was stored and published at a table."""

    def __init__(
        self,
        run: Callable[[Coroutine[Any, Any, None]], None],
        metrics: Metrics,
        archive: Archive,
        rematches: Rematches,
        turn_notices: TurnNotices,
        lobby: Lobby,
        bus: Bus,
        notices: Notices,
    ) -> None:
        """Take everything that hears of commits; `run` starts work in the background."""
        self._notices = notices
        self._run, self._metrics = run, metrics
        self._archive, self._rematches = archive, rematches
        self._turn_notices, self._lobby, self._bus = turn_notices, lobby, bus

    async def __call__(self, actor: Actor, before: Table, decision: Decision) -> None:
        """See what follows from a decision."""
        after = decision.after
        for event in decision.events:
            if isinstance(event, Moved):
                self._metrics.moves.inc()
            elif isinstance(event, Finalised):
                self._run(self._archive.keep(after))
                self._note_end(after)
            elif isinstance(event, RematchAgreed):
                self._run(self._rematches.open(after))
        self._turn_notices.tell(before, after, actor.subscribers)
        shown = lobby_table(after)
        if decision.kept and shown != lobby_table(before):
            self._lobby.note(shown)
            await self._bus.say(LOBBY, 0)

    def _note_end(self, table: Table) -> None:
        """Tell those who played and are away that a match has ended."""
        people = {seat.user for seat in table.seats if seat.kind == "person"}
        for user in people:
            self._notices.note(user, Occasion("end", table.match, table.game.id))
