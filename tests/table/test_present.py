"""What each viewer may know of a table: small frames, and all of it once the match is final."""

import msgspec
import pytest

from ludoteca.core.game import Game
from ludoteca.protocol import encode
from ludoteca.protocol.from_client import Enter, Resign
from ludoteca.protocol.to_client import Snapshot, Update
from tests.playing import GAMES, table_name
from tests.table.stage import ADA, EVE, opened, started

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

LARGEST_UPDATE = 9_000
"""Bytes; four players with large areas included."""


@each_game
def test_updates_stay_small_however_many_moves_are_legal(game: Game) -> None:
    stage = started(game.id, 4)
    stage.enter(EVE)
    stage.play()
    for told in stage.told.values():
        updates = [each for each in told if isinstance(each, Update) and each.ending is None]
        assert max(len(encode(each)) for each in updates) < LARGEST_UPDATE


@each_game
def test_once_final_everybody_sees_everything(game: Game) -> None:
    stage = started(game.id, 2)
    stage.play(11)
    stage.do(ADA, Resign)
    shown = stage.enter(EVE)
    assert shown.position is not None
    assert shown.ending is not None
    progress = stage.table.progress
    assert progress is not None
    assert shown.position.view == msgspec.to_builtins(game.position(progress.state))
    assert shown.position.choices == {}
    assert shown.position.movers == ()
    assert shown.ending.seed == stage.table.seed.hex()
    assert [step["step"] for step in shown.ending.steps][-1] == "result"
    assert [each["total"] for each in shown.ending.scores] == [
        each["total"] for each in game.scores(progress.state)
    ]


@each_game
def test_a_drawing_is_sent_to_those_who_ask_for_it(game: Game) -> None:
    stage = started(game.id, 2)
    without = stage.enter(ADA).position
    assert without is not None
    assert without.drawing is None
    answer = stage.do(ADA, Enter, drawing=True)
    assert isinstance(answer, Snapshot)
    assert answer.position is not None
    assert answer.position.drawing
    stage.play(2)
    update = [each for each in stage.told[ADA.user] if isinstance(each, Update)][-1]
    assert update.position.drawing


def test_before_the_start_there_is_no_position() -> None:
    shown = opened(GAMES[-1].id).enter(ADA)
    assert shown.position is None
    assert shown.happened == ()
    assert shown.ending is None
