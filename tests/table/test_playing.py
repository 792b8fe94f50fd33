"""Whole matches: every table can be played to its end, and its record verifies."""

import pytest

from ludoteca.core.game import Game
from ludoteca.record import verify
from ludoteca.table import record_of
from tests.playing import GAMES, table_name
from tests.table.stage import started

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


@each_game
@pytest.mark.parametrize(("people", "bots"), [(2, 0), (1, 1), (3, 0), (2, 2), (1, 3)])
def test_a_match_is_played_to_its_end_and_its_record_verifies(
    game: Game, people: int, bots: int
) -> None:
    stage = started(game.id, people, bots=("random",) * bots)
    stage.play()
    assert stage.table.status == "final"
    stage.check()
    verdict = verify(record_of(stage.table).encode())
    assert verdict.rolls_checked
