"""Two people at one table, one of them at the screen: the same frames as over a socket."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from ludoteca.client.local import LocalClient, LocalServer
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import AtTable, Enter, OpenTable, Ready, Start, TakeSeat
from ludoteca.protocol.to_client import Answer, Opened, Refused
from ludoteca.tui.app import TerminalApp
from ludoteca.tui.form import Form
from ludoteca.tui.opening import TableOpening
from ludoteca.tui.screens.seating import SeatingScreen
from ludoteca.tui.screens.table import TableScreen
from ludoteca.tui.session import Session
from tests.tui.pilots import SIZE, make_app, until

LINK = "https://games.example/t/"


class SharedSession(Session):
    """A session at a table where others sit, too; the time is what the test says."""

    is_remote = True

    def __init__(self, client: LocalClient, around: LocalServer) -> None:
        super().__init__(client)
        self._around = around

    def now(self) -> float:
        """Return the time of the server."""
        return self._around.now()

    def link(self, match: str) -> str:
        """Lead to the table."""
        return LINK + match


@dataclass
class Waiting:
    """Ada, who hosts, at the screen, and Bo at the same table, before the start."""

    pilot: Pilot[None]
    screen: SeatingScreen
    bo: LocalClient
    match: str

    def seats(self) -> list[str]:
        """Name who sits where, as the screen knows it."""
        assert self.screen.match
        return [seat.name for seat in self.screen.match.table.seats]

    async def until(self, *seats: str) -> None:
        """Wait until they sit so."""
        await until(self.pilot, lambda: self.seats() == list(seats))

    def go_to(self, key: str) -> None:
        """Put the cursor on a row."""
        self.pilot.app.screen.query_one(Form).go_to(key)


@asynccontextmanager
async def waiting(folder: Path, language: str = "en", **more: Any) -> AsyncIterator[Waiting]:
    """Put Ada and Bo at a table for four that has not begun."""
    app: TerminalApp = make_app(folder, name="Ada", language=language)
    async with app.run_test(size=SIZE, notifications=True) as pilot, LocalServer() as around:
        setting = TableSetting(game="my_shelfie", seats=4, **more)
        bo, ada = around.client("Bo"), around.client("Ada")
        opened = await ada.send(OpenTable(request=1, setting=setting))
        assert isinstance(opened, Opened)
        session = SharedSession(ada, around)
        screen = SeatingScreen(session, TableOpening(setting, match=opened.match))
        await app.push_screen(screen)
        for message in (Enter, TakeSeat):
            await bo.send(message(request=1, match=opened.match))
        table = Waiting(pilot, screen, bo, opened.match)
        await until(pilot, lambda: screen.match)
        await table.until("Ada", "Bo", "", "")
        yield table
        await session.close()


@dataclass
class TwoPlayers:
    """Ada at the screen, Bo at the same table, and the clock on the wall."""

    pilot: Pilot[None]
    screen: TableScreen
    session: SharedSession
    around: LocalServer
    bo: LocalClient
    match: str
    wall: list[float]

    async def says(self, kind: type[AtTable], **fields: Any) -> Answer:
        """Let Bo say something to the table."""
        answer = await self.bo.send(kind(request=1, match=self.match, **fields))
        assert not isinstance(answer, Refused), answer.sentence
        return answer

    async def wait(self, seconds: float) -> None:
        """Let time go by."""
        self.wall[0] += seconds
        await self.around.actor(self.match).ask(partial(asyncio.sleep, 0))  # it looks again
        await self.pilot.pause()
        self.screen._second()
        await self.pilot.pause()

    async def pick(self, key: str) -> None:
        """Pick something from the list on the screen."""
        form = self.pilot.app.screen.query_one(Form)
        await until(self.pilot, lambda: any(row.key == key for row in form.rows))
        form.go_to(key)
        await self.pilot.press("enter")


@asynccontextmanager
async def together(
    folder: Path, game: str = "my_shelfie", **more: Any
) -> AsyncIterator[TwoPlayers]:
    """Put Ada and Bo at a table and begin."""
    app: TerminalApp = make_app(folder, name="Ada")
    wall = [1_000_000.0]
    async with (
        app.run_test(size=SIZE, notifications=True) as pilot,
        LocalServer(clock=lambda: wall[0]) as around,
    ):
        setting = TableSetting(game=game, seating="set", **more)
        bo, ada = around.client("Bo"), around.client("Ada")
        opened = await ada.send(OpenTable(request=1, setting=setting))
        assert isinstance(opened, Opened)
        match = opened.match
        for client in (ada, bo):
            await client.send(Enter(request=1, match=match))
            await client.send(TakeSeat(request=1, match=match))
            await client.send(Ready(request=1, match=match))
        await ada.send(Start(request=1, match=match))
        session = SharedSession(ada, around)
        screen = TableScreen(session, TableOpening(setting, match=match))
        await app.push_screen(screen)
        await until(pilot, lambda: screen.match and screen.match.position)
        yield TwoPlayers(pilot, screen, session, around, bo, match, wall)
        await session.close()
