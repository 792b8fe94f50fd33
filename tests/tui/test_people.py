"""People at a real server, from the terminal: accounts, invitations, rankings, filters."""

import asyncio
from pathlib import Path
from typing import Any

import pyotp
import pytest
from textual.pilot import Pilot

from ludoteca.client.http import ask, log_in, sign_up
from ludoteca.client.remote import RemoteClient
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Invite, Kick
from ludoteca.protocol.to_client import Done, Invited
from ludoteca.tui import remote_session
from ludoteca.tui.app import TerminalApp
from ludoteca.tui.form import Form
from ludoteca.tui.screens.account import AccountScreen
from ludoteca.tui.screens.confirm import ConfirmScreen
from ludoteca.tui.screens.lobby import LobbyScreen
from ludoteca.tui.screens.new import NewScreen
from ludoteca.tui.screens.profile import ProfileScreen
from ludoteca.tui.screens.rankings import RankingsScreen
from ludoteca.tui.screens.seating import SeatingScreen
from ludoteca.tui.screens.table import TableScreen
from tests.server.live import Person, arrive, running
from tests.tui.pilots import SIZE, text, until
from tests.tui.test_online import at_the_board, choose, on, on_screen, terminal

PASSWORD = "correct horse battery"


async def fill(pilot: Pilot[None], **typed: str) -> None:
    """Type into rows of the form on the screen."""
    form = pilot.app.screen.query_one(Form)
    for key, value in typed.items():
        form.go_to(key)
        await pilot.press(*["backspace"] * len(form.here.value))
        await pilot.press(*("space" if letter == " " else letter for letter in value))


async def become(pilot: Pilot[None], how: str, name: str = "Ada") -> None:
    """Log in or sign up from the lobby, and go back there."""
    await on(pilot, LobbyScreen)
    await choose(pilot, "account")
    await on(pilot, AccountScreen)
    await fill(pilot, name=name, password=PASSWORD)
    await choose(pilot, how)


def lobby_of(app: TerminalApp) -> LobbyScreen:
    return next(each for each in app.screen_stack if isinstance(each, LobbyScreen))


async def test_a_guest_makes_an_account_and_is_known_by_it_again(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        app = terminal(server, tmp_path, "Ada")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await become(pilot, "sign_up")
            session = lobby_of(app).session
            await until(pilot, lambda: session.welcome.account)
            await on_screen(pilot, "Log out")
            user = session.welcome.user
            assert PASSWORD not in text(app)
            await pilot.press("escape")
            await on_screen(pilot, "Ada, Account")
            host = await arrive(server.address, "Cy")  # and the lobby is still followed
            await host.open_table(TableSetting(game="my_shelfie"))
            await on_screen(pilot, "Sit down: My Shelfie")
            await host.close()
        app = terminal(server, tmp_path, "Ada")
        async with app.run_test(size=SIZE) as pilot:
            await on(pilot, LobbyScreen)
            assert lobby_of(app).session.welcome.user == user


async def test_who_leaves_while_their_account_is_made_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = asyncio.Event()

    async def slow(*asked: Any) -> str:
        await left.wait()
        return await sign_up(*asked)

    monkeypatch.setattr(remote_session, "sign_up", slow)
    async with running(tmp_path / "server") as server:
        app = terminal(server, tmp_path, "Ada")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await become(pilot, "sign_up")
            await pilot.press("escape")
            await on(pilot, LobbyScreen)
            left.set()
            await on_screen(pilot, "Ada, Account")
            host = await arrive(server.address, "Cy")
            await host.open_table(TableSetting(game="my_shelfie"))
            await on_screen(pilot, "Sit down: My Shelfie")
            await host.close()


async def test_who_logs_in_elsewhere_gets_their_account_and_can_leave_it(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        await sign_up(server.address, "Ada", PASSWORD)
        app = terminal(server, tmp_path, "Ada")  # the name is taken, but its owner may come in
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await on(pilot, LobbyScreen)
            session = lobby_of(app).session
            assert session.welcome.name.startswith("Ada ")
            await choose(pilot, "account")
            await on(pilot, AccountScreen)
            await fill(pilot, name="Ada", password="wrong")
            await choose(pilot, "log_in")
            await until(pilot, lambda: app._notifications)
            assert not session.welcome.account
            await fill(pilot, password=PASSWORD)
            await choose(pilot, "log_in")
            await until(pilot, lambda: session.welcome.name == "Ada")
            await on_screen(pilot, "Log out")
            await fill(pilot, password=PASSWORD, new="another good one")
            await choose(pilot, "change")
            await on_screen(pilot, "Password changed.")
            await log_in(server.address, "Ada", "another good one")
            await choose(pilot, "log_out")
            await until(pilot, lambda: not session.welcome.account)
            await on_screen(pilot, "Create an account")


async def test_who_has_a_second_factor_is_asked_for_a_code(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        token = await sign_up(server.address, "Ada", PASSWORD)
        offered = await ask(server.address, "/api/me/factor", {"password": PASSWORD}, token)
        first = {"code": pyotp.TOTP(offered["secret"]).now()}
        kept = await ask(server.address, "/api/me/factor/confirm", first, token)
        app = terminal(server, tmp_path, "Bo")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await become(pilot, "log_in")
            await on_screen(pilot, "This account uses two-step login")
            session = lobby_of(app).session
            assert not session.welcome.account
            await fill(pilot, code="123")
            await choose(pilot, "log_in")
            await on_screen(pilot, "That code is wrong")
            await fill(pilot, code=kept["recovery_codes"][0].replace("-", ""))
            await choose(pilot, "log_in")
            await until(pilot, lambda: session.welcome.name == "Ada")


async def test_a_guest_can_be_called_something_else(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        app = terminal(server, tmp_path, "Ada")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await on(pilot, LobbyScreen)
            user = lobby_of(app).session.welcome.user
            await choose(pilot, "account")
            await on(pilot, AccountScreen)
            await fill(pilot, name="Adele")
            await choose(pilot, "rename")
            await on_screen(pilot, "Hello, Adele!")
            await pilot.press("escape")
            await on_screen(pilot, "Adele, guest")
            await choose(pilot, "new")
            await choose(pilot, "start")
            await on_screen(pilot, "Seat 1  Adele  host")
        app = terminal(server, tmp_path, "Ada")
        async with app.run_test(size=SIZE) as pilot:
            await on(pilot, LobbyScreen)
            welcome = lobby_of(app).session.welcome
            assert (welcome.user, welcome.name) == (user, "Adele")


async def account(address: str, name: str) -> Person:
    """Sit at a server as a new account, by a program."""
    return await connected(address, name, await sign_up(address, name, PASSWORD))


async def connected(address: str, name: str, token: str) -> Person:
    client = RemoteClient(address, token)
    person = Person(client, name)
    await client.open()
    return person


async def test_an_invitation_is_sent_and_answered(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        app = terminal(server, tmp_path, "Ada")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await become(pilot, "sign_up")
            await until(pilot, lambda: lobby_of(app).session.welcome.account)
            await pilot.press("escape")
            host = await account(server.address, "Host")
            setting = TableSetting(game="my_shelfie", seats=3, public=False)
            for time in range(2):  # not now; then come
                match = await host.open_table(setting)
                invite = Invite(request=1, match=match, name="Ada")
                assert isinstance(await host.client.send(invite), Done)
                await on(pilot, ConfirmScreen)
                await on_screen(pilot, "Host invites you to play My Shelfie.")
                if time == 0:
                    await choose(pilot, "no")
                    await on(pilot, LobbyScreen)
                    await until(pilot, lambda: not app.invitations)
                    await host.stand_up()
            await choose(pilot, "yes")
            await on(pilot, SeatingScreen)
            await host.wait(lambda me: me.table is not None and me.table.seats[1].name == "Ada")
            await host.close()


async def test_the_host_invites_by_name(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        await sign_up(server.address, "Dora", PASSWORD)
        app = terminal(server, tmp_path, "Ada")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await on(pilot, LobbyScreen)
            await choose(pilot, "new")
            await choose(pilot, "start")
            await on(pilot, SeatingScreen)
            await choose(pilot, "invite_account")
            await pilot.press(*"Nobody", "enter")
            await on_screen(pilot, "There is no account with that name")
            await choose(pilot, "invite_account")
            await pilot.press(*"Dora", "enter")
            await on_screen(pilot, "Dora has been invited.")
            seating = app.screen
            assert isinstance(seating, SeatingScreen)
            token = await log_in(server.address, "Dora", PASSWORD)
            dora = await connected(server.address, "Dora", token)  # she was away till now
            here = seating.match_id
            await dora.hear(
                lambda me: any(isinstance(f, Invited) and f.match == here for f in me.frames)
            )
            await dora.close()


async def test_nobody_is_disturbed_at_a_board_and_leaving_it_is_told(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        app = terminal(server, tmp_path, "Ada")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await become(pilot, "sign_up")
            await until(pilot, lambda: lobby_of(app).session.welcome.account)
            await pilot.press("escape")
            host = await account(server.address, "Host")
            match = await host.open_table(TableSetting(game="my_shelfie"))
            await choose(pilot, f"table {match}")
            await on(pilot, SeatingScreen)
            await choose(pilot, "ready")
            await host.be_ready()
            await host.wait(lambda me: me.table is not None and me.table.seats[1].ready)
            await host.start()
            await at_the_board(pilot)
            second = await account(server.address, "Second")
            other = await second.open_table(TableSetting(game="codex_naturalis"))
            await second.client.send(Invite(request=1, match=other, name="Ada"))
            await on_screen(pilot, "The invitation is waiting")
            assert isinstance(app.screen, TableScreen)
            await pilot.press("escape", "enter")  # leave
            await on_screen(pilot, "Invitation: Codex Naturalis  Second")
            await on_screen(pilot, "Back to your table: My Shelfie  ")
            await on_screen(pilot, ": Host")
            assert host.table
            seat = next(each.seat for each in host.table.seats if each.name == "Ada")
            await host.wait(lambda me: me.table is not None and me.table.seats[seat].away)
            for person in (host, second):
                await person.close()


async def test_rankings_and_matches_can_be_looked_at(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        app = terminal(server, tmp_path, "Ada")
        async with app.run_test(size=SIZE) as pilot:
            await on(pilot, LobbyScreen)
            await choose(pilot, "rankings")
            await on(pilot, RankingsScreen)
            await until(pilot, lambda: "One moment" not in text(app))
            await pilot.press("right", "down", "right")
            await on_screen(pilot, "3 players")
            await until(pilot, lambda: "One moment" not in text(app))
            await pilot.press("escape")
            await choose(pilot, "new")
            await on(pilot, NewScreen)
            app.screen.query_one(Form).go_to("seat 1")
            await pilot.press("right")
            await choose(pilot, "start")
            await on(pilot, SeatingScreen)
            await choose(pilot, "ready")
            await choose(pilot, "start")
            await at_the_board(pilot)
            await pilot.press("escape", "enter")
            await on(pilot, LobbyScreen)
            await choose(pilot, "matches")
            await on(pilot, ProfileScreen)
            await on_screen(pilot, "In progress")
            await pilot.press("enter")
            await at_the_board(pilot)


async def test_the_lobby_shows_what_is_wanted(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        host = await arrive(server.address, "Host")
        await host.open_table(TableSetting(game="my_shelfie"))
        app = terminal(server, tmp_path, "Ada")
        async with app.run_test(size=SIZE) as pilot:
            await on(pilot, LobbyScreen)
            await on_screen(pilot, "Sit down: My Shelfie")
            app.screen.query_one(Form).go_to("filter game")
            await pilot.press("right")
            await on_screen(pilot, "No open table")
            await pilot.press("right")
            await on_screen(pilot, "Sit down: My Shelfie")
            session = lobby_of(app).session
            states: list[bool] = []
            session.watch_connection(lambda: states.append(session.is_connected))
            await session._client.drop()  # type: ignore[attr-defined]
            await until(pilot, lambda: states[-2:] == [False, True])
            later = await arrive(server.address, "Later")
            await later.open_table(TableSetting(game="my_shelfie", seats=3))
            await on_screen(pilot, "Later  2 free seats")  # after a lost connection, too
            await later.stand_up()
            await choose(pilot, "rankings")
            await on(pilot, RankingsScreen)
            await host.stand_up()  # unheard, but known when one comes back
            await pilot.press("escape")
            await on_screen(pilot, "No open table")
            await later.close()
        await host.close()


async def test_a_key_for_what_has_just_gone_does_no_harm(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        app = terminal(server, tmp_path, "Ada")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await on(pilot, LobbyScreen)
            lobby_of(app).post_message(Form.Chosen("table nothere00000"))
            await on_screen(pilot, "There is no such table")
            host = await arrive(server.address, "Host")
            match = await host.open_table(TableSetting(game="my_shelfie"))
            await choose(pilot, f"table {match}")
            await on(pilot, SeatingScreen)
            seating = app.screen
            assert isinstance(seating, SeatingScreen)
            await host.wait(lambda me: me.table is not None and me.table.seats[1].name == "Ada")
            await host.client.send(Kick(request=1, match=match, seat=1))
            await until(pilot, lambda: seating.match and seating.match.seat is None)
            seating.post_message(Form.Chosen("ready"))
            await pilot.pause()
            assert app.screen is seating
            await host.close()


async def test_an_account_with_a_second_factor_asks_for_a_code(tmp_path: Path) -> None:
    async with running(tmp_path / "server") as server:
        token = await sign_up(server.address, "Ada", PASSWORD)
        body = {"password": PASSWORD}
        secret = (await ask(server.address, "/api/me/factor", body, token))["secret"]
        first = {"code": pyotp.TOTP(secret).now()}
        told = await ask(server.address, "/api/me/factor/confirm", first, token)
        app = terminal(server, tmp_path, "Bo")
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await become(pilot, "log_in")
            await on_screen(pilot, "from your authenticator")
            form = app.screen.query_one(Form)
            assert form.here.key == "code"  # the next key is meant for it
            await pilot.press(*"nonsense", "enter", "enter")
            await on_screen(pilot, "That code is wrong")
            assert not lobby_of(app).session.welcome.account
            await fill(pilot, code=told["recovery_codes"][0])
            await choose(pilot, "log_in")
            await until(pilot, lambda: lobby_of(app).session.welcome.account)
            await on_screen(pilot, "Log out")
            assert "from your authenticator" not in text(app)
