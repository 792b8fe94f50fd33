"""How playouts go on: by the quick or the careful policy of a game."""

from typing import Any

import pytest

from ludoteca.core import kernel
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from ludoteca.search import policy
from ludoteca.search.engine import KNOWLEDGE
from tests.playing import GAMES, table_name
from tests.search.positions import decisions

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

ENTRIES = (policy.play_to_end, policy.play_some, policy.play_until_turn)
POLICIES = (policy.QUICK, policy.CAREFUL)


def functions(game: Game) -> Any:
    """Load the policies of a game, interpreted."""
    provided = {**KNOWLEDGE, **vars(game.engine)}
    return kernel.load(ENTRIES, provided, mode="interpreted").functions


@each_game
def test_both_policies_play_any_match_to_its_end(game: Game) -> None:
    for players in game.player_counts:
        for number in POLICIES:
            state = game.new(players)
            functions(game).play_to_end(state, number, seeded(1, players))
            assert game.is_over(state)
            assert game.engine.faults(state) == 0


@each_game
def test_the_others_play_until_it_is_the_seats_turn_again(game: Game) -> None:
    for state, seat in decisions(game, 3, seed=20, every=20):
        for number in POLICIES:
            found = state.copy()
            functions(game).play_until_turn(found, (seat + 1) % 3, number, seeded(2))
            assert game.is_over(found) or game.engine.seat_to_move(found) == (seat + 1) % 3


@each_game
def test_some_moves_are_as_many_as_asked_for(game: Game) -> None:
    """One by one they lead where they lead together."""
    state = decisions(game, 2, seed=21, every=9)[2][0]
    for number in POLICIES:
        rng, together, single = seeded(3), state.copy(), state.copy()
        functions(game).play_some(together, 4, number, seeded(3))
        for _ in range(4):
            functions(game).play_some(single, 1, number, rng)
        assert together == single != state


@each_game
def test_a_game_without_a_careful_policy_plays_quickly(game: Game) -> None:
    with_it = {**KNOWLEDGE, **vars(game.engine)}
    without = {**with_it, "careful_choice": KNOWLEDGE["careful_choice"]}
    for provided, is_same in ((with_it, False), (without, True)):
        play = kernel.load(ENTRIES, provided, mode="interpreted").functions.play_to_end
        ends = [game.new(2) for _ in POLICIES]
        for number, state in zip(POLICIES, ends, strict=True):
            play(state, number, seeded(4))
        assert (ends[0] == ends[1]) is is_same
