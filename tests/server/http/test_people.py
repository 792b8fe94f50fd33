"""Accounts over HTTP: cookies, sessions, tokens, profiles."""

from pathlib import Path

import httpx
from structlog.testing import capture_logs

from ludoteca.client.http import come_in, sign_up
from ludoteca.server.settings import Limits
from tests.server.failing_store import open_failing
from tests.server.live import Running, running
from tests.server.raw_socket import RawSocket

HORSE = {"name": "Ada", "password": "correct horse"}


def browser(server: Running) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=server.address, trust_env=False)


async def test_the_cookie_of_a_session(tmp_path: Path) -> None:
    async with running(tmp_path) as server, browser(server) as page:
        answer = await page.post("/api/guest", json={"name": "Ada"})
        assert answer.status_code == 201
        assert "token" not in answer.json()
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("ludoteca=")
        assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))
        assert "Secure" not in cookie
        assert (await page.get("/api/me")).json()["name"] == "Ada"
        before = page.cookies["ludoteca"]
        await page.post("/api/account", json=HORSE)
        assert page.cookies["ludoteca"] != before
        assert (await page.get("/api/me")).json()["kind"] == "account"
        await page.post("/api/logout")
        assert (await page.get("/api/me")).status_code == 401


async def test_behind_https_the_cookie_is_for_https_alone(tmp_path: Path) -> None:
    public = "https://games.example"
    async with running(tmp_path, public_url=public) as server, browser(server) as page:
        answer = await page.post("/api/guest", json={"name": "Ada"}, headers={"origin": public})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-ludoteca=")
        assert "Secure" in cookie.split("; ")
        kept = answer.headers["strict-transport-security"]
        assert kept == "max-age=31536000; includeSubDomains"


async def test_pages_from_elsewhere_change_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as server, browser(server) as page:
        for origin in ("http://evil.example", "null"):
            answer = await page.post("/api/guest", json={"name": "Ada"}, headers={"origin": origin})
            assert answer.status_code == 403
            assert answer.json()["code"] == "wrong_origin"
        own = {"origin": f"http://localhost:{server.port}"}
        assert (await page.post("/api/guest", json={"name": "A"}, headers=own)).status_code == 201


async def test_logging_out_closes_the_sockets_of_the_session(tmp_path: Path) -> None:
    async with running(tmp_path) as server, browser(server) as page:
        answer = await page.post("/api/guest", json={"name": "Ada", "bearer": True})
        token = answer.json()["token"]
        raw = await RawSocket.open(server.address, token)
        await raw.greet()
        await page.post("/api/logout", headers={"authorization": f"Bearer {token}"})
        assert await raw.close_code() == 4001


async def test_tokens_of_bots_are_shown_once_and_can_be_ended(tmp_path: Path) -> None:
    async with running(tmp_path) as server, browser(server) as page:
        await page.post("/api/account", json=HORSE)
        token = (await page.post("/api/me/tokens", json={"label": "laptop"})).json()["token"]
        raw = await RawSocket.open(server.address, token)
        assert (await raw.greet())["account"] is True
        [known] = (await page.get("/api/me/tokens")).json()
        assert known["label"] == "laptop"
        assert known["id"] not in token
        assert (await page.delete(f"/api/me/tokens/{known['id']}")).status_code == 204
        assert await raw.close_code() == 4001
        assert (await page.delete(f"/api/me/tokens/{known['id']}")).status_code == 404
        assert (await page.get("/api/people/ada")).json()["kind"] == "bot"


async def test_too_many_newcomers_from_one_address_must_wait(tmp_path: Path) -> None:
    limits = Limits(guest_burst=3, guests_a_minute=1)
    async with running(tmp_path, limits=limits) as server, browser(server) as page:
        codes = [
            (await page.post("/api/guest", json={"name": f"N{n}"})).status_code for n in range(5)
        ]
        assert codes == [201, 201, 201, 429, 429]
        language = {"accept-language": "de-DE,de;q=0.9"}
        answer = await page.post("/api/guest", json={"name": "X"}, headers=language)
        assert answer.json()["code"] == "too_fast"
        assert "zu schnell" in answer.json()["sentence"]


async def test_nobody_can_try_one_password_after_the_other(tmp_path: Path) -> None:
    limits = Limits(log_in_burst=3)
    async with running(tmp_path, limits=limits) as server, browser(server) as page:
        await page.post("/api/account", json=HORSE)
        page.cookies.clear()
        tries = [
            {"name": name, "password": f"guess {n}"} for n, name in enumerate(("Ada", "ADA", "ada"))
        ]
        codes = [(await page.post("/api/login", json=one)).status_code for one in [*tries, HORSE]]
        assert codes == [401, 401, 401, 429]
        other = {"name": "Bo", "password": "guess"}
        assert (await page.post("/api/login", json=other)).status_code == 401


async def test_nobody_can_guess_the_password_of_an_open_session_by_changing_it(
    tmp_path: Path,
) -> None:
    limits = Limits(log_in_burst=3)
    async with running(tmp_path, limits=limits) as server, browser(server) as page:
        await page.post("/api/account", json=HORSE)
        bodies = [{"old": f"guess {n}", "new": "another horse"} for n in range(3)]
        bodies.append({"old": HORSE["password"], "new": "another horse"})
        with capture_logs() as logs:
            codes = [(await page.post("/api/me/password", json=b)).status_code for b in bodies]
        assert codes == [401, 401, 401, 429]
        refused = [line["code"] for line in logs if line["event"] == "log_in_refused"]
        assert refused == ["wrong_password"] * 3 + ["too_fast"]


async def test_json_that_is_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as server, browser(server) as page:
        with capture_logs() as logged:
            for path in ("/api/guest", "/api/account", "/api/login"):
                answer = await page.post(
                    path, content="[" * 10_000, headers={"content-type": "application/json"}
                )
                assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
        assert logged == []


async def test_head_is_answered_as_get_without_its_body(tmp_path: Path) -> None:
    async with running(tmp_path) as server, browser(server) as page:
        for path in ("/health", "/", "/api/games"):
            asked, answer = await page.get(path), await page.head(path)
            assert (answer.status_code, answer.content) == (asked.status_code, b"")
            assert answer.headers["content-type"] == asked.headers["content-type"]


async def test_who_must_wait_is_told_how_long(tmp_path: Path) -> None:
    limits = Limits(guest_burst=1, guests_a_minute=6)
    async with running(tmp_path, limits=limits) as server, browser(server) as page:
        await page.post("/api/guest", json={"name": "Ada"})
        answer = await page.post("/api/guest", json={"name": "Bo"})
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "10")
        assert 9 < answer.json()["retry_after"] <= 10


async def test_nobody_is_called_as_the_server_or_its_bots_are(tmp_path: Path) -> None:
    async with running(tmp_path) as server, browser(server) as page:
        guest = {"authorization": f"Bearer {await come_in(server.address, 'Bo')}"}
        account = {"authorization": f"Bearer {await sign_up(server.address, **HORSE)}"}
        for name in ("bot:greedy", "Bot: greedy", "ADMIN", "Ludoteca", "ｓｙｓｔｅｍ"):
            answers = [
                await page.post("/api/guest", json={"name": name}),
                await page.post("/api/account", json={**HORSE, "name": name}),
                await page.patch("/api/me", json={"name": name}, headers=guest),
                await page.patch("/api/me", json={"name": name}, headers=account),
            ]
            taken = [(one.status_code, one.json()["code"]) for one in answers]
            assert taken == [(409, "name_taken")] * 4, name
        assert (await page.post("/api/guest", json={"name": "Botticelli"})).status_code == 201


async def test_while_the_store_is_down_people_are_told_when_to_ask_again(tmp_path: Path) -> None:
    store = await open_failing(tmp_path)
    async with running(tmp_path, store=store) as server, browser(server) as page:
        store.away = True
        answer = await page.post("/api/guest", json={"name": "Ada"})
        store.away = False
        assert (answer.status_code, answer.json()["code"]) == (503, "store_away")
        assert answer.headers["retry-after"] == "1"
