"""The page and the headers of every answer."""

from pathlib import Path

import httpx
import pytest

from ludoteca import games
from ludoteca.protocol.common import TableSetting
from ludoteca.server.http import page as page_module
from tests.server.live import arrive, running


async def test_the_page_is_given_at_every_address_people_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>" + "x" * 5000)
    (static / "assets" / "a-1.js").write_text("1")
    (static / ".stamp").write_text("no")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(page_module, "STATIC", static)
    async with (
        running(tmp_path / "data") as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        for path in ("/", "/t/abcd", "/r/abcd", "/people/Ada", "/index.html"):
            answer = await browser.get(path)
            assert answer.status_code == 200, path
            assert answer.headers["content-type"].startswith("text/html")
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.headers["content-encoding"] == "gzip"
        again = await browser.get("/", headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304
        asset = await browser.get("/assets/a-1.js")
        assert "immutable" in asset.headers["cache-control"]
        assert "javascript" in asset.headers["content-type"]
        for path in ("/.stamp", "/../secret.txt", "/%2e%2e/secret.txt", "/a.js", "/api/nothing"):
            assert (await browser.get(path)).status_code == 404, path


async def test_every_answer_has_the_headers_of_security(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        for path in ("/", "/health", "/api/games", "/api/nothing", "/metrics", "/x.js"):
            headers = (await browser.get(path)).headers
            assert "default-src 'self'" in headers["content-security-policy"], path
            scripts = "script-src 'self' 'wasm-unsafe-eval'; "  # compiling, not evaluating
            assert scripts in headers["content-security-policy"]
            assert headers["content-security-policy"].count("unsafe") == 1
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "same-origin"
            assert "server" not in headers
            assert headers["x-frame-options"] == "DENY", path


async def test_only_an_embedded_replay_may_be_shown_in_a_frame(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        for path in ("/", "/embed/abcd", "/r/abcd", "/embed/ab", "/embed/abcd/x", "/embedded"):
            headers = (await browser.get(path)).headers
            policy = headers["content-security-policy"]
            assert ("frame-ancestors *" in policy) == (path == "/embed/abcd"), path
            assert ("x-frame-options" in headers) != (path == "/embed/abcd"), path
            assert headers["x-content-type-options"] == "nosniff"
            assert headers.get_list("content-security-policy") == [policy]


async def test_without_a_built_page_a_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "STATIC", tmp_path / "nothing")
    async with (
        running(tmp_path) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        answer = await browser.get("/", headers={"accept-language": "it"})
        assert answer.status_code == 503
        assert "La pagina non è stata costruita" in answer.text


async def test_the_link_of_a_table_shows_a_sentence_and_a_picture_in_messengers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<!doctype html><head><title>x</title></head>")
    monkeypatch.setattr(page_module, "STATIC", static)
    async with (
        running(tmp_path / "data") as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        ada = await arrive(server.address, 'A"><b>')
        setting = TableSetting(game=games.names()[0], seats=3, public=False)
        match = await ada.open_table(setting)
        text = (await browser.get(f"/t/{match}")).text
        name = games.load(games.names()[0]).name
        assert f'content="A&quot;&gt;&lt;b&gt; invites you to {name}"' in text
        assert "2 free seats" in text
        assert f'content="{server.address}/invitation.png"' in text
        german = await browser.get(f"/t/{match}", headers={"accept-language": "de"})
        assert "2 freie Plätze" in german.text
        assert "og:title" not in (await browser.get("/t/abcd")).text
        assert "og:title" not in (await browser.get("/")).text
        await ada.close()
