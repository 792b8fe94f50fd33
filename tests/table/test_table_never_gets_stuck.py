"""A table never gets stuck: every match ends, or is parked and goes on when people return."""

import pytest

from ludoteca.core.game import Game
from ludoteca.protocol.from_client import Propose
from ludoteca.table import bots_due, is_parked, next_wake
from tests.playing import GAMES, table_name
from tests.sizes import SOAK
from tests.table.random_events import EVERYBODY, RandomEvents
from tests.table.stage import POLICY, Stage

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

TABLES = 400 if SOAK else 10
MOST_WAKES = 2_000
"""More steps than this no match takes."""


def rest(stage: Stage) -> None:
    """Let time and bots do what they can, until only people could do more."""
    for _ in range(MOST_WAKES):
        if stage.play_bots():
            continue
        wake = next_wake(stage.table)
        if wake is None:
            return
        stage.pass_time(max(0.0, wake - stage.now))
    pytest.fail("this table never comes to rest")


@each_game
@pytest.mark.parametrize("seed", range(TABLES))
def test_left_by_all_a_table_ends_or_is_parked_and_can_be_played_on(game: Game, seed: int) -> None:
    chaos = RandomEvents(game.id, 1_000 + seed)
    for _ in range(20 + 15 * seed % 200):
        chaos.step()
    stage = chaos.stage
    for who in EVERYBODY:
        stage.drop(who)
    rest(stage)
    table = stage.table
    parked = table.status == "paused" or (table.is_playing and is_parked(table))
    assert table.status in ("final", "closed") or parked
    stage.check()
    if parked:
        return_and_finish(stage)


def return_and_finish(stage: Stage) -> None:
    """Let all people come back and play the match to its end."""
    people = [who for who in EVERYBODY if stage.table.seats_of(who.user)]
    for who in people:
        stage.enter(who)
    if stage.table.status == "paused":
        for who in people:
            stage.say(who, Propose, matter="resume")
    assert stage.table.is_playing
    for _ in range(MOST_WAKES):
        if not stage.table.is_playing:
            break
        if not bots_due(stage.table, POLICY):
            seat = stage.table.movers[0]
            who = next(who for who in people if seat in stage.table.seats_of(who.user))
            stage.enter(who, seat)
            stage.move(who)
        stage.play_bots()
    assert stage.table.status == "final"
