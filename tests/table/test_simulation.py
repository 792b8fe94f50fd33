"""Thousands of random messages, drops, clock jumps and crashes, from seeds."""

import pytest

from ludoteca.core.game import Game
from ludoteca.record import read, verify
from ludoteca.table import record_of
from tests.playing import GAMES, table_name
from tests.sizes import SOAK
from tests.table.random_events import RandomEvents

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

TABLES = 400 if SOAK else 5
STEPS = 500


def run(game: Game, seed: int) -> RandomEvents:
    """Let chaos reign at one table."""
    chaos = RandomEvents(game.id, seed)
    for _ in range(STEPS):
        chaos.step()
    return chaos


@each_game
@pytest.mark.parametrize("seed", range(TABLES))
def test_the_log_gives_the_table_again_and_the_record_reads(game: Game, seed: int) -> None:
    chaos = run(game, seed)
    chaos.check_log()
    table = chaos.stage.table
    if table.status not in ("open", "closed"):
        record = record_of(table).encode()
        if table.status == "final":
            assert verify(record).rolls_checked
        else:
            assert b"seed: " not in record
            assert not read(record).is_finished
