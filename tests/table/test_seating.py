"""Before the start: seats, host, bots, ready, and how the match begins."""

import pytest
from msgspec.structs import replace

from ludoteca.core.game import Game
from ludoteca.core.shuffle import commitment_of
from ludoteca.language import words
from ludoteca.protocol.common import DaysClock, TableSetting
from ludoteca.protocol.from_client import (
    AddBot,
    Kick,
    LeaveSeat,
    QuickMatch,
    Ready,
    RemoveBot,
    SetSeats,
    Start,
    TakeSeat,
)
from ludoteca.protocol.to_client import Answer, Done, Refused
from ludoteca.record import verify
from ludoteca.table import Who, next_wake, open_table, record_of
from ludoteca.table.decide import join_quickly
from ludoteca.table.table import GRACE
from tests.playing import GAMES, table_name
from tests.table.stage import ADA, BO, CY, DI, EVE, PEOPLE, POLICY, Stage, opened, started

GAME = GAMES[-1].id


def names(stage: Stage) -> list[str]:
    """Name who sits where."""
    return [seat.name for seat in stage.table.seats]


def test_the_host_sits_first_and_bots_last() -> None:
    stage = opened(GAME, 1, seats=4, bots=("random", "greedy"))
    assert names(stage) == ["Ada", "", "bot:random", "bot:greedy"]
    assert stage.table.host == ADA.user


def test_a_seat_is_taken_once() -> None:
    stage = opened(GAME, 2, seats=3)
    assert stage.refuse(BO, TakeSeat) == "seated_already"
    assert stage.refuse(CY, TakeSeat, seat=0) == "seat_taken"
    assert stage.refuse(CY, TakeSeat, seat=7) == "no_such_seat"
    stage.do(CY, TakeSeat, seat=2)
    assert stage.refuse(DI, TakeSeat) == "table_full"


def test_somebody_seated_may_move_to_a_free_seat() -> None:
    stage = opened(GAME, 2, seats=4)
    stage.do(BO, TakeSeat, seat=3)
    assert names(stage) == ["Ada", "", "", "Bo"]


def test_two_people_of_one_name_can_be_told_apart() -> None:
    stage = opened(GAME, 1, seats=3)
    for user in (BO, CY):
        stage.enter(user)
    stage.do(type(BO)("user-bo", "Ada"), TakeSeat)
    assert names(stage) == ["Ada", "Ada 2", ""]


def test_who_stands_up_leaves_a_free_seat() -> None:
    stage = opened(GAME, 3)
    stage.do(BO, LeaveSeat)
    assert names(stage) == ["Ada", "", "Cy"]
    assert stage.refuse(BO, LeaveSeat) == "not_seated"


def test_a_host_hands_the_table_on_and_the_last_one_closes_it() -> None:
    stage = opened(GAME, 2)
    stage.do(ADA, LeaveSeat)
    assert stage.table.host == BO.user
    stage.do(BO, LeaveSeat)
    assert stage.table.status == "closed"
    assert stage.refuse(CY, TakeSeat) == "closed"


def test_a_host_who_is_away_for_long_hands_the_table_on_too() -> None:
    stage = opened(GAME, 2, seats=3)
    stage.drop(ADA)
    stage.pass_time(GRACE - 1)
    stage.enter(ADA)  # a page that was loaded again
    stage.pass_time(5)
    assert stage.table.host == ADA.user
    stage.drop(ADA)
    stage.drop(BO)
    stage.pass_time(GRACE + 1)
    assert stage.table.host == ADA.user, "nobody is here who could have it"
    stage.enter(BO)
    wake = next_wake(stage.table)
    assert wake is not None
    assert wake <= stage.now
    stage.pass_time(0)
    assert stage.table.host == BO.user
    stage.check()
    stage.do(BO, Kick, seat=0)
    assert stage.enter(BO).table.host == 1


def test_only_the_host_decides() -> None:
    stage = opened(GAME, 2, seats=3)
    assert stage.refuse(BO, Kick, seat=0) == "not_host"
    assert stage.refuse(BO, AddBot, bot="random") == "not_host"
    assert stage.refuse(BO, RemoveBot, seat=0) == "not_host"
    assert stage.refuse(BO, SetSeats, order=(1, 0, 2)) == "not_host"
    assert stage.refuse(BO, Start) == "not_host"


def test_who_was_sent_away_does_not_come_back() -> None:
    stage = opened(GAME, 2)
    assert stage.refuse(ADA, Kick, seat=0) == "not_yourself"
    assert stage.refuse(ADA, Kick, seat=5) == "no_such_seat"
    stage.do(ADA, Kick, seat=1)
    assert names(stage) == ["Ada", ""]
    assert stage.refuse(BO, TakeSeat) == "sent_away"
    assert stage.refuse(ADA, Kick, seat=1) == "nobody_there"


def test_who_was_sent_away_hears_of_it_and_then_no_more() -> None:
    stage = opened(GAME, 2)
    stage.told[BO.user].clear()
    stage.do(ADA, Kick, seat=1)
    assert len(stage.told[BO.user]) == 1
    stage.do(ADA, AddBot, bot="random")
    assert len(stage.told[BO.user]) == 1


def test_the_host_sets_the_seats() -> None:
    stage = opened(GAME, 3)
    stage.do(ADA, SetSeats, order=(2, 0, 1))
    assert names(stage) == ["Cy", "Ada", "Bo"]
    assert stage.refuse(ADA, SetSeats, order=(0, 0, 1)) == "bad_order"
    assert stage.refuse(ADA, SetSeats, order=(0, 1)) == "bad_order"
    drawn = opened(GAME, 3, seating="drawn")  # where it would be of no use
    assert drawn.refuse(ADA, SetSeats, order=(2, 0, 1)) == "seats_drawn"


def test_bots_come_and_go() -> None:
    stage = opened(GAME, 1, seats=3)
    stage.do(ADA, AddBot, bot="random", seat=2)
    stage.do(ADA, AddBot, bot="greedy")
    assert names(stage) == ["Ada", "bot:greedy", "bot:random"]
    stage.do(ADA, RemoveBot, seat=1)
    assert stage.refuse(ADA, RemoveBot, seat=0) == "nobody_there"
    assert stage.refuse(ADA, AddBot, bot="exec:./program") == "no_such_bot"
    assert names(stage) == ["Ada", "", "bot:random"]


def test_the_match_begins_when_all_people_are_ready() -> None:
    stage = opened(GAME, 2, seats=4)
    stage.do(ADA, Ready)
    assert stage.refuse(ADA, Start) == "not_ready"
    stage.do(BO, Ready)
    stage.do(BO, Ready, ready=False)
    assert stage.refuse(ADA, Start) == "not_ready"
    stage.do(BO, Ready)
    stage.do(ADA, Start)
    assert names(stage) == ["Ada", "Bo"], "free seats go away"
    assert stage.refuse(ADA, Start) == "already_started"
    assert stage.refuse(EVE, Ready) == "already_started"


def status(stage: Stage) -> str:
    """Return how far a table is."""
    return stage.table.status


def quick_table(seats: int = 2) -> Stage:
    """Open a table by a quick match."""
    setting = TableSetting(game=GAME, seats=seats)
    return Stage(open_table("k3v9w2xy01ab", setting, ADA, bytes(32), 1000.0, POLICY, quick=True))


def join(stage: Stage, who: Who, contribution: str | None = None) -> Answer | None:
    """Let somebody find a table by a quick match."""
    message = QuickMatch(request=1, game=GAME, contribution=contribution)
    decision = join_quickly(stage.table, who, message, stage.now, POLICY)
    stage.take(decision)
    return decision.answer


def test_a_quick_match_asks_nobody_whether_they_are_ready() -> None:
    stage = quick_table()
    assert stage.table.seats[0].ready
    stage.enter(ADA)
    stage.do(ADA, Ready, contribution="1" * 32)
    assert status(stage) == "open"
    assert isinstance(join(stage, BO, "2" * 32), Done)
    assert status(stage) == "playing"
    assert {seat.contribution for seat in stage.table.seats} == {"1" * 32, "2" * 32}


def test_who_comes_to_a_quick_table_from_the_lobby_says_ready_and_it_begins() -> None:
    stage = quick_table(3)
    join(stage, BO)
    stage.do(CY, TakeSeat)
    assert status(stage) == "open"
    stage.do(CY, Ready)
    assert status(stage) == "playing"


def test_a_quick_match_at_a_table_of_somebody_else_leaves_the_start_to_the_host() -> None:
    stage = opened(GAME, 1, seats=2)
    join(stage, BO)
    assert [seat.ready for seat in stage.table.seats] == [False, True]
    stage.do(ADA, Ready)
    assert status(stage) == "open"
    stage.do(ADA, Start)
    assert status(stage) == "playing"


def test_a_quick_match_seats_nobody_twice_and_nobody_who_was_sent_away() -> None:
    stage = quick_table(3)
    assert join(stage, ADA) == Refused(
        request=1, code="seated_already", sentence=words("en")["refusal.seated_already"]
    )
    join(stage, BO)
    stage.do(ADA, Kick, seat=1)
    answer = join(stage, BO)
    assert isinstance(answer, Refused)
    assert answer.code == "sent_away"


def test_nobody_plays_alone() -> None:
    stage = opened(GAME, 1, seats=2)
    stage.do(ADA, Ready)
    assert stage.refuse(ADA, Start) == "too_few"


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_seats_are_drawn_unless_set(game: Game) -> None:
    orders = set()
    for first in range(12):
        stage = opened(game.id, 3, seating="drawn")
        for number, who in enumerate(PEOPLE[:3]):
            stage.do(who, Ready, contribution=f"{first:016x}{number:016x}")
        stage.do(ADA, Start)
        orders.add(tuple(names(stage)))
        stage.check()
    assert len(orders) > 3
    assert names(started(game.id, 3)) == ["Ada", "Bo", "Cy"]


def test_contributions_stand_in_seat_order_and_the_commitment_was_shown_before() -> None:
    stage = opened(GAME, 3, seating="drawn")
    shown = stage.enter(BO).table.commitment
    assert shown == commitment_of(stage.table.seed)
    for number, who in enumerate(PEOPLE[:3]):
        stage.do(who, Ready, contribution=f"{number + 1:032x}")
    stage.do(ADA, Start)
    given = {who.user: f"{number + 1:032x}" for number, who in enumerate(PEOPLE)}
    by_seat = [given[seat.user] for seat in stage.table.seats]
    assert [each.hex() for each in stage.table.contributions] == by_seat
    stage.play()
    header = verify(record_of(stage.table).encode()).record.header
    assert header.commitment == shown
    assert [each.hex() for each in header.contributions] == by_seat


def test_people_who_share_a_device_hold_several_seats_of_one_session() -> None:
    stage = opened(GAME, 1, seats=3, here=("Ann",), bots=("random",))
    stage.do(ADA, Ready, contribution="ab" * 16)
    stage.do(ADA, Start)
    assert stage.table.seats_of(ADA.user) == (0, 1)
    assert len(stage.table.contributions) == 1, "one client, one contribution"
    stage.play()
    assert stage.table.status == "final"


def test_an_idle_table_closes() -> None:
    stage = opened(GAME, 2)
    stage.pass_time(599)
    stage.do(BO, Ready)
    stage.pass_time(599)
    assert stage.enter(ADA).table.closes_at == stage.now + 1
    stage.pass_time(2)
    assert stage.table.status == "closed"


def test_an_open_table_for_days_waits_as_long_as_for_a_move() -> None:
    stage = opened(GAME, 2, clock=DaysClock(days=2))
    stage.pass_time(2 * 86_400 - 1)
    assert stage.enter(ADA).table.status == "open"
    stage.pass_time(2)
    assert stage.table.status == "closed"


def test_the_host_of_an_open_table_for_days_need_not_stay() -> None:
    stage = opened(GAME, 2, clock=DaysClock(days=2))
    stage.drop(ADA)
    stage.pass_time(3600)
    assert stage.table.host == ADA.user


def test_who_gets_an_account_before_the_start_is_known_by_it_from_the_next_entry_on() -> None:
    stage = opened(GAME, 2)
    stage.do(BO, Ready, contribution="ab" * 16)
    bo = replace(BO, name="Ada", account=True, rating=1200)
    seat = stage.enter(bo).table.seats[1]
    assert (seat.name, seat.account, seat.rating, seat.ready) == ("Ada 2", True, 1200, True)
    length = len(stage.log)
    stage.enter(bo)
    assert len(stage.log) == length, "it was said once"
    stage.check()
