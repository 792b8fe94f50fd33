"""Playing candidates out in worlds that all of them share."""

from typing import Any

import pytest

from ludoteca.core import kernel
from ludoteca.core.game import Game
from ludoteca.core.types import State
from ludoteca.search.engine import SearchKernels, loaded
from ludoteca.search.flat import margin, win_share
from tests.playing import GAMES, random_match, table_name
from tests.search.positions import decisions

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def played(kernels: SearchKernels, state: State, seat: int, candidates: list[int]) -> list[Any]:
    """Play candidates out in three worlds; give wins, margins and points."""
    players = kernels.game.players(state)
    sums = [kernels.floats(len(candidates)) for _ in range(3)]
    kernels.functions.play_candidates(
        kernels.states(state), seat, players, kernels.given(candidates),
        kernels.beliefs(kernels.states(state), seat), 0, 3, 5,
        kernels.integers(1), kernels.integers(players), *sums,
    )  # fmt: skip
    return [list(total) for total in sums]


@each_game
def test_both_engines_play_the_same_and_equal_candidates_meet_the_same_luck(game: Game) -> None:
    plain = SearchKernels(game, "interpreted")
    for state, seat in decisions(game, 3, seed=3, every=40):
        seen = game.view(state, seat).state
        legal = game.legal(state, seat)
        candidates = [legal[0], legal[-1], legal[0]]
        fast = played(loaded(game), seen, seat, candidates)
        assert fast == played(plain, seen, seat, candidates)
        for total in fast:
            assert total[0] == total[2]


@each_game
def test_a_shared_win_is_split(game: Game) -> None:
    state = random_match(game, 3, game.choose_options(), seed=4).state
    scores = [part["total"] for part in game.scores(state)]
    share = kernel.load((win_share,), vars(game.engine), mode="interpreted").functions.win_share
    assert sum(share(state, seat, scores) for seat in range(3)) == pytest.approx(1.0)
    best = max(range(3), key=lambda seat: scores[seat])
    assert margin(best, 3, scores) >= 0
