"""Sessions: hints from what the seat at the screen may know, and links for others."""

import asyncio
from pathlib import Path

import pytest

from ludoteca.protocol import from_client as say
from ludoteca.protocol import to_client as tell
from ludoteca.protocol.common import TableSetting
from ludoteca.tui.remote_session import RemoteSession
from ludoteca.tui.session import LocalSession
from tests.server.live import running
from tests.tui.pilots import BREATH, LONGEST_WAIT

pytestmark = pytest.mark.usefixtures("fixed_seed")


async def test_a_hint_names_legal_moves(tmp_path: Path) -> None:
    session = LocalSession(tmp_path, "Ada", "en")
    setting = TableSetting(game="codex_naturalis", bots=("random",))
    opened = await session.ask(say.OpenTable, setting=setting)
    assert isinstance(opened, tell.Opened)
    await session.ask(say.Ready, match=opened.match)
    await session.ask(say.Start, match=opened.match)
    snapshot = await session.ask(say.Enter, match=opened.match)
    assert isinstance(snapshot, tell.Snapshot)
    hint = await session.ask(say.AskHint, match=opened.match)
    assert isinstance(hint, tell.Hint)
    assert snapshot.position
    sides = snapshot.position.choices["starter_side"]
    assert {line["move"]["starter_side"] for line in hint.lines} <= set(sides)
    assert all(0 <= line["win"] <= 1 for line in hint.lines)
    await session.close()


async def test_everybody_who_listens_is_told(tmp_path: Path) -> None:
    session = LocalSession(tmp_path, "Ada", "en")
    heard: list[tell.Told] = []
    session.listen(heard.append)
    setting = TableSetting(game="my_shelfie", bots=("random",), seating="set")
    opened = await session.ask(say.OpenTable, setting=setting)
    assert isinstance(opened, tell.Opened)
    await session.ask(say.Enter, match=opened.match)
    await session.ask(say.Ready, match=opened.match)
    await session.ask(say.Start, match=opened.match)
    answer = await session.ask(say.AskMoves, match=opened.match, partial={})
    assert isinstance(answer, tell.Continuations)
    async with asyncio.timeout(LONGEST_WAIT):
        while not any(isinstance(frame, tell.Update) for frame in heard):
            await asyncio.sleep(BREATH)
    await session.close()


async def test_a_refusal_is_an_answer(tmp_path: Path) -> None:
    session = LocalSession(tmp_path, "Ada", "de")
    answer = await session.ask(say.OpenTable, setting=TableSetting(game="chess"))
    assert isinstance(answer, tell.Refused)
    await session.close()


async def test_an_invitation_leads_where_others_find_the_server(tmp_path: Path) -> None:
    async with running(tmp_path / "public", public_url="https://games.example") as server:
        session = await RemoteSession.open(server.address, "Ada", "en", tmp_path / "tokens")
        assert session.link("k3v9x0c2b7m1") == "https://games.example/t/k3v9x0c2b7m1"
        await session.close()
    async with running(tmp_path / "here") as server:
        session = await RemoteSession.open(server.address, "Ada", "en", tmp_path / "tokens")
        assert session.link("k3v9x0c2b7m1") == f"{server.address}/t/k3v9x0c2b7m1"
        await session.close()
