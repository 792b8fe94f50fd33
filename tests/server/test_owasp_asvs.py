"""The list of OWASP ASVS 5.0 in the docs is whole and true, and what no other test keeps."""

import json
import re
import urllib.request
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from ludoteca import games
from ludoteca.client.http import HttpRefused, ask, log_in, sign_up
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Resign, Start
from ludoteca.server.logs import log, set_up_logs
from tests.server.live import arrive, running

ROOT = Path(__file__).parents[2]
LIST = (ROOT / "docs/security.md").read_text()
ROWS = re.findall(r"^\| ([\d. to]+) \| ([\w ,]+) \| (.+) \|$", LIST, re.M)

LEVELS_1_AND_2 = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2,
    "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
    "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2,
    "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
    "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3,
    "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
    "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
    "9.1": 3, "9.2": 4,
    "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4,
    "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5,
    "14.1": 2, "14.2": 4, "14.3": 3,
    "15.1": 3, "15.2": 3, "15.3": 7,
    "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3,
}  # fmt: skip
"""How many requirements of these levels each section has; chapters 10 and 17 do not apply."""


def test_every_requirement_is_listed_once() -> None:
    listed = [number for numbers, _, _ in ROWS for number in re.findall(r"\d+\.\d+\.\d+", numbers)]
    assert len(listed) == len(set(listed))
    wanted = {f"{part}.{n}" for part, count in LEVELS_1_AND_2.items() for n in range(1, count + 1)}
    assert wanted - set(listed) == set()


def test_what_keeps_it_exists_and_every_row_says_something() -> None:
    for numbers, state, why in ROWS:
        assert len(why) >= 5, numbers
        named = re.findall(r"(?:tests|docs|deploy|web)/[\w./@-]*\w", why)
        for path in named:
            assert (ROOT / path).exists(), path
        if state == "met":
            assert named or re.search(r"above|check|Python", why), numbers


def test_the_page_writes_no_raw_html() -> None:
    raw = re.compile(r"{@html|\b(innerHTML|outerHTML|insertAdjacentHTML|eval)\b\s*[=(]")
    files = [path for path in (ROOT / "web/src").rglob("*") if path.suffix in (".svelte", ".ts")]
    sources = [path for path in files if not path.name.endswith(".test.ts")]
    assert len(sources) > 20
    assert [path for path in sources if raw.search(path.read_text())] == []


async def test_no_cache_keeps_what_the_api_says(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        token = await sign_up(server.address, "Ada", "a good password")

        def kept() -> str | None:
            header = {"Authorization": f"Bearer {token}"}
            request = urllib.request.Request(f"{server.address}/api/me", headers=header)
            with urllib.request.urlopen(request) as answer:
                found: str | None = answer.headers["cache-control"]
                return found

        assert await server.runtime.background.in_thread(kept) == "no-store"


async def test_who_comes_in_and_who_may_not_is_logged_without_secrets(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        with capture_logs() as logs:
            token = await sign_up(server.address, "Ada", "a good password")
            with pytest.raises(HttpRefused):
                await log_in(server.address, "Ada", "a bad password")
            again = await log_in(server.address, "Ada", "a good password")
            passwords = {"old": "a good password", "new": "a better password"}
            await ask(server.address, "/api/me/password", passwords, again)
            await ask(server.address, "/api/logout", {}, again)
    events = [line["event"] for line in logs]
    for event in ("signed_up", "log_in_refused", "logged_in", "password_changed", "logged_out"):
        assert event in events
    written = repr(logs)
    for secret in (token, again, "good password", "bad password", "better password"):
        assert secret not in written


async def test_what_somebody_may_not_do_is_logged(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada, eve = await arrive(server.address, "Ada"), await arrive(server.address, "Eve")
        match = await ada.open_table(TableSetting(game=games.names()[0]))
        await eve.enter(match)
        with capture_logs() as logs:
            await eve.client.send(Start(request=1, match=match))
            await eve.client.send(Resign(request=1, match=match))
            with pytest.raises(HttpRefused):
                await ask(server.address, "/api/me/tokens", {}, eve.client_token)
        found = [line for line in logs if line["event"] == "not_allowed"]
        codes = [line["code"] for line in found]
        assert codes == ["not_host", "not_seated", "account_needed"]
        assert [line.get("user") for line in found[:2]] == [eve.user] * 2
        assert found[2]["path"] == "/api/me/tokens"
        assert eve.client_token not in repr(logs)
        for person in (ada, eve):
            await person.close()


def test_a_line_of_the_log_is_one_line_with_time_and_no_secret(
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_up_logs("info", "json")
    try:
        log.warning("flooded", user="a\nb", token="t0ken")
    finally:
        set_up_logs("info", "text")
    [line] = capsys.readouterr().err.splitlines()
    facts = json.loads(line)
    assert facts["user"] == "a\nb"
    assert facts["timestamp"].endswith("Z")
    assert "t0ken" not in line
