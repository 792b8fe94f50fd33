"""What can be said of a table at one moment."""

from msgspec.structs import replace

from ludoteca.table.table import Seat, Table
from tests.playing import GAMES
from tests.table.stage import ADA, BO, started

GAME = GAMES[-1].id


def with_accounts(table: Table, *seats: int) -> Table:
    """Let the people on some seats have accounts."""
    return replace(
        table,
        seats=tuple(
            replace(seat, account=number in seats) for number, seat in enumerate(table.seats)
        ),
    )


def test_a_match_is_rated_when_all_people_have_accounts() -> None:
    table = started(GAME, 2).table
    assert not table.is_rated
    assert not with_accounts(table, 0).is_rated
    assert with_accounts(table, 0, 1).is_rated


def test_a_match_at_one_device_or_played_on_is_not_rated() -> None:
    table = with_accounts(started(GAME, 2).table, 0, 1)
    assert not replace(table, source=("other", 4)).is_rated
    one = replace(table, seats=tuple(replace(seat, user="a") for seat in table.seats))
    assert not one.is_rated


def test_against_bots_a_person_with_an_account_is_rated() -> None:
    table = with_accounts(started(GAME, 1, bots=("random",)).table, 0)
    assert table.is_rated


def test_seats_of_people() -> None:
    table = started(GAME, 2, bots=("random",)).table
    assert table.people() == table.present() == (0, 1)
    assert table.users() == (ADA.user, BO.user)
    assert not Seat().is_person
    assert Seat("bot", bot="easy").is_played_by_bot
    assert Seat("person", overdue=True).is_played_by_bot
