"""Judging moves by the position after them, at once or one turn later.

The kernels work on a list (or array) of states: state 0 is the root, as one seat sees it, and the
others are scratch.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from ludoteca.core.engine import (
    apply,
    count_legal,
    features_into,
    is_over,
    nth_legal,
    score,
    seat_to_move,
)
from ludoteca.core.generator import seed_into
from ludoteca.core.types import States, copy_state
from ludoteca.search.policy import QUICK, play_until_turn
from ludoteca.search.worlds import fill_world

Numbers = MutableSequence[int]
Values = MutableSequence[float]

POINT = 1000
"""Weights are in thousandths of a point."""


def value_of(s: Any, seat: int, weights: Sequence[int], features: Numbers) -> int:
    """Judge a seat's position, in thousandths of a point."""
    if is_over(s):
        return score(s, seat) * POINT
    features_into(s, seat, features)
    value = 0
    for n in range(len(weights)):
        value += weights[n] * features[n]
    return value


def rank_moves(
    states: States,
    seat: int,
    weights: Sequence[int],
    features: Numbers,
    actions: Numbers,
    values: Numbers,
    root: int,
    scratch: int,
) -> int:
    """List the legal actions of a state with the value of the position after each; count them."""
    count = count_legal(states[root], seat)
    for n in range(count):
        actions[n] = nth_legal(states[root], seat, n)
        copy_state(states, scratch, root)
        apply(states[scratch], seat, actions[n])
        values[n] = value_of(states[scratch], seat, weights, features)
    return count


def best_value(
    states: States, seat: int, weights: Sequence[int], features: Numbers, root: int, scratch: int
) -> int:
    """Return the value of the best position that a seat can reach with one move."""
    best = -(1 << 60)
    for n in range(count_legal(states[root], seat)):
        copy_state(states, scratch, root)
        apply(states[scratch], seat, nth_legal(states[root], seat, n))
        best = max(best, value_of(states[scratch], seat, weights, features))
    return best


def look_ahead(
    states: States,
    seat: int,
    weights: Sequence[int],
    features: Numbers,
    candidates: Sequence[int],
    beliefs: Sequence[int],
    first_world: int,
    worlds: int,
    seed: int,
    rng: Numbers,
    totals: Values,
) -> None:
    """Add to each candidate's total what its best follow-up is worth in some sampled worlds.

    Every candidate meets the same worlds and the same luck.
    """
    for world in range(first_world, first_world + worlds):
        seed_into(rng, seed, 2 * world)
        copy_state(states, 1, 0)
        fill_world(states[1], seat, beliefs, rng)
        for n in range(len(candidates)):
            seed_into(rng, seed, 2 * world + 1)
            copy_state(states, 2, 1)
            apply(states[2], seat, candidates[n])
            play_until_turn(states[2], seat, QUICK, rng)
            if seat_to_move(states[2]) == seat:
                value = best_value(states, seat, weights, features, 2, 3)
            else:
                value = value_of(states[2], seat, weights, features)
            totals[n] += value
