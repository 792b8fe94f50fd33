"""Tables in the lobby: which are wanted, and what each row says."""

import pytest
from msgspec.structs import replace

from ludoteca.language import LANGUAGES, words
from ludoteca.protocol.common import TableSetting
from ludoteca.tui.lobby_list import LobbyFilter, LobbyRows
from tests.tui.paper_server import OPEN, SEATS

FULL = replace(OPEN, match="full", seats=SEATS[:2], opened_at=-1.0)
RUNNING = replace(FULL, match="runs", status="playing")
EN = LobbyRows(words("en"), "en")


def test_a_filter_wants_games_and_numbers_of_seats() -> None:
    wanted = LobbyFilter()
    assert wanted.fits(OPEN)
    wanted.set("game", "codex_naturalis")
    assert not wanted.fits(OPEN)
    wanted.set("game", "my_shelfie")
    wanted.set("seats", "3")
    assert not wanted.fits(OPEN)
    assert wanted.fits(replace(OPEN, setting=TableSetting(game="my_shelfie", seats=3)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_filter_shows_what_it_wants(language: str) -> None:
    game, seats = LobbyFilter("my_shelfie", "4").rows(words(language), language)
    assert (game.shown, seats.shown) == ("My Shelfie", "4")
    game, seats = LobbyFilter().rows(words(language), language)
    assert game.shown == words(language)["page.all_games"]


def test_open_tables_come_first_and_those_to_watch_after_them() -> None:
    rows = EN.listed([RUNNING, OPEN, FULL])
    assert [row.key for row in rows] == ["table full", f"table {OPEN.match}", "to_watch",
                                         "table runs"]  # fmt: skip
    assert rows[0].label.startswith("Watch")
    assert rows[1].label.startswith("Sit down")
    assert rows[1].note == "Cy  1 free seat, 10 min + 10 s per turn"
    assert [row.key for row in EN.listed([RUNNING])] == ["none", "to_watch", "table runs"]


def test_a_table_of_ones_own_says_whose_turn_it_is() -> None:
    assert EN.own("k3", None, "Ada", False).label == "Back to your table"
    assert EN.own("k3", RUNNING, "Ada", False).note == "In progress: Bo"
    assert EN.own("k3", RUNNING, "Ada", True).note == "Your turn: Bo"
