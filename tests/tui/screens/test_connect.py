"""Going online from the start screen: an address or an invitation link, remembered."""

from pathlib import Path

from ludoteca.protocol.common import TableSetting
from ludoteca.tui.form import Form
from ludoteca.tui.screens.connect import ConnectScreen
from ludoteca.tui.screens.lobby import LobbyScreen
from ludoteca.tui.screens.seating import SeatingScreen
from ludoteca.tui.screens.start import StartScreen
from ludoteca.tui.screens.table import TableScreen
from ludoteca.tui.settings import TerminalSettings
from tests.server.live import arrive, running
from tests.tui.pilots import make_app, text, until


async def test_online_is_on_the_start_screen_and_its_address_is_remembered(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        app = make_app(tmp_path, name="Ada")
        async with app.run_test(size=(80, 24)) as pilot:
            app.screen.query_one(Form).go_to("online")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, ConnectScreen))
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, ConnectScreen))
            await pilot.press(*server.address, "enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, StartScreen))
        kept = TerminalSettings.load(tmp_path / "settings.json")
        assert kept.server == server.address
        again = make_app(tmp_path, name="Ada", server=kept.server)
        async with again.run_test(size=(80, 24)) as pilot:
            assert server.address in text(again)
            again.screen.query_one(Form).go_to("online")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(again.screen, ConnectScreen))
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(again.screen, LobbyScreen))


async def test_an_invitation_link_leads_to_its_table(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        host = await arrive(server.address, "Ann")
        match = await host.open_table(TableSetting(game="my_shelfie"))
        app = make_app(tmp_path, name="Ada")
        async with app.run_test(size=(80, 24)) as pilot:
            app.go_online()
            await until(pilot, lambda: isinstance(app.screen, ConnectScreen))
            await pilot.press(*f"{server.address}/t/{match}", "enter")
            await until(pilot, lambda: isinstance(app.screen, SeatingScreen))
            await until(pilot, lambda: "Ann" in text(app))
            assert app.settings.server == server.address
        await host.close()


async def test_a_quick_match_begins_without_another_key(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        one, two = (make_app(tmp_path / name, name=name) for name in ("Ada", "Bo"))
        async with one.run_test(size=(80, 24)) as first, two.run_test(size=(80, 24)) as second:
            for app, pilot in ((one, first), (two, second)):
                app.connect(server.address)
                await until(pilot, lambda app=app: isinstance(app.screen, LobbyScreen))  # type: ignore[misc]
                app.screen.query_one(Form).go_to("quick my_shelfie")
                await pilot.press("enter")
            for app, pilot in ((one, first), (two, second)):
                await until(pilot, lambda app=app: isinstance(app.screen, TableScreen))  # type: ignore[misc]
