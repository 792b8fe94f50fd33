"""Clocks: none, seconds a turn, a bank, days; out of time a bot makes that move."""

import pytest

from ludoteca.protocol.common import BankClock, Clock, DaysClock, TurnClock
from ludoteca.protocol.from_client import Propose
from ludoteca.protocol.to_client import ClockInfo
from ludoteca.table import bots_due, end_by_admin, next_wake, reopen_by_admin
from ludoteca.table.clock import ends_at
from tests.playing import GAMES
from tests.table.stage import ADA, BO, PEOPLE, POLICY, Stage, started

TWO_MOVES_A_TURN, ONE_MOVE_A_TURN = (game.id for game in GAMES)
"""The games in the order of their names."""


def clock_of(stage: Stage) -> ClockInfo:
    """Return the clock as it is told."""
    position = stage.enter(ADA).position
    assert position is not None
    assert position.clock is not None
    return position.clock


def left(stage: Stage, seat: int) -> float:
    """Return the time a seat has left now."""
    timer = stage.table.timers[seat]
    end = ends_at(timer)
    return timer.left if end is None else end - stage.now


def test_without_a_clock_nothing_runs() -> None:
    stage = started(ONE_MOVE_A_TURN)
    assert stage.table.timers == ()
    assert next_wake(stage.table) is None


def test_every_turn_has_its_seconds() -> None:
    stage = started(ONE_MOVE_A_TURN, clock=TurnClock(seconds=20))
    assert (clock_of(stage).ends, clock_of(stage).left) == ((stage.now + 20, None), (20.0, 20.0))
    stage.pass_time(15)
    stage.move(ADA)
    assert clock_of(stage).ends == (None, stage.now + 20)
    stage.pass_time(3)
    stage.move(BO)
    assert left(stage, 0) == 20


def test_two_moves_of_one_turn_share_its_time() -> None:
    stage = started(TWO_MOVES_A_TURN, clock=TurnClock(seconds=20))
    stage.play(4)
    seat = stage.table.movers[0]
    assert left(stage, seat) == 20
    stage.pass_time(5)
    stage.move(PEOPLE[seat])
    assert stage.table.movers == (seat,), "it places, then it draws"
    assert left(stage, seat) == 15
    stage.move(PEOPLE[seat])
    assert stage.table.movers == (1 - seat,)
    assert left(stage, 1 - seat) == 20


def test_all_who_choose_at_once_have_their_time() -> None:
    stage = started(TWO_MOVES_A_TURN, 3, clock=TurnClock(seconds=20))
    assert stage.table.movers == (0, 1, 2)
    stage.pass_time(8)
    stage.move(BO)
    assert [left(stage, seat) for seat in (0, 2)] == [12, 12]
    assert ends_at(stage.table.timers[1]) is None


def test_a_bank_lasts_for_the_match_and_grows_with_each_turn() -> None:
    stage = started(ONE_MOVE_A_TURN, clock=BankClock(seconds=100, increment=7))
    stage.pass_time(10)
    stage.move(ADA)
    assert left(stage, 0) == 97
    stage.pass_time(30)
    stage.move(BO)
    assert left(stage, 1) == 77
    stage.pass_time(5)
    stage.move(ADA)
    assert left(stage, 0) == 99


BANK = BankClock(seconds=60, increment=10)


def test_an_undo_takes_the_increments_of_the_undone_turns_back() -> None:
    stage = started(ONE_MOVE_A_TURN, clock=BANK)
    for seconds, who in ((5, ADA), (7, BO), (2, ADA)):
        stage.pass_time(seconds)
        stage.move(who)
    stage.pass_time(3)
    assert [left(stage, seat) for seat in (0, 1)] == [73, 60]
    stage.do(ADA, Propose, matter="undo")
    stage.do(BO, Propose, matter="undo")
    assert stage.table.movers == (0,)
    assert [left(stage, seat) for seat in (0, 1)] == [63, 60], "used time stays used"
    stage.do(ADA, Propose, matter="undo")
    stage.do(BO, Propose, matter="undo")
    assert [left(stage, seat) for seat in (0, 1)] == [53, 50]
    stage.check()


def test_nobody_gains_time_by_moves_that_are_undone() -> None:
    stage = started(ONE_MOVE_A_TURN, 1, bots=("random",), clock=BANK)
    for _ in range(5):
        stage.move(ADA)
        stage.do(ADA, Propose, matter="undo")
    assert [timer.left for timer in stage.table.timers] == [60, 60]
    stage.move(ADA)
    assert left(stage, 0) == 70


def test_an_undo_within_a_turn_brings_no_increment() -> None:
    stage = started(TWO_MOVES_A_TURN, clock=BANK)
    stage.play(4)
    seat = stage.table.movers[0]
    before = left(stage, seat)
    stage.move(PEOPLE[seat])
    for own in (seat, 1 - seat):
        stage.do(PEOPLE[own], Propose, matter="undo")
    assert stage.table.movers == (seat,)
    assert left(stage, seat) == before
    for _ in range(2):
        stage.move(PEOPLE[seat])
    assert left(stage, seat) == before + 10


def test_an_end_that_is_reversed_brings_no_increment() -> None:
    stage = started(ONE_MOVE_A_TURN, clock=BANK)
    stage.take(end_by_admin(stage.table, stage.now, POLICY))
    stage.take(reopen_by_admin(stage.table, stage.now, POLICY))
    assert [left(stage, seat) for seat in (0, 1)] == [60, 60]


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        (TurnClock(seconds=20), 20.0),
        (BankClock(seconds=50), 50.0),
        (DaysClock(days=2), 2 * 86_400.0),
    ],
)
def test_out_of_time_a_bot_makes_that_move_and_no_other(clock: Clock, seconds: float) -> None:
    stage = started(ONE_MOVE_A_TURN, clock=clock)
    assert next_wake(stage.table) == stage.now + seconds
    stage.pass_time(seconds - 1)
    assert not bots_due(stage.table, POLICY)
    stage.pass_time(1)
    assert [(task.seat, task.bot) for task in bots_due(stage.table, POLICY)] == [
        (0, POLICY.replacement)
    ]
    stage.play_bots()
    assert stage.table.movers == (1,)
    assert stage.table.progress is not None
    assert stage.table.progress.lines[-1].full.by_bot
    stage.move(BO)
    assert not bots_due(stage.table, POLICY)
    stage.check()


def test_whoever_is_quicker_than_the_bot_may_still_move() -> None:
    stage = started(ONE_MOVE_A_TURN, clock=TurnClock(seconds=20))
    stage.pass_time(21)
    stage.move(ADA)
    assert not bots_due(stage.table, POLICY)


def test_a_match_of_days_goes_on_with_nobody_there() -> None:
    stage = started(ONE_MOVE_A_TURN, clock=DaysClock(days=1))
    for who in (ADA, BO):
        stage.drop(who)
    for _ in range(200):
        wake = next_wake(stage.table)
        if wake is None:
            break
        stage.pass_time(wake - stage.now)
        stage.play_bots()
    assert stage.table.status == "final"


def test_a_pause_stops_the_clock() -> None:
    stage = started(ONE_MOVE_A_TURN, clock=TurnClock(seconds=20))
    stage.pass_time(5)
    for who in (ADA, BO):
        stage.do(who, Propose, matter="pause")
    assert clock_of(stage).ends == (None, None)
    stage.pass_time(1_000)
    for who in (ADA, BO):
        stage.do(who, Propose, matter="resume")
    assert left(stage, 0) == 15


def test_a_bots_time_does_not_run() -> None:
    stage = started(ONE_MOVE_A_TURN, 1, bots=("random",), clock=TurnClock(seconds=20))
    stage.move(ADA)
    assert stage.table.movers == (1,)
    assert clock_of(stage).ends == (None, None)
