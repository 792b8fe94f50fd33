"""Each player remembers what it saw, and nobody learns from that what others hide."""

import pytest

from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from tests.rl.playing import each_game

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")

from ludoteca.rl.openspiel.history import Now


def play(game: Game, players: int, seed: int, decisions: int) -> Now:
    """Play at random until enough decisions are made and a seat is to move."""
    rng = seeded(seed)
    now = Now(game.new(players), (0,) * players)
    made = 0
    while not game.is_over(now.state):
        seat = game.to_move(now.state)
        if seat is None:
            roll = below(rng, game.roll_size(now.state))
            now = now.dealt(game, game.roll(now.state, roll))
        elif made == decisions:
            break
        else:
            legal = game.legal(now.state, seat)
            now = now.moved(game, seat, legal[below(rng, len(legal))])
            made += 1
    return now


@each_game
def test_a_player_remembers_what_it_saw_before(game: Game) -> None:
    """What a player knew of an earlier moment can be read from what it knows later."""
    early, late = play(game, 3, 1, decisions=9), play(game, 3, 1, decisions=30)
    for viewer in (0, 1, 2, None):
        before, after = early.seen(game, viewer), late.seen(game, viewer)
        assert after[: len(before)] == before
        assert len(after) > len(before)


@each_game
def test_a_player_knows_more_than_everybody(game: Game) -> None:
    now = play(game, 2, 2, decisions=12)
    public = now.seen(game, None)
    for seat in range(2):
        own = now.seen(game, seat)
        assert len(own) == len(public)
        assert own != public
        assert "".join(own).count("?") < "".join(public).count("?")


@each_game
def test_in_an_imagined_world_only_the_one_who_imagines_remembers(game: Game) -> None:
    now = play(game, 3, 3, decisions=15)
    for seat in range(3):
        world = now.imagined(game, seat, seeded(4))
        assert world.seen(game, seat) == now.seen(game, seat)
        for other in {0, 1, 2} - {seat}:
            assert world.seen(game, other) == now.seen(game, None)
        again = world.imagined(game, (seat + 1) % 3, seeded(5))
        assert again.seen(game, seat) == now.seen(game, None)


@each_game
def test_two_worlds_give_one_memory(game: Game) -> None:
    """What happens later in two worlds that a seat can't tell apart is told in the same words."""
    now = play(game, 2, 6, decisions=10)
    seat = game.to_move(now.state)
    assert seat is not None
    action = game.legal(now.state, seat)[0]
    worlds = [now.imagined(game, seat, seeded(n)).moved(game, seat, action) for n in range(6)]
    assert len({game.position(world.state).__repr__() for world in worlds}) > 1
    assert len({"\n".join(world.seen(game, seat)) for world in worlds}) == 1
