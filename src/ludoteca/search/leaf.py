"""Judging the leaf of a tree: by its look, and by a quick playout from it."""

from collections.abc import MutableSequence, Sequence
from typing import Any

from ludoteca.core.engine import deal_all, is_over, score
from ludoteca.core.numeric import exp
from ludoteca.search.flat import margin, win_share
from ludoteca.search.lookahead import POINT, value_of
from ludoteca.search.policy import play_some, play_to_end, play_until_turn
from ludoteca.search.value import chances_into

Numbers = MutableSequence[int]
Values = MutableSequence[float]

CLEAR_LEAD = 5.0 * POINT
"""The lead that makes the chance to win about three in four."""


def utility(won: float, lead: int) -> float:
    """Return what a seat makes of an end: mostly the win, a little of how clear it is."""
    return 0.75 * won + 0.25 / (1.0 + exp(-lead / (8.0 * POINT)))


def chance_to_win(seat: int, players: int, judged: Numbers) -> float:
    """Guess a seat's chance to win from how all positions look."""
    return 1.0 / (1.0 + exp(-margin(seat, players, judged) / CLEAR_LEAD))


def play_on(
    s: Any,
    seat: int,
    players: int,
    weights: Sequence[int],
    net: Sequence[float],
    judgement: float,
    horizon: int,
    policy: int,
    rng: Numbers,
    features: Numbers,
    hidden: Values,
    scores: Numbers,
    gains: Values,
) -> None:
    """Judge a leaf, by the network or else by the weights, and play on from it.

    `gains` gets every seat's utility, then every seat's chance: of a leaf judged by the network a
    mean of both, else its share of the win.
    """
    is_judged = judge_leaf(
        s, seat, players, weights, net, policy, rng, features, hidden, scores, gains
    )  # fmt: skip
    share = judgement if is_judged else 0.0
    if len(net) > 0 and horizon > 0:
        play_some(s, horizon, policy, rng)
    else:
        play_to_end(s, policy, rng)
    if is_over(s):
        known = share if len(net) > 0 else 0.0
        blend_with_end(s, players, share, known, scores, gains)
    else:
        chances_into(s, players, net, features, hidden, gains, players)
        for other in range(players):
            gains[other] = share * gains[other] + (1.0 - share) * gains[players + other]
            gains[players + other] = gains[other]


def judge_leaf(
    s: Any,
    seat: int,
    players: int,
    weights: Sequence[int],
    net: Sequence[float],
    policy: int,
    rng: Numbers,
    features: Numbers,
    hidden: Values,
    scores: Numbers,
    gains: Values,
) -> bool:
    """Write every seat's chance by the look of a leaf; return whether there is one to judge."""
    if len(net) > 0:
        deal_all(s, rng)
    else:
        play_until_turn(s, seat, policy, rng)
    if is_over(s):
        return False
    if len(net) > 0:
        chances_into(s, players, net, features, hidden, gains, 0)
    else:
        for other in range(players):
            scores[other] = value_of(s, other, weights, features)
        for other in range(players):
            gains[other] = chance_to_win(other, players, scores)
    return True


def blend_with_end(
    s: Any, players: int, share: float, known: float, scores: Numbers, gains: Values
) -> None:
    """Join the look of a leaf, by its share, with the end of the match played out from it."""
    for other in range(players):
        scores[other] = POINT * score(s, other)
    for other in range(players):
        won = win_share(s, other, scores)
        looked = gains[other] if share > 0.0 else 0.0
        clear = utility(won, margin(other, players, scores))
        gains[other] = share * looked + (1.0 - share) * clear
        gains[players + other] = known * looked + (1.0 - known) * won
