"""The desk: hints are made from what the seat at the screen may know."""

import asyncio
from pathlib import Path

import pytest

from ludoteca.protocol import from_client as say
from ludoteca.protocol import to_client as tell
from ludoteca.protocol.common import TableSetting
from ludoteca.tui.desk import LocalDesk

pytestmark = pytest.mark.usefixtures("fixed_dice")


async def test_a_hint_names_legal_moves(tmp_path: Path) -> None:
    desk = LocalDesk(tmp_path, "Ada", "en")
    setting = TableSetting(game="codex_naturalis", bots=("random",))
    opened = await desk.ask(say.OpenTable, setting=setting)
    assert isinstance(opened, tell.Opened)
    await desk.ask(say.Ready, match=opened.match)
    await desk.ask(say.Start, match=opened.match)
    snapshot = await desk.ask(say.Enter, match=opened.match)
    assert isinstance(snapshot, tell.Snapshot)
    hint = await desk.ask(say.AskHint, match=opened.match)
    assert isinstance(hint, tell.Hint)
    assert snapshot.position
    sides = snapshot.position.choices["starter_side"]
    assert {line["move"]["starter_side"] for line in hint.lines} <= set(sides)
    assert all(0 <= line["win"] <= 1 for line in hint.lines)
    await desk.close()


async def test_everybody_who_listens_is_told(tmp_path: Path) -> None:
    desk = LocalDesk(tmp_path, "Ada", "en")
    heard: list[tell.Told] = []
    desk.listen(heard.append)
    setting = TableSetting(game="my_shelfie", bots=("random",), seating="set")
    opened = await desk.ask(say.OpenTable, setting=setting)
    assert isinstance(opened, tell.Opened)
    await desk.ask(say.Enter, match=opened.match)
    await desk.ask(say.Ready, match=opened.match)
    await desk.ask(say.Start, match=opened.match)
    answer = await desk.ask(say.AskMoves, match=opened.match, partial={})
    assert isinstance(answer, tell.Continuations)
    while not heard:
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    await desk.close()
    assert any(isinstance(frame, tell.Update) for frame in heard)


async def test_a_refusal_is_an_answer(tmp_path: Path) -> None:
    desk = LocalDesk(tmp_path, "Ada", "de")
    answer = await desk.ask(say.OpenTable, setting=TableSetting(game="chess"))
    assert isinstance(answer, tell.Refused)
    await desk.close()
