"""Seats before the start, as the host sees them and as others do."""

from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.to_client import SeatInfo, TableInfo
from ludoteca.tui.match_view import MatchView
from ludoteca.tui.seats import is_host, may_set_seats, seat_menu, seat_row, swapped

SEATS = (
    SeatInfo(seat=0, kind="person", name="Ada", account=True, rating=1512, ready=True),
    SeatInfo(seat=1, kind="person", name="Bo", away=True),
    SeatInfo(seat=2, kind="bot", name="bot:hard", bot="hard", ready=True),
    SeatInfo(seat=3, kind="free"),
)


def at(seat: int | None, seating: str = "set", host: int | None = 0, **more: object) -> MatchView:
    """Look at the table from a seat."""
    setting = TableSetting("my_shelfie", seats=4, seating=seating)  # type: ignore[arg-type]
    table = TableInfo(
        match="k3v9x0c2",
        status="open",
        setting=setting,
        options={},
        host=host,
        seats=SEATS,
        commitment="",
        spectators=0,
        **more,  # type: ignore[arg-type]
    )
    return MatchView(table, seat, () if seat is None else (seat,), None, "en")


def keys(seat: int, match: MatchView) -> list[str]:
    return [row.key for row in seat_menu(SEATS[seat], match)]


def test_only_the_host_decides_and_only_about_seats_that_are_set() -> None:
    assert is_host(at(0))
    assert not is_host(at(1))
    assert not is_host(at(None, host=None))
    assert may_set_seats(at(0))
    assert not may_set_seats(at(0, "drawn"))
    assert not may_set_seats(at(1))
    assert not may_set_seats(at(0, played_from=("k3v9x0c2", 12)))


def test_the_first_seat_goes_only_down_and_the_last_only_up() -> None:
    assert keys(0, at(0)) == ["move 1"]
    assert keys(1, at(0)) == ["move -1", "move 1", "kick"]
    assert keys(3, at(0))[0] == "move -1"
    assert "move 1" not in keys(3, at(0))
    assert swapped(4, 3, 1) is None


def test_bots_come_by_level_and_go() -> None:
    assert keys(2, at(0, "drawn"))[-2:] == ["bot master", "bot free"]
    assert keys(3, at(0, "drawn"))[-1] == "bot master"


def test_nobody_else_is_offered_anything() -> None:
    assert not any(keys(seat, at(1)) for seat in range(4))
    assert [seat_row(each, at(1, "drawn")).is_fact for each in SEATS] == [True] * 4
    assert not seat_row(SEATS[3], at(None, "drawn")).is_fact  # but a free seat


def test_a_seat_tells_who_sits_there() -> None:
    rows = [seat_row(seat, at(1)) for seat in SEATS]
    assert rows[0].note == "host, 1512, ready"
    assert rows[1].note == "away, not ready"
    assert rows[2].label == "Seat 3  bot (hard)"
    assert seat_row(SEATS[0], at(1, host=1)).note == "Account, 1512, ready"


def test_a_bot_of_another_kind_keeps_its_name() -> None:
    odd = SeatInfo(seat=2, kind="bot", name="greedy", bot="greedy", ready=True)
    assert seat_row(odd, at(0)).shown == "greedy"
