"""Rewards by hand, on scores that a match ended with."""

import pytest

from ludoteca.core.game import Game
from ludoteca.rl.match import LearnerMatch
from ludoteca.rl.policy import QUICK
from ludoteca.rl.reward import REWARDS, balanced
from tests.rl.playing import each_game


@each_game
@pytest.mark.parametrize("players", [2, 3])
def test_all_kinds_of_rewards_agree_with_the_scores(game: Game, players: int) -> None:
    """The points are given move by move, so that they add up to the scores."""
    gained = {kind: [0.0] * players for kind in REWARDS}
    for kind in REWARDS:
        match = LearnerMatch(game, players, reward=kind)
        match.open(seed=12)
        whim = match.generator(1, 1)
        while not match.is_over:
            match.move(match.choose(QUICK, whim))
            for seat, reward in enumerate(match.rewards() or ()):
                gained[kind][seat] += reward
    scores, shares = match.results()
    assert gained["points"] == scores
    assert gained["win"] == pytest.approx([balanced(share, players) for share in shares])
    assert sum(gained["win"]) == pytest.approx(0)
    best, second = sorted(scores)[-1], sorted(scores)[-2]
    assert gained["margin"][scores.index(best)] == best - second


def test_a_shared_win_is_shared() -> None:
    assert [balanced(share, 4) for share in (0.5, 0.5, 0, 0)] == pytest.approx(
        [1 / 3, 1 / 3, -1 / 3, -1 / 3]
    )
