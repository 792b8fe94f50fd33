"""Whole matches by random play; the text runs interpreted on objects or compiled on records."""

from collections.abc import MutableSequence, Sequence
from typing import Any

from ludoteca.core.engine import (
    apply,
    count_legal,
    deal_all,
    nth_legal,
    outcome_of,
    put_outcome,
    roll_size,
    score,
    seat_to_move,
    start,
    tally_into,
    winners,
)
from ludoteca.core.generator import below, seed_into
from ludoteca.core.types import States

S = Any
Numbers = MutableSequence[int]


def play_out(s: S, rng: Numbers) -> int:
    """Play random legal moves to the end; return the number of moves."""
    moves = 0
    deal_all(s, rng)
    seat = seat_to_move(s)
    while seat >= 0:
        apply(s, seat, nth_legal(s, seat, below(rng, count_legal(s, seat))))
        moves += 1
        seat = seat_to_move(s)
        if seat < 0:
            deal_all(s, rng)
            seat = seat_to_move(s)
    return moves


def play_matches(
    states: States,
    players: int,
    options: Sequence[int],
    seed: int,
    first: int,
    rng: Numbers,
    lengths: Numbers,
    scores: MutableSequence[Numbers],
    wins: Numbers,
    tally: MutableSequence[Numbers],
) -> None:
    """Play one match for each entry of `lengths`, numbered from `first`, and note the results."""
    s = states[0]
    for match in range(len(lengths)):
        seed_into(rng, seed, first + match)
        start(s, players, options)
        lengths[match] = play_out(s, rng)
        for seat in range(players):
            scores[match][seat] = score(s, seat)
        wins[match] = winners(s, scores[match])
        tally_into(s, tally)


def play_logged(
    states: States,
    players: int,
    options: Sequence[int],
    seed: int,
    match: int,
    rng: Numbers,
    log: Numbers,
) -> int:
    """Play one match and log it: an action as itself, an outcome o as -1 - o; return the length.

    A log that is too short is filled and the match given up; the caller makes room and repeats.
    """
    s = states[0]
    seed_into(rng, seed, match)
    start(s, players, options)
    length = 0
    while length < len(log):
        size = roll_size(s)
        if size > 0:
            outcome = outcome_of(s, below(rng, size))
            put_outcome(s, outcome)
            log[length] = -1 - outcome
        else:
            seat = seat_to_move(s)
            if seat < 0:
                return length
            action = nth_legal(s, seat, below(rng, count_legal(s, seat)))
            apply(s, seat, action)
            log[length] = action
        length += 1
    return length
