"""Agreements: undo to the last deal, offers to end, pauses; alone against bots at once."""

from typing import Any

import pytest
from msgspec.structs import replace

from ludoteca.protocol.common import DaysClock, NoClock
from ludoteca.protocol.from_client import Agree, PlayMove, Propose, Resign
from ludoteca.protocol.to_client import Refused
from ludoteca.record import verify
from ludoteca.table import apply, events, next_wake, record_of
from tests.playing import GAMES
from tests.table.stage import ADA, BO, CY, EVE, Stage, started

GAME = GAMES[-1].id


def lines(stage: Stage) -> list[str]:
    """Return the plies of the record."""
    return record_of(stage.table).split("\n\n")[1].splitlines()


def test_alone_against_bots_an_undo_happens_at_once() -> None:
    stage = started(GAME, 1, bots=("random",))
    before = stage.table.progress
    assert before is not None
    stage.move(ADA)
    stage.play_bots()
    stage.do(ADA, Propose, matter="undo")
    assert stage.table.progress is not None
    assert stage.table.progress.state == before.state
    assert lines(stage)[-1] == f"undo {before.ply}"
    stage.play()
    assert verify(record_of(stage.table).encode()).rolls_checked


def test_among_people_all_must_agree() -> None:
    stage = started(GAME, 3)
    stage.move(ADA)
    stage.do(ADA, Propose, matter="undo")
    stage.do(BO, Agree, matter="undo", agree=True)
    shown = stage.enter(CY).table.proposals
    assert [(each.matter, each.by, each.agreed, each.needed) for each in shown] == [
        ("undo", 0, (0, 1), (0, 1, 2))
    ]
    assert not lines(stage)[-1].startswith("undo")
    stage.do(CY, Agree, matter="undo", agree=True)
    assert lines(stage)[-1].startswith("undo")
    assert not stage.table.proposals


def test_one_no_is_enough() -> None:
    stage = started(GAME, 2)
    stage.move(ADA)
    stage.do(ADA, Propose, matter="undo")
    stage.do(BO, Agree, matter="undo", agree=False)
    assert not stage.table.proposals
    assert stage.refuse(BO, Agree, matter="undo", agree=True) == "nothing_proposed"


def test_a_move_makes_a_proposed_undo_void() -> None:
    stage = started(GAME, 2)
    stage.move(ADA)
    stage.do(ADA, Propose, matter="undo")
    stage.move(BO)
    assert not stage.table.proposals


def test_an_undo_never_passes_a_deal() -> None:
    stage = started(GAME, 2)
    assert stage.refuse(ADA, Propose, matter="undo") == "nothing_to_undo"
    assert stage.enter(ADA).position is not None
    deals = 0
    while stage.table.is_playing:
        stage.play(1)
        progress = stage.table.progress
        assert progress is not None
        if progress.lines[-1].full.kind == "deal" and stage.table.is_playing:
            deals += 1
            for who in (ADA, BO):
                assert stage.refuse(who, Propose, matter="undo") == "nothing_to_undo"
    assert deals


def test_undo_to_says_how_far_it_would_go() -> None:
    stage = started(GAME, 2)
    ply = stage.ply
    stage.move(ADA)
    positions = [stage.enter(who).position for who in (ADA, BO, EVE)]
    assert [None if each is None else each.undo_to for each in positions] == [ply, None, None]


def test_moves_can_be_undone_one_after_the_other() -> None:
    stage = started(GAME, 1, bots=("random",))
    start = stage.table.progress
    assert start is not None
    stage.move(ADA)
    stage.play_bots()
    stage.move(ADA)
    for _ in range(2):
        stage.do(ADA, Propose, matter="undo")
    assert stage.table.progress is not None
    assert stage.table.progress.state == start.state
    assert stage.refuse(ADA, Propose, matter="undo") == "nothing_to_undo"
    stage.play()
    assert verify(record_of(stage.table).encode()).rolls_checked


def test_a_move_meant_for_an_undone_position_is_stale() -> None:
    stage = started(GAME, 1, bots=("random",))
    ply, text = stage.ply, stage.pick(0)
    stage.move(ADA)
    stage.do(ADA, Propose, matter="undo")
    answer = stage.say(ADA, PlayMove, ply=ply, move_id="b" * 32, move=text)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.ply) == ("stale_move", stage.ply)


def test_an_offer_to_end_lets_the_scores_decide() -> None:
    stage = started(GAME, 2)
    stage.play(9)
    stage.do(ADA, Propose, matter="end")
    assert stage.table.is_playing
    stage.move(BO) if 1 in stage.table.movers else stage.move(ADA)
    stage.do(BO, Agree, matter="end", agree=True)
    assert stage.table.status == "final"
    assert lines(stage)[-2] == "end agreed"
    assert verify(record_of(stage.table).encode()).rolls_checked


def test_several_may_end_what_one_has_left_but_it_can_be_reversed() -> None:
    stage = started(GAME, 3)
    stage.drop(CY)
    stage.pass_time(31)
    for who in (ADA, BO):
        stage.do(who, Propose, matter="end")
    assert stage.table.status == "over"
    assert stage.table.reversible_until == stage.now + 86_400


@pytest.mark.parametrize("clock", [NoClock(), DaysClock(days=1)])
def test_an_end_all_agreed_on_is_final_though_one_of_them_is_cut_off(
    clock: NoClock | DaysClock,
) -> None:
    stage = started(GAME, 2, clock=clock)
    stage.do(ADA, Propose, matter="end")
    stage.drop(ADA)
    stage.do(BO, Agree, matter="end", agree=True)
    assert stage.table.status == "final"
    stage.check()


def test_what_was_ended_behind_a_back_stands_only_if_all_agree() -> None:
    stage = started(GAME, 3)
    stage.drop(CY)
    stage.pass_time(31)
    for who in (ADA, BO, ADA, BO):
        stage.do(who, Propose, matter="end")
    assert stage.table.reversible_until is not None
    stage.enter(CY)
    stage.do(CY, Agree, matter="end", agree=True)
    assert stage.table.status == "final"


def test_in_a_match_of_days_those_who_are_not_there_are_asked_too() -> None:
    stage = started(GAME, 3, clock=DaysClock(days=3))
    stage.drop(CY)
    for matter in ("end", "pause"):
        for who in (ADA, BO):
            stage.do(who, Propose, matter=matter)
    assert stage.table.is_playing
    stage.enter(CY)
    stage.do(CY, Agree, matter="pause", agree=True)
    assert stage.table.status == "paused"


def test_nobody_pauses_behind_the_back_of_one_who_is_waited_for() -> None:
    stage = started(GAME, 2)
    stage.drop(BO)
    stage.do(ADA, Propose, matter="pause")
    assert stage.table.is_playing
    stage.enter(BO)
    stage.do(BO, Agree, matter="pause", agree=False)
    assert not stage.table.proposals


def test_a_pause_is_agreed_on_and_stops_everything() -> None:
    stage = started(GAME, 2)
    stage.do(ADA, Propose, matter="pause")
    stage.do(BO, Propose, matter="pause")
    assert stage.table.status == "paused"
    code = stage.refuse(ADA, PlayMove, ply=stage.ply, move_id="a" * 32, move="d4>1")
    assert code == "paused"
    stage.drop(BO)
    stage.pass_time(10_000)
    assert stage.table.alone is None
    stage.enter(BO)
    for who in (BO, ADA):
        stage.do(who, Agree, matter="resume", agree=True) if stage.table.proposals else stage.do(
            who, Propose, matter="resume"
        )
    assert stage.table.is_playing


def paused(**given: Any) -> Stage:
    """Pause a match of two, and let Ada want to go on."""
    stage = started(GAME, 2, **given)
    for who in (ADA, BO):
        stage.do(who, Propose, matter="pause")
    stage.do(ADA, Propose, matter="resume")
    return stage


def test_a_pause_does_not_end_because_one_who_has_not_agreed_is_cut_off() -> None:
    stage = paused()
    stage.drop(BO)
    stage.pass_time(29)
    assert stage.table.status == "paused"
    assert not any(seat.bot_at for seat in stage.enter(ADA).table.seats), "no bot in a pause"
    stage.enter(BO)
    stage.pass_time(100)
    assert stage.table.status == "paused"
    stage.do(BO, Agree, matter="resume", agree=True)
    assert stage.table.is_playing
    stage.check()


def test_one_who_is_gone_for_good_does_not_keep_a_live_match_paused() -> None:
    stage = paused()
    stage.drop(BO)
    assert next_wake(stage.table) == stage.now + 30
    stage.pass_time(30)
    assert stage.table.is_playing
    assert stage.table.seats[1].grace_ends == stage.now + 30, "they may still come"


def test_a_pause_does_not_end_because_all_have_left() -> None:
    stage = paused()
    for who in (ADA, BO):
        stage.drop(who)
    stage.pass_time(1_000)
    assert stage.table.status == "paused"


def test_in_a_match_of_days_all_who_paused_it_must_want_to_go_on() -> None:
    stage = paused(clock=DaysClock(days=1))
    stage.drop(BO)
    stage.pass_time(10_000)
    assert stage.table.status == "paused"
    stage.do(BO, Agree, matter="resume", agree=True)
    assert stage.table.is_playing


def test_spectators_are_not_asked() -> None:
    stage = started(GAME, 2)
    stage.enter(EVE)
    stage.do(ADA, Propose, matter="end")
    assert stage.refuse(EVE, Agree, matter="end", agree=True) == "not_seated"
    assert stage.refuse(EVE, Propose, matter="end") == "not_seated"


def test_what_makes_no_sense_now_is_refused() -> None:
    stage = started(GAME, 2)
    for matter in ("resume", "reverse", "rematch"):
        assert stage.refuse(ADA, Propose, matter=matter) == "not_now"
    stage.play()
    for matter in ("undo", "end", "pause", "resume", "reverse"):
        assert stage.refuse(ADA, Propose, matter=matter) == "not_now"


def test_where_nobody_is_left_a_proposed_rematch_waits() -> None:
    stage = started(GAME, 2)
    stage.do(ADA, Resign)
    stage.do(BO, Propose, matter="rematch")
    for who in (BO, ADA):
        stage.drop(who)
    stage.pass_time(100)
    assert not stage.table.rematch_due
    for who in (ADA, BO):
        stage.enter(who)
    stage.do(ADA, Agree, matter="rematch", agree=True)
    assert stage.enter(ADA).table.rematch_due
    stage.check()


def test_a_log_in_which_nobody_agreed_to_a_rematch_brings_none() -> None:
    stage = started(GAME, 2)
    stage.do(ADA, Resign)
    for who in (ADA, BO):
        stage.drop(who)
    table = apply(stage.table, events.RematchAgreed(at=stage.now))
    assert not table.rematch_due
    stage.table = replace(table, events=stage.table.events)
    stage.enter(BO)
    stage.do(BO, Propose, matter="rematch")
    assert stage.table.rematch_seats == (1,)


def test_a_pause_that_was_proposed_does_not_come_about_because_all_give_up() -> None:
    stage = started(GAME, 3)
    stage.do(ADA, Propose, matter="pause")
    for who in (ADA, BO, CY):
        stage.do(who, Resign)
    assert stage.table.is_playing, "bots play it to the end"
