"""Positions to learn from: matches by good looks with some noise, and how each of them ended."""

from collections.abc import MutableSequence, Sequence
from typing import Any

from ludoteca.core.engine import (
    apply,
    deal_all,
    inputs_into,
    is_over,
    score,
    seat_to_move,
    start,
)
from ludoteca.core.generator import below, seed_into
from ludoteca.core.types import States, copy_state
from ludoteca.search.flat import win_share
from ludoteca.search.lookahead import rank_moves
from ludoteca.search.value import chances_into

Numbers = MutableSequence[int]
Values = MutableSequence[float]
Table = MutableSequence[MutableSequence[int]]
Grid = MutableSequence[MutableSequence[float]]

CLOSE = 6
"""Moves that the network compares: those that look best."""


def chance_after(
    states: States,
    seat: int,
    action: int,
    players: int,
    net: Sequence[float],
    rng: Numbers,
    inputs: Numbers,
    hidden: Values,
    chances: Values,
) -> float:
    """Judge a move of state 0 by the network, once chance has gone on."""
    copy_state(states, 1, 0)
    apply(states[1], seat, action)
    deal_all(states[1], rng)
    if is_over(states[1]):
        for other in range(players):
            inputs[other] = score(states[1], other)
        return win_share(states[1], seat, inputs)
    chances_into(states[1], players, net, inputs, hidden, chances, 0)
    return chances[seat]


def pick_noisily(
    states: States,
    seat: int,
    players: int,
    weights: Sequence[int],
    net: Sequence[float],
    noise: int,
    rng: Numbers,
    inputs: Numbers,
    hidden: Values,
    chances: Values,
    actions: Numbers,
    looks: Numbers,
) -> int:
    """Choose a move of state 0 that looks good; with a network, by it among those."""
    count = rank_moves(states, seat, weights, inputs, actions, looks, 0, 1)
    for n in range(count):
        blur = below(rng, noise)
        looks[n] += blur
    chosen = -1
    highest = -1.0
    for n in range(min(count, CLOSE if len(net) > 0 else 1)):
        best = n
        for other in range(n + 1, count):
            if looks[other] > looks[best]:
                best = other
        action = actions[best]
        actions[best] = actions[n]
        looks[best] = looks[n]
        chance = 0.0
        if len(net) > 0:
            chance = chance_after(
                states, seat, action, players, net, rng, inputs, hidden, chances
            )  # fmt: skip
        if chance > highest:
            highest = chance
            chosen = action
    return chosen


def note_position(s: Any, players: int, inputs: Numbers, rows: Table, at: int) -> None:
    """Write the inputs of every seat into rows from `at` on."""
    for seat in range(players):
        inputs_into(s, seat, inputs)
        for n in range(len(rows[0])):
            rows[at + seat][n] = inputs[n]


def note_end(s: Any, players: int, scores: Numbers, shares: Grid, begin: int, end: int) -> None:
    """Write how a match ended for all of its positions."""
    for seat in range(players):
        scores[seat] = score(s, seat)
    for seat in range(players):
        share = win_share(s, seat, scores)
        for n in range(begin, end):
            shares[n][seat] = share


def play_samples(
    states: States,
    players: int,
    options: Sequence[int],
    seed: int,
    first: int,
    matches: int,
    weights: Sequence[int],
    net: Sequence[float],
    noise: int,
    every: int,
    rng: Numbers,
    chance: Numbers,
    inputs: Numbers,
    hidden: Values,
    chances: Values,
    actions: Numbers,
    looks: Numbers,
    rows: Table,
    shares: Grid,
) -> int:
    """Play matches and note about one position in `every`; return how many were noted.

    A position has a row of inputs for each seat; `shares` gets each seat's share of the win.
    """
    count = 0
    s = states[0]
    for match in range(first, first + matches):
        seed_into(chance, seed, 2 * match)
        seed_into(rng, seed, 2 * match + 1)
        start(s, players, options)
        begin = count
        while True:
            deal_all(s, chance)
            seat = seat_to_move(s)
            if seat < 0:
                break
            if below(rng, every) == 0 and count < len(shares):
                note_position(s, players, inputs, rows, count * players)
                count += 1
            action = pick_noisily(
                states, seat, players, weights, net, noise, rng,
                inputs, hidden, chances, actions, looks,
            )  # fmt: skip
            apply(s, seat, action)
        note_end(s, players, inputs, shares, begin, count)
    return count
