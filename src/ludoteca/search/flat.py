"""Flat Monte Carlo: each candidate is played out to the end in the same sampled worlds."""

from collections.abc import MutableSequence, Sequence
from typing import Any

from ludoteca.core.bits import popcount
from ludoteca.core.engine import (
    apply,
    score,
    winners,
)
from ludoteca.core.generator import seed_into
from ludoteca.core.types import States, copy_state
from ludoteca.search.policy import QUICK, play_to_end
from ludoteca.search.worlds import fill_world

Numbers = MutableSequence[int]
Values = MutableSequence[float]


def win_share(s: Any, seat: int, scores: Numbers) -> float:
    """Return a seat's share of the win with these scores: 1, a part of it, or 0."""
    bits = winners(s, scores)
    if bits >> seat & 1 == 0:
        return 0.0
    return 1.0 / popcount(bits)


def margin(seat: int, players: int, scores: Sequence[int]) -> int:
    """Return how far a seat is ahead of the best other one."""
    best = -1000
    for other in range(players):
        if other != seat:
            best = max(best, scores[other])
    return scores[seat] - best


def play_candidates(
    states: States,
    seat: int,
    players: int,
    candidates: Sequence[int],
    beliefs: Sequence[int],
    first_world: int,
    worlds: int,
    seed: int,
    rng: Numbers,
    scores: Numbers,
    wins: Values,
    margins: Values,
    points: Values,
) -> None:
    """Play every candidate out once in each world; add up wins, margins and own points."""
    for world in range(first_world, first_world + worlds):
        seed_into(rng, seed, 2 * world)
        copy_state(states, 1, 0)
        fill_world(states[1], seat, beliefs, rng)
        for n in range(len(candidates)):
            seed_into(rng, seed, 2 * world + 1)
            copy_state(states, 2, 1)
            apply(states[2], seat, candidates[n])
            play_to_end(states[2], QUICK, rng)
            for other in range(players):
                scores[other] = score(states[2], other)
            wins[n] += win_share(states[2], seat, scores)
            margins[n] += margin(seat, players, scores)
            points[n] += scores[seat]
