"""What time brings: at its moment, once, and the next moment is always known."""

import pytest

from ludoteca.core.game import Game
from ludoteca.table import after_outage, next_wake, tick
from tests.playing import GAMES, table_name
from tests.table.random_events import RandomEvents
from tests.table.stage import BO, POLICY, opened, started

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


@each_game
@pytest.mark.parametrize("seed", range(3))
def test_before_the_next_moment_nothing_happens_and_at_it_something_does(
    game: Game, seed: int
) -> None:
    chaos = RandomEvents(game.id, 3_000 + seed)
    for _ in range(250):
        chaos.step()
        stage = chaos.stage
        stage.pass_time(0.0)
        wake = next_wake(stage.table)
        if wake is None:
            assert not tick(stage.table, stage.now + 1e9, POLICY).events
        else:
            assert wake > stage.now, "what was due has happened"
            assert not tick(stage.table, wake - 0.01, POLICY).events
            assert tick(stage.table, wake + 0.01, POLICY).events


def test_an_outage_of_no_length_is_none() -> None:
    stage = started(GAMES[-1].id)
    assert after_outage(stage.table, stage.now, stage.now, POLICY).events == ()


def test_an_open_table_waits_ten_minutes() -> None:
    stage = opened(GAMES[-1].id, 1)
    assert next_wake(stage.table) == stage.now + 600


def test_a_final_table_needs_no_care() -> None:
    stage = started(GAMES[-1].id)
    stage.play()
    stage.drop(BO)
    assert next_wake(stage.table) is None
