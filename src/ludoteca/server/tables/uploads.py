"""Stores matches that were played offline on a device, for an account; they are never rated."""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

import msgspec

from ludoteca.core.errors import NumberTaken
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.to_client import LobbyTable, SeatInfo
from ludoteca.record.read import ReadRecord
from ludoteca.record.verify import verify
from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.background import Background
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store
from ludoteca.server.store.values import TableSummary
from ludoteca.server.tables.event_log import BOT
from ludoteca.server.tables.results import Results
from ludoteca.server.transport.limits import Buckets

DEVICE = "device-"
"""Begins the id of every match on a device; see `ludoteca.device.server`."""

UPLOADED = "upload-"
"""Begins the id under which such a match is kept here: no table ever ran it."""

AN_HOUR, AT_ONCE = 60, 60
"""Matches of one user."""


class Uploads:
    """Checks records of devices and keeps them in the history of their account."""

    def __init__(
        self,
        store: Store,
        results: Results,
        background: Background,
        process: str,
        clock: Callable[[], float],
    ) -> None:
        """Take the storage, who writes results down, and a thread in which records are read."""
        self._store, self._results, self._background = store, results, background
        self._process, self._clock = process, clock
        self._limit = Buckets(AN_HOUR / 3600, AT_ONCE, clock)

    async def keep(self, identity: Identity, text: str, seats: Sequence[int]) -> str:
        """Keep a record; return the match it has become. Twice is the same as once."""
        if identity.user.kind != "account":
            raise ServerRefusal("account_needed")
        if not self._limit.take(identity.id):
            raise ServerRefusal("too_fast")
        record = await self._background.in_thread(lambda: verify(text.encode()).record)
        header = record.header
        own = sorted(set(seats))
        is_whole = header.game.is_over(record.timeline.steps[-1].state)
        if not (header.match.startswith(DEVICE) and is_whole):
            raise ServerRefusal("not_of_a_device")
        if not own or own[-1] >= len(header.players):
            raise ServerRefusal("not_of_a_device")
        digest = hashlib.sha256(f"{identity.id} {header.match}".encode()).hexdigest()
        match = UPLOADED + digest[:16]
        players = [
            identity.id if seat in own else f"{BOT}device" for seat in range(len(header.players))
        ]
        # First the record: a final table without one would be looked after at every start.
        await self._results.keep(match, text, players, rated=False)
        shown = await self._background.in_thread(partial(self._shown, match, record, own))
        summary = TableSummary(
            status="final",
            game=header.game.id,
            public=False,
            seats=msgspec.json.encode(shown),
            wake_at=None,
            host=identity.id,
        )
        sitting = [identity.id if seat in own else None for seat in range(len(players))]
        with suppress(NumberTaken):  # it was kept before
            await self._store.tables.open_table(
                match, self._process, self._clock(), (), summary, sitting
            )
        return match

    def _shown(self, match: str, record: ReadRecord, own: Sequence[int]) -> LobbyTable:
        header = record.header
        return LobbyTable(
            match=match,
            status="final",
            setting=TableSetting(
                game=header.game.id,
                seats=len(header.players),
                options=dict(header.options),
                public=False,
            ),
            seats=tuple(
                SeatInfo(seat=seat, kind="person" if seat in own else "bot", name=name)
                for seat, name in enumerate(header.players)
            ),
            opened_at=self._clock(),
        )
