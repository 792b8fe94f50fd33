"""When bots are to move, and that they get no more than their view."""

from ludoteca.protocol.from_client import Propose
from ludoteca.table import bots_due, is_parked
from tests.playing import GAMES
from tests.table.stage import ADA, POLICY, started


def test_all_bots_choose_at_once_in_the_set_up() -> None:
    stage = started(GAMES[0].id, 1, bots=("random", "greedy"))
    assert [(task.seat, task.bot) for task in bots_due(stage.table, POLICY)] == [
        (1, "random"),
        (2, "greedy"),
    ]


def test_a_bot_gets_its_view_and_its_legal_moves() -> None:
    stage = started(GAMES[0].id, 1, bots=("random",))
    (task,) = bots_due(stage.table, POLICY)
    assert stage.table.progress is not None
    state, game = stage.table.progress.state, stage.table.game
    assert task.view.state == game.view(state, task.seat).state
    assert task.view.state != state
    assert task.legal == game.legal(state, task.seat)


def test_bots_rest_in_a_pause_and_when_nobody_is_here() -> None:
    stage = started(GAMES[0].id, 1, bots=("random",))
    stage.do(ADA, Propose, matter="pause")
    assert not bots_due(stage.table, POLICY)
    stage.do(ADA, Propose, matter="resume")
    assert bots_due(stage.table, POLICY)
    stage.drop(ADA)
    assert is_parked(stage.table)
    assert not bots_due(stage.table, POLICY)
