"""The door to a table for bots, lost connections and rematches."""

from dataclasses import replace

from ludoteca.protocol.from_client import Propose
from ludoteca.table import BotMove, bot_chose, bots_due, decide, dropped, rematch_opened
from ludoteca.table.decide import HANDLERS
from tests.playing import GAMES
from tests.table.stage import ADA, EVE, HOUSE, MATCH, started

GAME = GAMES[-1].id


def test_a_bots_choice_that_is_not_wanted_any_more_brings_nothing() -> None:
    stage = started(GAME, 1, bots=("random",))
    stage.move(ADA)
    (task,) = bots_due(stage.table, HOUSE)
    good = BotMove(task.seat, task.ply, task.legal[0])
    for answer in (
        replace(good, seat=0),
        replace(good, ply=task.ply - 1),
        replace(good, ply=task.ply + 1),
        replace(good, action=-5),
    ):
        assert bot_chose(stage.table, answer, 0.0, HOUSE).events == ()
    stage.take(bot_chose(stage.table, good, stage.now, HOUSE))
    assert bot_chose(stage.table, good, stage.now, HOUSE).events == (), "it was made already"


def test_an_undo_makes_a_thinking_bots_choice_void() -> None:
    stage = started(GAME, 1, bots=("random",))
    stage.move(ADA)
    (task,) = bots_due(stage.table, HOUSE)
    stage.do(ADA, Propose, matter="undo")
    answer = BotMove(task.seat, task.ply, task.legal[0])
    assert bot_chose(stage.table, answer, stage.now, HOUSE).events == ()


def test_the_loss_of_a_stranger_changes_nothing() -> None:
    stage = started(GAME)
    assert dropped(stage.table, EVE.visitor, 0.0, HOUSE).events == ()


def test_a_second_loss_of_the_same_person_changes_nothing() -> None:
    stage = started(GAME)
    stage.drop(ADA)
    assert dropped(stage.table, ADA.visitor, stage.now, HOUSE).events == ()


def test_a_rematch_is_noted_once() -> None:
    stage = started(GAME, 1, bots=("random",))
    assert rematch_opened(stage.table, "other", 0.0, HOUSE).events == ()
    stage.do(ADA, Propose, matter="end")
    stage.do(ADA, Propose, matter="rematch")
    stage.take(rematch_opened(stage.table, "other", stage.now, HOUSE))
    assert stage.enter(ADA).table.rematch == "other"
    assert rematch_opened(stage.table, "third", stage.now, HOUSE).events == ()
    assert stage.refuse(ADA, Propose, matter="rematch") == "not_now"


def test_nothing_is_changed_by_asking() -> None:
    stage = started(GAME)
    before = stage.table
    message = Propose(request=1, match=MATCH, matter="pause")
    decision = decide(before, ADA, message, 0.0, HOUSE)
    assert decision.events
    assert not before.proposals
    assert decision.after.proposals
    assert len(HANDLERS) > 15
