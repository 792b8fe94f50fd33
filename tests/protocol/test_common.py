"""Words of both sides of the wire."""

import msgspec
import pytest

from ludoteca.protocol.common import BankClock, NoClock, TableSetting


def test_a_table_needs_no_more_than_a_game() -> None:
    setting = msgspec.json.decode(b'{"game": "my_shelfie"}', type=TableSetting)
    assert (setting.seats, setting.public, setting.clock) == (2, True, NoClock())


def test_a_clock_is_told_by_its_kind() -> None:
    frame = b'{"game": "my_shelfie", "clock": {"kind": "bank", "seconds": 600, "increment": 5}}'
    setting = msgspec.json.decode(frame, type=TableSetting)
    assert setting.clock == BankClock(seconds=600, increment=5)


@pytest.mark.parametrize(("grace", "is_good"), [(4, False), (5, True), (600, True), (601, False)])
def test_a_table_waits_for_some_seconds_but_not_for_ever(grace: int, is_good: bool) -> None:
    given = {"game": "my_shelfie", "grace": grace}
    if is_good:
        assert msgspec.convert(given, TableSetting).grace == grace
    else:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(given, TableSetting)
    assert msgspec.convert({"game": "my_shelfie"}, TableSetting).grace == 30


@pytest.mark.parametrize("seats", [1, 5])
def test_a_table_has_two_to_four_seats(seats: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"game": "my_shelfie", "seats": seats}, TableSetting)
