"""Before the start: settings that change, matches that begin by themselves, and rematches."""

from typing import Any

import pytest

from ludoteca import games
from ludoteca.protocol.common import DaysClock, TableSetting, TurnClock
from ludoteca.protocol.from_client import (
    AddBot,
    ChangeSetting,
    Enter,
    Exit,
    Propose,
    Ready,
    Start,
    TakeSeat,
)
from ludoteca.table import next_wake, open_rematch
from ludoteca.table.table import GRACE, IDLE
from tests.playing import GAMES
from tests.table.stage import ADA, BO, CY, Stage, opened, started

GAME = GAMES[-1].id


def status(stage: Stage) -> str:
    """Name the status of the table now."""
    return stage.table.status


def test_the_host_changes_seats_options_and_clock_until_the_start() -> None:
    stage = opened(GAME, 2, seats=2)
    stage.do(BO, Ready)
    option = games.load(GAME).options[0]
    setting = TableSetting(
        game="chess",
        seats=4,
        clock=TurnClock(seconds=60),
        options={option.key: option.values[-1]},
        public=False,
    )
    assert stage.refuse(BO, ChangeSetting, setting=setting) == "not_host"
    stage.do(ADA, ChangeSetting, setting=setting)
    table = stage.table
    assert [seat.name for seat in table.seats] == ["Ada", "Bo", "", ""]
    assert (table.setting.game, table.setting.clock) == (GAME, TurnClock(seconds=60))
    assert table.options[option.key] == option.values[-1]
    assert not table.seats[1].ready, "they agreed to other rules"


def test_seats_go_from_the_free_ones_and_never_from_under_somebody() -> None:
    stage = opened(GAME, 2, seats=4)
    stage.do(BO, TakeSeat, seat=3)
    stage.do(ADA, ChangeSetting, setting=TableSetting(game=GAME, seats=3))
    assert [seat.name for seat in stage.table.seats] == ["Ada", "", "Bo"]
    stage.enter(CY)
    stage.do(CY, TakeSeat)
    few = TableSetting(game=GAME, seats=2)
    assert stage.refuse(ADA, ChangeSetting, setting=few) == "seats_in_use"
    bad = TableSetting(game=GAME, seats=3, options={"no": "such"})
    assert stage.refuse(ADA, ChangeSetting, setting=bad) == "bad_options"


def test_a_match_begins_by_itself_once_all_seats_are_taken_and_all_are_here() -> None:
    stage = opened(GAME, 1, seats=3, bots=("random",), starting="full")
    stage.do(ADA, Ready)
    stage.enter(BO)
    stage.do(BO, TakeSeat)
    assert status(stage) == "open"
    stage.do(ADA, Exit)
    stage.do(BO, Ready)
    assert status(stage) == "open", "somebody is away"
    stage.do(ADA, Ready)
    assert status(stage) == "playing"
    assert stage.table.progress is not None


def test_a_host_who_fills_the_last_seat_starts_the_match() -> None:
    stage = opened(GAME, 2, seats=3, starting="full")
    for person in (ADA, BO):
        stage.do(person, Ready)
    stage.do(ADA, AddBot, bot="random")
    assert status(stage) == "open", "the host may want another bot"
    stage.do(ADA, Start)
    assert status(stage) == "playing"


@pytest.mark.parametrize("days", [False, True])
def test_a_rematch_begins_when_all_have_come_without_those_who_left(days: bool) -> None:
    more: dict[str, Any] = {"clock": DaysClock(days=2)} if days else {}
    stage = started(GAME, 3, seats=4, bots=("random",), **more)
    stage.play()
    if not days:
        stage.do(CY, Exit)
    for person in (ADA, BO, *([CY] if days else [])):
        stage.do(person, Propose, matter="rematch")
    assert stage.table.rematch_due
    again = open_rematch(stage.table, "again", bytes(32), stage.now)
    assert len(again.sitters) == (4 if days else 3)
    second = Stage(again, now=stage.now)
    assert all(seat.away for seat in second.table.seats if seat.kind == "person")
    people = [each.user for each in again.sitters if each is not None and each.bot is None]
    for person in [one for one in (ADA, BO, CY) if one.user in people]:
        second.do(person, Enter)
        second.do(person, Ready)
        if days and person is not CY:
            second.do(person, Exit)
    assert status(second) == "playing"


def test_a_rematch_to_which_nobody_comes_is_handed_on_and_closes() -> None:
    stage = started(GAME)
    stage.play()
    for person in (ADA, BO):
        stage.do(person, Propose, matter="rematch")
    again = open_rematch(stage.table, "again", bytes(32), stage.now)
    second = Stage(again, now=stage.now)
    assert next_wake(second.table) == stage.now + IDLE
    host = second.table.host
    other = next(person for person in (ADA, BO) if person.user != host)
    second.do(other, Enter)
    assert next_wake(second.table) == stage.now + GRACE
