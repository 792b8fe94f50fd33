"""The admin's part of the API: by the token alone, slowly for others, with no secret in it."""

from pathlib import Path

import httpx
import msgspec
import pytest
from structlog.testing import capture_logs

from ludoteca import games
from ludoteca.protocol.common import TableSetting
from ludoteca.server.admin.token import token_file
from ludoteca.server.settings import Limits
from tests.server.live import Running, arrive, pair, running

GAME = games.names()[-1]
EVERYTHING = [
    ("GET", "/api/admin/tables", None),
    ("GET", "/api/admin/people", None),
    ("POST", "/api/admin/tables/abcdefgh0123/end", None),
    ("POST", "/api/admin/tables/abcdefgh0123/reopen", None),
    ("POST", "/api/admin/bans", {"who": "Ada", "banned": True}),
    ("POST", "/api/admin/factors/drop", {"who": "Ada"}),
    ("POST", "/api/admin/backup", None),
    ("POST", "/api/admin/restore", None),
]


def admin(server: Running, token: str | None = None) -> httpx.AsyncClient:
    """Speak with a server by its own token, or by another one."""
    shown = server.runtime.admin_token if token is None else token
    headers = {"authorization": f"Bearer {shown}"} if shown else {}
    return httpx.AsyncClient(base_url=server.address, headers=headers, trust_env=False)


async def test_without_the_token_there_is_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await arrive(server.address, "Ada")
        for token in ("", "x" * 64, ada.client_token, "\N{SNOWMAN}".encode().hex()):
            async with admin(server, token) as stranger:
                for method, path, body in EVERYTHING:
                    answer = await stranger.request(method, path, json=body)
                    assert answer.status_code in (404, 429), path
        assert (await server.runtime.accounts.who(ada.client_token)) is not None
        async with admin(server) as known:
            assert (await known.get("/api/admin/tables")).json() == []
            schema = (await known.get("/api/schema/openapi.json")).text
            assert "/api/admin" not in schema
        await ada.close()


async def test_guessing_is_slow_and_logged_without_what_was_guessed(tmp_path: Path) -> None:
    limits = Limits(log_in_burst=3)
    async with running(tmp_path, limits=limits) as server:
        with capture_logs() as logs:
            async with admin(server, "guess" * 5) as stranger:
                tries = [(await stranger.get("/api/admin/tables")).status_code for _ in range(5)]
        assert tries == [404, 404, 404, 429, 429]
        assert [line["event"] for line in logs].count("admin_refused") == 5
        assert "guess" not in repr(logs)
        async with admin(server) as known:  # who knows the token is not slowed down
            assert (await known.get("/api/admin/tables")).status_code == 200


async def test_without_a_token_of_its_own_it_is_closed(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        server.runtime.admin_token = ""
        for token in ("", "closed"):
            async with admin(server, token) as stranger:
                assert (await stranger.get("/api/admin/tables")).status_code == 404


async def test_tables_people_and_a_backup(tmp_path: Path) -> None:
    async with running(tmp_path) as server, admin(server) as browser:
        assert token_file(server.runtime.settings).read_text().strip() == server.runtime.admin_token
        first, other = await pair(server)
        match = first.match
        [line] = (await browser.get("/api/admin/tables")).json()
        assert (line["match"], line["status"]) == (match, "playing")
        people = (await browser.get("/api/admin/people", params={"match": match})).json()
        assert {person["name"] for person in people} == {"Ada", "Bo"}
        end = await browser.post(f"/api/admin/tables/{match}/end")
        assert end.json()["status"] == "over"
        again = await browser.post(f"/api/admin/tables/{match}/end")
        assert (again.status_code, again.json()["code"]) == (400, "match_over")
        reopened = await browser.post(f"/api/admin/tables/{match}/reopen")
        assert reopened.json()["status"] == "playing"
        backup = await browser.post("/api/admin/backup")
        assert backup.content.startswith(b"SQLite format 3")
        assert len(backup.content) == int(backup.headers["content-length"])
        for person in (first, other):
            await person.close()


@pytest.mark.parametrize("path", ["/api/admin/tables?status=sleepy", "/api/admin/tables?limit=0"])
async def test_what_does_not_fit_is_refused(tmp_path: Path, path: str) -> None:
    async with running(tmp_path) as server, admin(server) as browser:
        assert (await browser.get(path)).status_code == 400


async def test_no_answer_holds_a_seed_or_a_hidden_card(tmp_path: Path) -> None:
    async with running(tmp_path) as server, admin(server) as browser:
        first, other = await pair(server, TableSetting(game=GAME))
        await first.move()
        log = b"".join(
            entry.body for entry in await server.runtime.store.tables.read_log(first.match)
        )
        table = (await server.runtime.tables.of(first.match)).table
        assert table.seed.hex().encode() in log
        said = [(await browser.get("/api/admin/tables")).content]
        for act in ("end", "reopen", "end"):
            said.append((await browser.post(f"/api/admin/tables/{first.match}/{act}")).content)
        said.append((await browser.get(f"/api/admin/people?match={first.match}")).content)
        keys = {key for text in said[1:4] for key in msgspec.json.decode(text)}
        assert keys == {
            "match", "status", "game", "public", "players", "away", "opened_at", "updated_at",
            "awake", "set_aside",
        }  # fmt: skip
        assert table.seed.hex().encode() not in b"".join(said)
        for person in (first, other):
            await person.close()
