"""The tables of this device: opened, woken, watched over and remembered."""

import secrets
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import msgspec

from ludoteca.client.local import LocalClient, LocalServer
from ludoteca.coach.hint import USUAL_ADVISER, hint, packed_view, parse_adviser, shown_lines
from ludoteca.core.errors import LudotecaError
from ludoteca.core.generator import seeded
from ludoteca.device.bots import DeviceBots, knows_bot
from ludoteca.device.storage import (
    EVENTS,
    RECORD,
    SUMMARY,
    DeviceLog,
    KeptMatch,
    Storage,
    key_of,
    read_events,
)
from ludoteca.protocol import encode
from ludoteca.protocol.common import new_match_id
from ludoteca.protocol.from_client import AskHint, AtTable, LeaveLobby, Message, PlayOn, WatchLobby
from ludoteca.protocol.http import Glance
from ludoteca.protocol.to_client import Answer, Done, Hint, LobbyList, Told, Welcome
from ludoteca.record import read
from ludoteca.record.read import ReadRecord
from ludoteca.table import (
    Refusal,
    Shared,
    Table,
    TablePolicy,
    Who,
    apply,
    events,
    glance_at,
    refused,
    view_for_hint,
)

PREFIX = "device-"
"""Begins the id of every match on a device: the page knows by it where to look."""

USER = "device"
"""The one user of a device; several people at it share its seats."""


class DeviceServer(LocalServer):
    """Runs the tables of this device; matches come back after the page was closed."""

    def __init__(
        self, storage: Storage, bots: DeviceBots, clock: Callable[[], float] = time.time
    ) -> None:
        """Take where matches are kept, and the bots."""
        super().__init__(clock=clock, policy=TablePolicy(knows_bot=knows_bot), bots=bots)
        self.storage, self.device_bots = storage, bots
        self.kept: dict[str, KeptMatch] = {}

    async def look(self) -> None:
        """Find the matches that were kept."""
        for key in await self.storage.keys():
            kind, _, rest = key.partition("/")
            match, _, part = rest.partition("/")
            if kind == "match" and part == SUMMARY:
                text = await self.storage.read(key)
                if text is not None:
                    self.kept[match] = msgspec.json.decode(text, type=KeptMatch)

    @property
    def unfinished(self) -> tuple[str, ...]:
        """The matches in which somebody at this device holds a seat."""
        going_on = ("open", "playing", "paused")
        return tuple(m for m, kept in self.kept.items() if kept.table.status in going_on)

    def new_id(self) -> str:
        """Make the id of a new match."""
        return PREFIX + new_match_id()

    def start(self, opened: events.TableOpened, path: Path | None = None) -> None:
        """Run a table that was just opened."""
        self._run(apply(None, opened), DeviceLog(self, [opened]))

    async def wake(self, match: str) -> None:
        """Go on with a match that was kept, unless it runs already."""
        if match in self._actors or match not in self.kept:
            return
        text = await self.storage.read(key_of(match, EVENTS))
        found = read_events(text or "")
        table: Table | None = None
        for event in found:
            table = apply(table, event)
        if table is None or match in self._actors:
            return
        self._run(table, DeviceLog(self, found))
        self._actors[match].resume(min(self.kept[match].at, self.now()))

    async def glances(self) -> list[Glance]:
        """Show the matches that go on, one's turn first, then the latest."""
        found = []
        for match in self.unfinished:
            await self.wake(match)
            if match in self._actors:
                kept = self.kept[match]
                found.append(glance_at(self._actors[match].table, kept.table, (USER,), kept.at))
        shown = [each for each in found if each is not None]
        return sorted(shown, key=lambda each: (not each.mine, -each.at))

    async def record(self, match: str) -> str:
        """Return the record of a match that is over."""
        text = await self.storage.read(key_of(match, RECORD))
        if text is None:
            raise Refusal("not_final" if match in self.kept else "no_such_table")
        return text

    async def remember_record(self, match: str) -> ReadRecord:
        """Read the record of a match, and let it be played on."""
        record = read((await self.record(match)).encode())
        self.remember(record)
        return record


class DeviceClient(LocalClient):
    """The page at the tables of its device: all that it is told goes out in order, as text."""

    def __init__(self, server: DeviceServer, who: Who, send: Callable[[bytes], None]) -> None:
        """Come in; `send` takes each frame."""
        super().__init__(server, who)
        self._device, self._send = server, send

    async def take(self, message: Message) -> None:
        """Take a message; whatever goes wrong, it is answered."""
        try:
            await self._take(message)
        except Refusal as refusal:
            self.tell(refused(message, refusal, self.who.language))
        except LudotecaError as error:
            self.refuse(message.request, error, getattr(message, "match", None))
        except Exception:  # one bad message must not end the page's connection
            traceback.print_exc()
            self.tell(refused(message, Refusal("fault"), self.who.language))

    async def _take(self, message: Message) -> None:
        match message:
            case WatchLobby():
                self.tell(LobbyList(request=message.request, tables=()))
            case LeaveLobby():
                self.tell(Done(request=message.request))
            case AskHint():
                await self._device.wake(message.match)
                self.tell(await self._hint(message))
            case AtTable():
                await self._device.wake(message.match)
                self._device.actor(message.match).give(self, message)
            case _:
                self.tell(await self._answer(message))

    async def _answer(self, message: Message) -> Answer:
        if isinstance(message, PlayOn):
            await self._device.remember_record(message.match)
        answer = await super()._answer(message)
        if isinstance(answer, Welcome):
            return msgspec.structs.replace(answer, seats=self._device.unfinished)
        return answer

    async def _hint(self, message: AskHint) -> Hint:
        """Let a strong bot think about the player's view, or hand it over."""
        actor = self._device.actor(message.match)
        table = actor.table
        view = view_for_hint(table, self.identify(table, actor.subscribers.seat_of(self)))
        assert table.progress is not None
        answer = Hint(
            request=message.request, match=message.match, ply=table.progress.ply, lines=()
        )
        if message.view:
            return msgspec.structs.replace(answer, view=packed_view(view))
        adviser = self._device.device_bots.sliced(parse_adviser(USUAL_ADVISER))
        lines = hint(table.game, view, adviser, seeded(secrets.randbits(62)))
        return msgspec.structs.replace(answer, lines=shown_lines(table.game, view, lines))

    def tell(self, message: Told) -> None:
        """Send an answer or a frame."""
        self._send(encode(message))

    def deliver(self, shared: Shared) -> None:
        """Send a frame that others get too."""
        self._send(shared.frame)
