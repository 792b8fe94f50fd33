"""Leaving: away at once, a grace time, a bot or waiting, and what the last one may decide."""

import pytest

from ludoteca.protocol.common import DaysClock, TurnClock
from ludoteca.protocol.from_client import AloneChoice, Exit, PlayMove, Propose, Resign
from ludoteca.protocol.to_client import Ending, TableChange, Update
from ludoteca.record import verify
from ludoteca.table import bots_due, is_parked, next_wake, record_of
from ludoteca.table.clock import ends_at
from tests.playing import GAMES
from tests.table.stage import ADA, BO, CY, POLICY, Stage, started

GAME = GAMES[-1].id


def ending(stage: Stage) -> Ending:
    """Return the end as the first seat is told it."""
    update = [each for each in stage.told[ADA.user] if isinstance(each, Update)][-1]
    assert update.ending is not None
    return update.ending


def test_a_dropped_player_is_shown_as_away_at_once() -> None:
    stage = started(GAME, 3)
    stage.drop(BO)
    told = [each for each in stage.told[ADA.user] if isinstance(each, TableChange)][-1]
    assert told.table.seats[1].away
    assert told.table.seats[1].bot_at == stage.now + 30


def test_after_the_grace_a_bot_plays_on_until_they_return() -> None:
    stage = started(GAME, 3)
    stage.drop(BO)
    stage.pass_time(29)
    assert stage.table.seats[1].bot is None
    stage.pass_time(1)
    assert stage.table.seats[1].bot == POLICY.replacement
    stage.play(6)
    stage.enter(BO)
    assert stage.table.seats[1].bot is None
    stage.play()
    stage.check()
    assert stage.table.status == "final"


def test_how_long_a_table_waits_is_its_choice() -> None:
    stage = started(GAME, 3, grace=90)
    stage.drop(BO)
    stage.pass_time(89)
    assert stage.table.seats[1].bot is None
    stage.pass_time(1)
    assert stage.table.seats[1].bot is not None
    for who in (ADA, CY):
        stage.do(who, Propose, matter="pause")
    stage.enter(BO)
    stage.drop(BO)
    for who in (ADA, CY):
        stage.do(who, Propose, matter="resume")
    stage.pass_time(89)
    assert stage.table.status == "paused"
    stage.pass_time(1)
    assert stage.table.is_playing
    assert stage.table.seats[1].grace_ends == stage.now + 90
    stage.check()


def test_back_within_the_grace_nothing_has_happened() -> None:
    stage = started(GAME, 2, clock=TurnClock(seconds=20))
    stage.pass_time(5)
    stage.drop(ADA)
    stage.pass_time(25)
    stage.enter(ADA)
    assert stage.table.alone is None
    end = ends_at(stage.table.timers[0])
    assert end == pytest.approx(stage.now + 15), "the clock was paused"


def test_exit_is_leaving_too() -> None:
    stage = started(GAME, 2)
    stage.do(BO, Exit)
    assert stage.table.seats[1].away


def test_a_table_may_wait_instead() -> None:
    stage = started(GAME, 3, leaving="wait")
    stage.drop(ADA)
    stage.pass_time(10_000)
    assert stage.table.seats[0].bot is None
    assert not bots_due(stage.table, POLICY)
    stage.enter(ADA)
    stage.play()
    assert stage.table.status == "final"


def test_only_the_session_of_a_seat_regains_it() -> None:
    stage = started(GAME, 3)
    stage.drop(BO)
    stage.pass_time(31)
    impostor = type(BO)("user-eve", "Bo")
    assert stage.enter(impostor).seat is None
    assert stage.table.seats[1].bot is not None


def test_the_last_one_may_play_on_with_bots() -> None:
    stage = started(GAME, 2)
    assert stage.refuse(ADA, AloneChoice, choice="bots") == "not_alone"
    stage.drop(BO)
    stage.pass_time(30)
    assert stage.table.alone is not None
    assert stage.table.seats[1].bot is None, "nothing is decided yet"
    assert stage.refuse(CY, AloneChoice, choice="bots") == "not_alone"
    stage.do(ADA, AloneChoice, choice="bots")
    stage.play()
    assert stage.table.status == "final"


def test_the_last_one_may_wait() -> None:
    stage = started(GAME, 2)
    stage.drop(BO)
    stage.pass_time(30)
    stage.do(ADA, AloneChoice, choice="wait")
    stage.pass_time(100_000)
    assert stage.table.is_playing
    assert stage.table.seats[1].bot is None
    stage.enter(BO)
    assert stage.table.alone is None
    stage.play()
    assert stage.table.status == "final"


@pytest.mark.parametrize("choice", ["wait", "win"])
def test_a_choice_that_is_repeated_is_kept_once(choice: str) -> None:
    stage = started(GAME, 2)
    stage.drop(BO)
    stage.pass_time(30)
    stage.do(ADA, AloneChoice, choice=choice)
    length = len(stage.log)
    stage.do(ADA, AloneChoice, choice=choice)
    assert len(stage.log) == length
    stage.pass_time(60)
    assert stage.table.status == ("over" if choice == "win" else "playing")


def test_the_last_one_wins_after_the_countdown() -> None:
    stage = started(GAME, 2)
    stage.drop(BO)
    stage.pass_time(30)
    shown = stage.enter(ADA).table
    assert (shown.alone, shown.alone_wins_at) == (0, stage.now + 60)
    stage.do(ADA, AloneChoice, choice="win")
    stage.pass_time(59)
    assert stage.table.is_playing
    stage.pass_time(1)
    assert stage.table.status == "over"
    assert (ending(stage).how, ending(stage).winners) == ("alone", (0,))


@pytest.mark.parametrize("choice", ["wait", "win"])
def test_what_the_last_one_chose_outlives_a_lost_connection(choice: str) -> None:
    stage = started(GAME, 2)
    stage.drop(BO)
    stage.pass_time(30)
    ends = stage.now + 60
    stage.do(ADA, AloneChoice, choice=choice)
    stage.pass_time(20)
    stage.drop(ADA)
    stage.pass_time(5)
    shown = stage.enter(ADA).table
    assert (shown.alone_wins_at, shown.alone_choice) == (ends, choice)
    stage.pass_time(35)
    assert stage.table.status == ("over" if choice == "win" else "playing")
    assert stage.table.seats[1].bot is None


def test_without_a_word_the_table_s_own_choice_applies() -> None:
    stage = started(GAME, 2)
    stage.drop(BO)
    stage.pass_time(30)
    stage.pass_time(60)
    assert stage.table.seats[1].bot is not None
    waiting = started(GAME, 2, leaving="wait")
    waiting.drop(BO)
    waiting.pass_time(30)
    waiting.pass_time(60)
    assert waiting.table.seats[1].bot is None
    assert waiting.table.is_playing


def alone_won() -> Stage:
    """End a match that one has left."""
    stage = started(GAME, 2)
    stage.play(5)
    stage.drop(BO)
    stage.pass_time(30)
    stage.do(ADA, AloneChoice, choice="win")
    stage.pass_time(60)
    return stage


def test_until_it_is_final_nothing_hidden_is_shown() -> None:
    stage = alone_won()
    end = ending(stage)
    assert end.seed is None
    assert not end.steps
    assert end.reversible_until == stage.now + 86_400
    assert end.scores[0]["total"] is not None
    assert end.scores[1]["total"] is None, "the other's secret goal counts in it"
    assert "seed: " not in record_of(stage.table)
    assert stage.refuse(ADA, PlayMove, ply=stage.ply, move_id="a" * 32, move="d4>1") == "match_over"


def test_such_an_end_can_be_reversed_for_a_day() -> None:
    stage = alone_won()
    stage.enter(BO)
    stage.do(BO, Propose, matter="reverse")
    assert stage.table.status == "over"
    stage.do(ADA, Propose, matter="reverse")
    assert stage.table.is_playing
    stage.play()
    stage.check()
    lines = record_of(stage.table).splitlines()
    assert "end alone 0" in lines
    assert any(line.startswith("undo ") for line in lines)
    assert verify(record_of(stage.table).encode()).rolls_checked


def test_after_a_day_it_is_final() -> None:
    stage = alone_won()
    assert next_wake(stage.table) == stage.now + 86_400
    stage.pass_time(86_400)
    assert stage.table.status == "final"
    assert ending(stage).seed == stage.table.seed.hex()
    assert stage.refuse(ADA, Propose, matter="reverse") == "not_now"
    assert verify(record_of(stage.table).encode()).rolls_checked


def test_all_may_agree_that_it_stands() -> None:
    stage = alone_won()
    stage.enter(BO)
    for who in (ADA, BO):
        stage.do(who, Propose, matter="end")
    assert stage.table.status == "final"


def test_when_all_have_left_the_match_is_parked() -> None:
    stage = started(GAME, 2, bots=("random",))
    for who in (ADA, BO):
        stage.drop(who)
    stage.pass_time(31)
    assert is_parked(stage.table)
    assert not bots_due(stage.table, POLICY)
    assert next_wake(stage.table) is None


def test_in_a_match_of_days_people_come_and_go() -> None:
    stage = started(GAME, 2, clock=DaysClock(days=3))
    for who in (ADA, BO):
        stage.drop(who)
    stage.pass_time(80_000)
    assert stage.table.alone is None
    assert all(seat.bot is None for seat in stage.table.seats)
    assert next_wake(stage.table) == pytest.approx(1000.0 + 3 * 86_400)


def test_with_two_players_giving_up_ends_the_match() -> None:
    stage = started(GAME, 2)
    stage.do(ADA, Resign)
    assert stage.table.status == "final"
    assert (ending(stage).how, ending(stage).seat, ending(stage).winners) == ("resigned", 0, (1,))
    assert ending(stage).steps[-1]["winners"] == [1]
    assert verify(record_of(stage.table).encode()).rolls_checked


def test_with_more_a_bot_plays_on_for_good() -> None:
    stage = started(GAME, 3)
    stage.do(BO, Resign)
    assert stage.table.is_playing
    assert stage.table.seats[1].bot == POLICY.replacement
    assert stage.refuse(BO, Resign) == "resigned"
    assert stage.refuse(BO, Propose, matter="end") == "resigned"
    stage.drop(BO)
    stage.enter(BO)
    assert stage.table.seats[1].bot == POLICY.replacement
    stage.play()
    assert stage.table.status == "final"


def test_when_all_people_give_up_bots_finish_the_match() -> None:
    stage = started(GAME, 2, bots=("random",))
    for who in (ADA, BO):
        stage.do(who, Resign)
    stage.play()
    assert stage.table.status == "final"
