"""What learners are rewarded for: plain functions on numbers, compiled with the kernels."""

from collections.abc import MutableSequence
from typing import Any

from ludoteca.core.engine import score
from ludoteca.search.flat import margin, win_share

Numbers = MutableSequence[int]
Values = MutableSequence[float]

WIN, MARGIN, POINTS = 0, 1, 2
"""The win, the margin (both at the end), or every point when it is made."""

REWARDS = {"win": WIN, "margin": MARGIN, "points": POINTS}
"""Their names."""


def balanced(share: float, players: int) -> float:
    """Turn a share of the win into a reward: 1 for winning alone, and all of them add up to 0.

    >>> balanced(1, 4), balanced(0, 2), balanced(0.5, 2)
    (1.0, -1.0, 0.0)
    """
    return (players * share - 1.0) / (players - 1.0)


def reward_into(
    s: Any, players: int, kind: int, points: Numbers, scores: Numbers, rewards: Values
) -> None:
    """Write each seat's reward for what happened since the points were those given."""
    for seat in range(players):
        scores[seat] = score(s, seat)
    for seat in range(players):
        if kind == POINTS:
            rewards[seat] = scores[seat] - points[seat]
            points[seat] = scores[seat]
        elif kind == MARGIN:
            rewards[seat] = margin(seat, players, scores)
        else:
            rewards[seat] = balanced(win_share(s, seat, scores), players)
