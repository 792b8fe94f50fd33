"""The policies of the kernels."""

from typing import Any

from ludoteca.bots import greedy
from ludoteca.bots.base import Budget
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from ludoteca.rl.match import LearnerMatch
from ludoteca.rl.policy import GREEDY, POLICIES
from tests.rl.playing import each_game


@each_game
def test_greedy_in_a_kernel_is_the_bot(game: Game) -> None:
    """Both choose among the same moves: those after which the score is highest."""
    match = LearnerMatch(game, 2)
    score, apply = game.engine.score, game.engine.apply
    match.open(4)
    rng: Any = match.generator(5, 0)
    while not match.is_over:
        seat, view = match.seat, match.view(match.seat)
        legal = game.legal(view.state, seat)
        action = match.choose(GREEDY, rng)

        def points(action: int, view: Any = view, seat: int = seat) -> int:
            after = view.state.copy()
            apply(after, seat, action)
            return int(score(after, seat))

        chosen = greedy.choose(game, view, legal, seeded(1), Budget())
        assert action in legal
        assert points(action) == points(chosen)
        match.move(action)


@each_game
def test_all_of_equal_moves_are_chosen_by_greedy(game: Game) -> None:
    match = LearnerMatch(game, 2)
    found = set()
    for seed in range(40):
        match.open(4)
        found.add(match.choose(GREEDY, match.generator(seed, 0)))
    assert len(found) > 1


@each_game
def test_policies_choose_legal_moves(game: Game) -> None:
    for policy in POLICIES.values():
        match = LearnerMatch(game, 3)
        match.open(policy)
        rng = match.generator(policy, 1)
        moves = 0
        while not match.is_over:
            assert match.move(match.choose(policy, rng))
            moves += 1
        assert moves > 5
