"""The door to a table for bots, lost connections and rematches."""

import msgspec
from msgspec.structs import replace

from ludoteca.protocol.from_client import Propose
from ludoteca.table import bots_due, decide, dropped, rematch_opened
from ludoteca.table.decide import HANDLERS
from tests.playing import GAMES
from tests.table.stage import ADA, EVE, MATCH, POLICY, started

GAME = GAMES[-1].id


def test_a_bots_choice_that_is_not_wanted_any_more_brings_nothing() -> None:
    stage = started(GAME, 1, bots=("random",))
    stage.move(ADA)
    (task,) = bots_due(stage.table, POLICY)
    who, good = task.who, task.message(task.legal[0])
    for speaker, message in (
        (replace(who, seat=0), good),
        (who, msgspec.structs.replace(good, ply=task.ply - 1)),
        (who, msgspec.structs.replace(good, ply=task.ply + 1)),
        (who, msgspec.structs.replace(good, move="a1>9")),
    ):
        assert decide(stage.table, speaker, message, 0.0, POLICY).events == ()
    stage.take(decide(stage.table, who, good, stage.now, POLICY))
    again = decide(stage.table, who, good, stage.now, POLICY)
    assert again.events == (), "it was made already"


def test_an_undo_makes_a_thinking_bots_choice_void() -> None:
    stage = started(GAME, 1, bots=("random",))
    stage.move(ADA)
    (task,) = bots_due(stage.table, POLICY)
    stage.do(ADA, Propose, matter="undo")
    late = decide(stage.table, task.who, task.message(task.legal[0]), stage.now, POLICY)
    assert late.events == ()


def test_the_loss_of_a_stranger_changes_nothing() -> None:
    stage = started(GAME)
    assert dropped(stage.table, EVE.user, 0.0, POLICY).events == ()


def test_a_second_loss_of_the_same_person_changes_nothing() -> None:
    stage = started(GAME)
    stage.drop(ADA)
    assert dropped(stage.table, ADA.user, stage.now, POLICY).events == ()


def test_a_rematch_is_noted_once() -> None:
    stage = started(GAME, 1, bots=("random",))
    assert rematch_opened(stage.table, "other", 0.0, POLICY).events == ()
    stage.do(ADA, Propose, matter="end")
    stage.do(ADA, Propose, matter="rematch")
    stage.take(rematch_opened(stage.table, "other", stage.now, POLICY))
    assert stage.enter(ADA).table.rematch == "other"
    assert rematch_opened(stage.table, "third", stage.now, POLICY).events == ()
    assert stage.refuse(ADA, Propose, matter="rematch") == "not_now"


def test_nothing_is_changed_by_asking() -> None:
    stage = started(GAME)
    before = stage.table
    message = Propose(request=1, match=MATCH, matter="pause")
    decision = decide(before, ADA, message, 0.0, POLICY)
    assert decision.events
    assert not before.proposals
    assert decision.after.proposals
    assert len(HANDLERS) > 15
