"""Our faults cost players nothing: clocks stop in an outage, and no end comes of one."""

import pytest
from msgspec.structs import replace

from ludoteca.core.game import Game
from ludoteca.protocol.common import BankClock, DaysClock, NoClock, TurnClock
from ludoteca.protocol.from_client import Agree, AloneChoice, Propose, Resign
from ludoteca.table import Table, after_outage, after_restart, next_wake, tick
from ludoteca.table.clock import ends_at
from tests.playing import GAMES, table_name
from tests.sizes import SOAK
from tests.table.random_events import RandomEvents
from tests.table.stage import ADA, BO, POLICY, started

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

TABLES = 200 if SOAK else 4


def remaining(table: Table, now: float) -> list[float | None]:
    """Return the time until every deadline of a table, whichever is running."""
    moments = [
        *(ends_at(timer) for timer in table.timers),
        *(seat.grace_ends for seat in table.seats),
        None if table.alone is None else table.alone.wins_at,
        table.reversible_until,
        next_wake(table),
    ]
    return [None if moment is None else max(0.0, round(moment - now, 5)) for moment in moments]


@each_game
@pytest.mark.parametrize("seed", range(TABLES))
def test_an_outage_at_any_moment_takes_no_time_from_anybody(game: Game, seed: int) -> None:
    chaos = RandomEvents(game.id, 2_000 + seed)
    for _ in range(300):
        chaos.step()
        stage = chaos.stage
        stage.pass_time(0.0)
        left = remaining(stage.table, stage.now)
        later = stage.now + 1e6
        after = after_outage(stage.table, stage.now, later, POLICY).after
        assert remaining(after, later) == left
        assert not tick(after, later, POLICY).events, "an outage brings nothing about"
        assert after.status == stage.table.status


@pytest.mark.parametrize(
    "clock", [TurnClock(seconds=20), BankClock(seconds=100), DaysClock(days=2)]
)
def test_a_clock_stands_still_while_nothing_can_be_saved(
    clock: TurnClock | BankClock | DaysClock,
) -> None:
    stage = started(GAMES[-1].id, clock=clock)
    stage.pass_time(5)
    left = remaining(stage.table, stage.now)
    since, stage.now = stage.now, stage.now + 10**7
    stage.take(after_outage(stage.table, since, stage.now, POLICY))
    assert remaining(stage.table, stage.now) == left
    stage.pass_time(0)
    assert not any(seat.overdue for seat in stage.table.seats)
    stage.check()


def test_after_a_restart_everybody_has_the_whole_grace_to_come_back() -> None:
    stage = started(GAMES[-1].id, clock=TurnClock(seconds=20))
    stage.pass_time(5)
    since, stage.now = stage.now, stage.now + 3600
    stage.viewers.clear()
    stage.take(after_restart(stage.table, since, stage.now, POLICY))
    assert [seat.grace_ends for seat in stage.table.seats] == [stage.now + 30] * 2
    stage.pass_time(29)
    for who in (ADA, BO):
        stage.enter(who)
    stage.pass_time(0)
    assert ends_at(stage.table.timers[0]) == pytest.approx(stage.now + 15)
    assert all(seat.bot is None for seat in stage.table.seats)


def test_after_a_restart_who_comes_first_was_not_away_and_loses_no_time() -> None:
    stage = started(GAMES[-1].id, clock=TurnClock(seconds=20))
    stage.pass_time(5)
    since, stage.now = stage.now, stage.now + 3600
    stage.viewers.clear()
    stage.take(after_restart(stage.table, since, stage.now, POLICY, ADA.user))
    assert [seat.away for seat in stage.table.seats] == [False, True]
    stage.enter(ADA)
    assert ends_at(stage.table.timers[0]) == pytest.approx(stage.now + 15)
    stage.check()


@pytest.mark.parametrize("clock", [NoClock(), DaysClock(days=1)])
def test_after_a_restart_a_pause_goes_on_until_both_have_said_otherwise(
    clock: NoClock | DaysClock,
) -> None:
    stage = started(GAMES[-1].id, clock=clock)
    for who in (ADA, BO):
        stage.do(who, Propose, matter="pause")
    stage.do(ADA, Propose, matter="resume")
    since, stage.now = stage.now, stage.now + 100
    stage.viewers.clear()
    stage.take(after_restart(stage.table, since, stage.now, POLICY, ADA.user))
    stage.enter(ADA)
    stage.pass_time(29)
    stage.enter(BO)
    stage.pass_time(100)
    assert stage.table.status == "paused"
    stage.check()


def test_after_a_restart_who_comes_first_does_not_play_again_without_the_others() -> None:
    stage = started(GAMES[-1].id)
    stage.do(BO, Resign)
    stage.do(ADA, Propose, matter="rematch")
    stage.viewers.clear()
    stage.take(after_restart(stage.table, stage.now, stage.now + 5, POLICY, ADA.user))
    for who in (ADA, BO):
        stage.enter(who)
    assert not stage.table.rematch_due
    stage.do(BO, Agree, matter="rematch", agree=True)
    assert stage.table.rematch_seats == (0, 1)


def test_a_deadline_missed_in_an_outage_was_not_missed() -> None:
    stage = started(GAMES[-1].id)
    stage.drop(BO)
    stage.pass_time(29.5)
    missed = replace(stage.table)
    assert tick(missed, stage.now + 100, POLICY).events
    since, stage.now = stage.now, stage.now + 100
    stage.take(after_outage(stage.table, since, stage.now, POLICY))
    stage.pass_time(0.4)
    assert stage.table.alone is None
    stage.pass_time(0.2)
    assert stage.table.alone is not None


@each_game
def test_what_the_system_decided_is_reversed_even_after_an_outage_of_weeks(game: Game) -> None:
    stage = started(game.id)
    stage.drop(BO)
    stage.pass_time(30)
    stage.do(ADA, AloneChoice, choice="win")
    stage.pass_time(60)
    assert stage.table.status == "over"
    since, stage.now = stage.now, stage.now + 10**7
    stage.take(after_outage(stage.table, since, stage.now, POLICY))
    stage.pass_time(86_300)
    stage.enter(BO)
    for who in (BO, ADA):
        stage.do(who, Propose, matter="reverse")
    assert stage.table.is_playing
    stage.check()
