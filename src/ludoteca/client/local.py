"""Tables in this process: the same messages and frames as over a socket, without one.

>>> import asyncio
>>> from ludoteca.protocol.common import TableSetting
>>> from ludoteca.protocol.from_client import OpenTable
>>> async def sit_down():
...     async with LocalHouse() as house:
...         client = house.client("Ada")
...         setting = TableSetting(game="my_shelfie", bots=("random",))
...         opened = await client.send(OpenTable(request=1, setting=setting))
...         return [seat.name for seat in house.table(opened.match).seats]
>>> asyncio.run(sit_down())
['Ada', 'bot:random']
"""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Self

import msgspec

from ludoteca import __version__
from ludoteca.bots.external import ExternalPlayer
from ludoteca.bots.spec import Player, parse_player
from ludoteca.client.keeping import Keeper
from ludoteca.client.workshop import WorkerGone, Workshop
from ludoteca.core.dice import SEED_BYTES
from ludoteca.core.errors import UsageError
from ludoteca.core.game import View
from ludoteca.core.generator import seeded
from ludoteca.games import load
from ludoteca.protocol import VERSION
from ludoteca.protocol.common import Language
from ludoteca.protocol.from_client import AtTable, Hello, Message, OpenTable, PlayOn
from ludoteca.protocol.to_client import Answer, Opened, Told, Welcome
from ludoteca.record import read
from ludoteca.record.read import ReadRecord
from ludoteca.table import (
    BotTask,
    House,
    Refusal,
    Table,
    Who,
    apply,
    events,
    open_played_on,
    open_rematch,
    open_table,
    record_of,
    refused,
)

ID_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
ID_LENGTH = 12

THREADS = 2
"""So many bots think at once."""


def new_match_id() -> str:
    """Make the id of a new table and its match."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def knows_bot(name: str) -> bool:
    """Say whether there is such a bot or level."""
    try:
        parse_player(name)
    except UsageError:
        return False
    return True


def choose_apart(game: str, bot: str, view: View, legal: Sequence[int], seed: int) -> int:
    """Let a bot of the house choose, in whichever process this is called."""
    return parse_player(bot).choose(load(game), view, legal, seeded(seed))


class LocalHouse:
    """Keeps tables in this process; people come in by `client`. Used inside an event loop."""

    def __init__(
        self,
        folder: Path | None = None,
        clock: Callable[[], float] = time.time,
        house: House | None = None,
        workshop: Workshop | None = None,
    ) -> None:
        """Save records in a folder, let bots think in a workshop, if these are given."""
        self.folder = folder
        self.house = house or House(knows_bot=knows_bot)
        self.now = clock
        self._keepers: dict[str, Keeper] = {}
        self._past: dict[str, ReadRecord] = {}
        self._players: dict[tuple[str, int, str], Player] = {}
        self._workshop = workshop
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")

    async def __aenter__(self) -> Self:
        """Open."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close."""
        await self.close()

    def client(self, name: str, language: Language = "en") -> "LocalClient":
        """Let somebody come in."""
        return LocalClient(self, Who(visitor=secrets.token_hex(8), name=name, language=language))

    def keeper(self, match: str) -> Keeper:
        """Find the table of a match."""
        if match not in self._keepers:
            raise Refusal("no_such_table")
        return self._keepers[match]

    def table(self, match: str) -> Table:
        """Give the table of a match as it is now."""
        return self.keeper(match).table

    def open(self, who: Who, message: OpenTable | PlayOn) -> str:
        """Open a table; give its id."""
        match, seed, now = new_match_id(), secrets.token_bytes(SEED_BYTES), self.now()
        if isinstance(message, OpenTable):
            opened = open_table(match, message.setting, who, seed, now, self.house)
        else:
            record = self._finished(message.match)
            opened = open_played_on(
                match, message.setting, record, message.ply, who, seed, now, self.house
            )
        self._keep(opened)
        return match

    def remember(self, record: ReadRecord) -> None:
        """Let a match that was played elsewhere be played on from here."""
        self._past[record.header.match] = record

    def _finished(self, match: str) -> ReadRecord:
        """Give the record of a match that is over."""
        if match in self._past:
            return self._past[match]
        past = self.table(match)
        if past.status != "final":
            raise Refusal("not_final")
        return read(record_of(past).encode())

    def open_rematch(self, table: Table) -> str:
        """Open the table at which the same people play again."""
        match, seed = new_match_id(), secrets.token_bytes(SEED_BYTES)
        self._keep(open_rematch(table, match, seed, self.now()))
        return match

    def _keep(self, opened: events.Opened) -> None:
        self._keepers[opened.match] = Keeper(apply(None, opened), self)

    async def think(self, match: str, task: BotTask) -> int:
        """Let a bot choose, in the workshop or in a thread."""
        key, seed = (match, task.seat, task.bot), secrets.randbits(62)
        if key not in self._players:
            self._players[key] = parse_player(task.bot)
        player = self._players[key]
        if self._workshop is not None and not isinstance(player, ExternalPlayer):
            asked = (task.game.id, task.bot, task.view, task.legal, seed)
            with suppress(WorkerGone):
                return await self._workshop.call(choose_apart, *asked)
        rng = seeded(seed)
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, player.choose, task.game, task.view, task.legal, rng
        )

    async def close(self) -> None:
        """Close all tables and let the bots go."""
        for keeper in self._keepers.values():
            await keeper.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for player in self._players.values():
            if isinstance(player, ExternalPlayer):
                player.close()


class LocalClient:
    """Somebody at tables in this process."""

    def __init__(self, house: LocalHouse, who: Who) -> None:
        """Come in."""
        self.who = who
        self._house = house
        self._requests = 0
        self._entered: set[str] = set()
        self._told: asyncio.Queue[Told | None] = asyncio.Queue()

    async def send(self, message: Message) -> Answer:
        """Say something and get the answer."""
        self._requests += 1
        message = msgspec.structs.replace(message, request=self._requests)
        try:
            return self._answer(message)
        except Refusal as refusal:
            return refused(message, refusal, self.who.language)

    def _answer(self, message: Message) -> Answer:
        if isinstance(message, Hello):
            return Welcome(
                request=message.request,
                version=VERSION,
                server=__version__,
                visitor=self.who.visitor,
                name=self.who.name,
                account=False,
                language=self.who.language,
                now=self._house.now(),
                seats=(),
            )
        if isinstance(message, OpenTable | PlayOn):
            return Opened(request=message.request, match=self._house.open(self.who, message))
        if isinstance(message, AtTable):
            keeper = self._house.keeper(message.match)
            self._entered.add(message.match)
            return keeper.ask(self, self.who, message)
        raise Refusal("not_in_this_process")

    def hear(self, told: Told) -> None:
        """Take a frame of a table."""
        self._told.put_nowait(told)

    async def told(self) -> AsyncIterator[Told]:
        """Hear what happens until the client is closed."""
        while (told := await self._told.get()) is not None:
            yield told

    async def close(self) -> None:
        """Leave all tables."""
        for match in self._entered:
            self._house.keeper(match).forget(self)
        self._told.put_nowait(None)
