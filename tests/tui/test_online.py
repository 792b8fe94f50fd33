"""Online: two terminals and a program finish a match together on a real server."""

import asyncio
from pathlib import Path

from textual.pilot import Pilot

from ludoteca.protocol.common import TableSetting
from ludoteca.tui.app import TerminalApp
from ludoteca.tui.form import Form
from ludoteca.tui.screens.confirm import ConfirmScreen
from ludoteca.tui.screens.lobby import LobbyScreen
from ludoteca.tui.screens.new import NewScreen
from ludoteca.tui.screens.replay import ReplayScreen
from ludoteca.tui.screens.result import ResultScreen
from ludoteca.tui.screens.seating import SeatingScreen
from ludoteca.tui.screens.table import TableScreen
from ludoteca.tui.settings import TerminalSettings
from tests.server.faults import Link
from tests.server.live import Person, Running, arrive, running
from tests.tui.pilots import SIZE, text, until, until_asked, until_moved
from tests.tui.screens.test_table import play_to_the_end, shelfie_by_keys


def terminal(server: Running, folder: Path, name: str) -> TerminalApp:
    """Make a terminal program for somebody."""
    settings = TerminalSettings(language="en", letters="unicode", name=name)
    own = folder / name
    return TerminalApp(settings, own / "settings.json", own / "matches", server=server.address)


async def choose(pilot: Pilot[None], key: str) -> None:
    """Choose a row of the form on the screen."""

    def found() -> list[tuple[Form, str]]:
        forms = pilot.app.screen.query(Form)  # the screen may be another one soon
        return [(form, row.key) for form in forms for row in form.rows if row.key.startswith(key)]

    await until(pilot, found)
    form, name = found()[0]
    form.go_to(name)
    await pilot.press("enter")


async def on(pilot: Pilot[None], kind: type) -> None:
    """Wait until a kind of screen is shown, with all that is on it."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and pilot.app.screen.is_mounted)


async def on_screen(pilot: Pilot[None], word: str) -> None:
    """Wait until a word can be read."""
    await until(pilot, lambda: word in text(pilot.app))


async def at_the_board(pilot: Pilot[None]) -> TableScreen:
    """Wait for the match to begin."""
    await on(pilot, TableScreen)
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    await until(pilot, lambda: screen.match and screen.match.position)
    return screen


async def ada(server: Running, folder: Path, talked: asyncio.Event) -> str:
    """Open a table for three, lose the connection in the middle, and play on."""
    app = terminal(server, folder, "Ada")
    async with app.run_test(size=SIZE) as pilot:
        await on(pilot, LobbyScreen)
        await choose(pilot, "new")
        await on(pilot, NewScreen)
        form = app.screen.query_one(Form)
        await pilot.press("right")  # the other game
        form.go_to("seat 2")
        await pilot.press("right")  # a third seat, free
        await choose(pilot, "start")
        await on(pilot, SeatingScreen)
        await choose(pilot, "ready")
        seating = app.screen
        assert isinstance(seating, SeatingScreen)
        await until(
            pilot,
            lambda: seating.match and all(seat.ready for seat in seating.match.table.seats),
        )
        await choose(pilot, "start")
        screen = await at_the_board(pilot)
        await until(pilot, lambda: "Bo » hello" in screen.match.news())  # type: ignore[union-attr]
        talked.set()
        await until_asked(pilot, screen)
        await pilot.press("space", "2")
        await until(pilot, lambda: screen.board.foreseen)
        states: list[bool] = []
        screen.session.watch_connection(lambda: states.append(screen.session.is_connected))
        await screen.session._client.drop()  # type: ignore[attr-defined]
        await until(pilot, lambda: False in states)
        ply = screen.board.scene.position.ply
        await pilot.press("enter", "enter")  # a confirmed move waits for the connection
        await until_moved(pilot, screen, ply)
        assert screen.session.is_connected
        await play_to_the_end(pilot, screen, shelfie_by_keys)
        await on(pilot, ResultScreen)
        await pilot.press(*["space"] * 6)
        await choose(pilot, "replay")  # straight from the server
        await on(pilot, ReplayScreen)
        assert (app.matches / f"my_shelfie-{screen.match_id}.ludo").exists()
        return screen.match_id


async def bo(server: Running, folder: Path, talked: asyncio.Event) -> str:
    """Find the table in the lobby, sit down, say hello, and play."""
    app = terminal(server, folder, "Bo")
    async with app.run_test(size=SIZE) as pilot:
        await on(pilot, LobbyScreen)
        await choose(pilot, "table")
        await on(pilot, SeatingScreen)
        await choose(pilot, "ready")
        screen = await at_the_board(pilot)
        await pilot.press("t", *"hello", "enter")
        await talked.wait()
        await play_to_the_end(pilot, screen, shelfie_by_keys)
        return screen.match_id


async def cy(server: Running) -> Person:
    """Join by a program, and play at random."""
    person = await arrive(server.address, "Cy")
    async with asyncio.timeout(60):
        while not (tables := list(await _open_tables(person))):
            await asyncio.sleep(0.05)
    await person.join(tables[0])
    await person.be_ready()
    await person.play()
    return person


async def _open_tables(person: Person) -> list[str]:
    from ludoteca.protocol.from_client import WatchLobby
    from ludoteca.protocol.to_client import LobbyList

    answer = await person.client.send(WatchLobby(request=1))
    assert isinstance(answer, LobbyList)
    return [table.match for table in answer.tables if table.status == "open"]


async def test_two_terminals_and_a_program_finish_a_match(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        talked = asyncio.Event()
        one, two, person = await asyncio.gather(
            asyncio.create_task(ada(server, tmp_path, talked)),
            asyncio.create_task(bo(server, tmp_path, talked)),
            asyncio.create_task(cy(server)),
        )
        assert one == two == person.match
        assert person.table is not None
        assert person.table.status == "final"
        await person.close()


async def test_the_host_sends_somebody_away(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        app = terminal(server, tmp_path, "Ada")
        async with app.run_test(size=SIZE) as pilot:
            await on(pilot, LobbyScreen)
            await choose(pilot, "new")
            await choose(pilot, "start")
            await on(pilot, SeatingScreen)
            seating = app.screen
            assert isinstance(seating, SeatingScreen)
            await until(pilot, lambda: seating.match is not None)
            mallory = await arrive(server.address, "Mallory")
            await mallory.join(seating.match_id)
            await on_screen(pilot, "Mallory")
            await choose(pilot, "seat 1")
            await on_screen(pilot, "Remove Mallory?")
            await choose(pilot, "no")
            await on(pilot, SeatingScreen)
            assert mallory.seat is not None
            await choose(pilot, "seat 1")
            await on(pilot, ConfirmScreen)
            await choose(pilot, "yes")
            await mallory.wait(lambda me: me.seat is None)
            await mallory.close()


async def test_who_decides_about_the_seats_is_said(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        host = await arrive(server.address, "Host")
        await host.open_table(TableSetting(game="my_shelfie", seating="set"))
        app = terminal(server, tmp_path, "Bo")
        async with app.run_test(size=SIZE) as pilot:
            await on(pilot, LobbyScreen)
            await choose(pilot, "table")
            await on(pilot, SeatingScreen)
            await on_screen(pilot, "the host chooses the seats")
        await host.close()


async def test_a_lost_connection_is_told_and_a_choice_stays(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        app = terminal(server, tmp_path, "Ada")
        async with app.run_test(size=SIZE) as pilot:
            await on(pilot, LobbyScreen)
            await choose(pilot, "new")
            await on(pilot, NewScreen)
            form = app.screen.query_one(Form)
            await pilot.press("right")
            form.go_to("seat 1")
            await pilot.press("right", "right")
            await choose(pilot, "start")
            await on(pilot, SeatingScreen)
            await choose(pilot, "ready")
            await choose(pilot, "start")
            screen = await at_the_board(pilot)
            await until_asked(pilot, screen)
            await pilot.press("space", "2")
            await until(pilot, lambda: screen.board.foreseen)
            screen.session.connection(False)
            await on_screen(pilot, "Connection lost. Reconnecting")
            screen.session.connection(True)
            await screen.session._client.drop()  # type: ignore[attr-defined]
            await on_screen(pilot, "Your turn")
            await on_screen(pilot, "[ Place in column 2 ]")
            ply = screen.board.scene.position.ply
            await pilot.press("enter")
            await until_moved(pilot, screen, ply)


async def test_a_table_lost_with_the_connection_is_left_and_it_is_said_why(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        host, link = await arrive(server.address, "Ann"), Link(server.port)
        setting = TableSetting(game="my_shelfie", bots=("beginner",), spectators=False)
        match = await host.open_table(setting)
        app = terminal(server, tmp_path, "Eve")
        app.server = await link.open()
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await on(pilot, LobbyScreen)
            app.screen.query_one(Form).go_to("by_id")
            await pilot.press(*match, "enter")
            await on(pilot, SeatingScreen)
            await on_screen(pilot, "Ann")
            link.refuses = True
            link.cut()
            await on_screen(pilot, "Connection lost. Reconnecting")
            await host.be_ready()
            await host.start()
            link.flow()
            await on(pilot, LobbyScreen)
            assert "Spectators aren’t allowed at this table. Ask the host for a seat." in [
                one.message for one in app._notifications
            ]
        await host.close()
        await link.close()


async def test_a_terminal_watches_and_is_known_again(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        host = await arrive(server.address, "Ann")
        match = await host.open_table(
            TableSetting(game="codex_naturalis", bots=("beginner",), public=True)
        )
        await host.be_ready()
        await host.start()
        users = []
        for _ in range(2):
            app = terminal(server, tmp_path, "Eve")
            async with app.run_test(size=SIZE) as pilot:
                await on(pilot, LobbyScreen)
                lobby = app.screen
                assert isinstance(lobby, LobbyScreen)
                users.append(lobby.session.welcome.user)
                lobby.query_one(Form).go_to("by_id")
                await pilot.press(*match, "enter")
                screen = await at_the_board(pilot)
                await on_screen(pilot, "spectator")
                assert screen.match
                assert screen.match.seat is None
                assert not screen.board.scene.may_move
                keys = text(app).splitlines()[-1]
                assert "s switch view" in keys
                assert "hint" not in keys
                await pilot.press("s", "escape", "enter")
        assert users[0] == users[1]
        await host.close()
