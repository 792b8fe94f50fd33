"""Looking after an account: pictures, names, recovery codes, one's data, and its end."""

from pathlib import Path

import httpx
import pyotp

from ludoteca import games
from ludoteca.client.http import ask
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Resign
from tests.server.live import Person, Running, arrive, running
from tests.server.raw_socket import RawSocket

OLD, NEW = "correct horse", "battery staple"
GAME = games.names()[0]
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def browser(server: Running, agent: str = FIREFOX) -> httpx.AsyncClient:
    headers = {"user-agent": agent}
    return httpx.AsyncClient(base_url=server.address, trust_env=False, headers=headers)


async def sign_up(page: httpx.AsyncClient, name: str = "Ada") -> str:
    """Make an account; give a token of the session."""
    body = {"name": name, "password": OLD, "bearer": True}
    token = str((await page.post("/api/account", json=body)).json()["token"])
    page.headers["authorization"] = f"Bearer {token}"
    return token


async def test_a_picture_is_seen_at_the_table_and_in_the_profile(tmp_path: Path) -> None:
    async with running(tmp_path) as server, browser(server) as page:
        await sign_up(page)
        answer = await page.patch("/api/me", json={"avatar": "cats2"})
        assert answer.json()["avatar"] == "cats2"
        assert (await page.patch("/api/me", json={"avatar": "dogs1"})).status_code == 400
        assert (await page.get("/api/people/Ada")).json()["avatar"] == "cats2"
        raw = await RawSocket.open(server.address, page.headers["authorization"].split()[1])
        await raw.greet()
        setting = {"game": GAME, "public": False}
        match = (await raw.ask(type="open_table", request=2, setting=setting))["match"]
        table = (await page.get(f"/api/tables/{match}")).json()
        assert table["seats"][0]["avatar"] == "cats2"
        await raw.close()


async def test_an_account_may_take_another_name_that_nobody_has(tmp_path: Path) -> None:
    async with running(tmp_path) as server, browser(server) as page, browser(server) as other:
        await sign_up(page)
        await sign_up(other, "Bo")
        taken = await page.patch("/api/me", json={"name": "BO"})
        assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")
        assert (await page.patch("/api/me", json={"name": "Ada L"})).json()["name"] == "Ada L"
        log_in = {"name": "ada l", "password": OLD}
        assert (await page.post("/api/login", json=log_in)).status_code == 200


async def test_a_forgotten_password_is_replaced_with_a_recovery_code(tmp_path: Path) -> None:
    async with running(tmp_path) as server, browser(server) as page, browser(server) as lost:
        token = await sign_up(page)
        assert (await page.post("/api/me/recovery", json={"password": NEW})).status_code == 401
        made = await page.post("/api/me/recovery", json={"password": OLD})
        first, *_ = made.json()["recovery_codes"]
        again = await page.post("/api/me/recovery", json={"password": OLD})
        raw = await RawSocket.open(server.address, token)
        await raw.greet()
        body = {"name": "Ada", "recovery": first, "new": NEW}
        refused = await lost.post("/api/password/reset", json=body)
        assert (refused.status_code, refused.json()["code"]) == (401, "wrong_code"), "an old one"
        nobody = await lost.post("/api/password/reset", json={**body, "name": "Nobody"})
        assert nobody.json() == refused.json()
        code = again.json()["recovery_codes"][0]
        weak = await lost.post("/api/password/reset", json={**body, "recovery": code, "new": "x"})
        assert weak.json()["code"] == "bad_password"
        good = await lost.post("/api/password/reset", json={**body, "recovery": code})
        assert good.status_code == 204
        assert await raw.close_code() == 4001, "all sessions end"
        assert (await page.get("/api/me")).status_code == 401
        once = await lost.post("/api/password/reset", json={**body, "recovery": code})
        assert once.status_code == 401
        for password, status in ((OLD, 401), (NEW, 200)):
            log_in = {"name": "Ada", "password": password}
            assert (await lost.post("/api/login", json=log_in)).status_code == status


async def test_with_a_second_factor_a_recovery_code_alone_resets_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as server, browser(server) as page:
        await sign_up(page)
        offered = (await page.post("/api/me/factor", json={"password": OLD})).json()
        now = pyotp.TOTP(offered["secret"]).now()
        made = (await page.post("/api/me/factor/confirm", json={"code": now})).json()
        first, second, *_ = made["recovery_codes"]
        body = {"name": "Ada", "recovery": first, "new": NEW}
        assert (await page.post("/api/password/reset", json=body)).status_code == 401
        both = {**body, "code": second}
        assert (await page.post("/api/password/reset", json=both)).status_code == 204


async def test_one_gets_all_that_is_stored_about_oneself(tmp_path: Path) -> None:
    async with running(tmp_path) as server, browser(server) as page:
        ada = await arrive(server.address, "Ada")
        match = await play_and_resign(ada)
        page.headers["authorization"] = f"Bearer {ada.client_token}"
        await sign_up(page)
        answer = await page.get("/api/me/data")
        assert "attachment" in answer.headers["content-disposition"]
        data = answer.json()
        assert (data["name"], data["kind"], data["user"]) == ("Ada", "account", ada.user)
        assert [one["match"] for one in data["matches"]] == [match]
        assert [one["device"] for one in data["sessions"]] == ["Firefox, Linux"]
        assert "argon2" not in answer.text
        assert (await page.get("/api/me/sessions")).json()[0]["device"] == "Firefox, Linux"
        await ada.close()


async def play_and_resign(person: Person) -> str:
    """Play a match against a bot and give up at once."""
    match = await person.open_table(TableSetting(game=GAME, public=False, bots=("beginner",)))
    await person.be_ready()
    await person.start()
    await person.client.send(Resign(request=1, match=match))
    return match


async def test_who_is_deleted_is_gone_and_the_matches_of_others_stay(tmp_path: Path) -> None:
    async with running(tmp_path) as server, browser(server) as page:
        ada = await arrive(server.address, "Ada")
        match = await play_and_resign(ada)
        page.headers["authorization"] = f"Bearer {ada.client_token}"
        token = await sign_up(page)
        await page.post("/api/me/tokens", json={"label": "laptop"})
        raw = await RawSocket.open(server.address, token)
        await raw.greet()
        wrong = await page.post("/api/me/delete", json={"password": NEW})
        assert wrong.status_code == 401
        assert (await page.post("/api/me/delete", json={"password": OLD})).status_code == 204
        assert await raw.close_code() == 4001
        assert (await page.get("/api/me")).status_code == 401
        assert (await page.get("/api/people/Ada")).status_code == 404
        log_in = {"name": "Ada", "password": OLD}
        assert (await page.post("/api/login", json=log_in)).status_code == 401
        store = server.runtime.store
        gone = await store.users.find_user(ada.user)
        assert gone is not None
        assert (gone.name, gone.password_hash, gone.kind) == ("?", None, "guest")
        assert await store.users.list_tokens(ada.user) == []
        assert (await ask(server.address, f"/api/tables/{match}"))["status"] == "final"
        await ada.close()


async def test_a_guest_is_deleted_without_a_password(tmp_path: Path) -> None:
    async with running(tmp_path) as server, browser(server) as page:
        await page.post("/api/guest", json={"name": "Eve"})
        answer = await page.post("/api/me/delete", json={})
        assert answer.status_code == 204
        assert (await page.get("/api/me")).status_code == 401
