"""Matches between two judgements: each seat makes the move after which its position looks best."""

from collections.abc import MutableSequence, Sequence

from ludoteca.core.engine import (
    apply,
    count_legal,
    deal_all,
    nth_legal,
    score,
    seat_to_move,
    start,
)
from ludoteca.core.generator import below, seed_into
from ludoteca.core.types import States, copy_state
from ludoteca.search.flat import margin, win_share
from ludoteca.search.lookahead import value_of

Numbers = MutableSequence[int]


def best_looking(
    states: States, seat: int, weights: Sequence[int], features: Numbers, rng: Numbers
) -> int:
    """Choose the move after which state 0 looks best to a seat; of equal ones any."""
    best = -(1 << 60)
    chosen = -1
    equals = 0
    for n in range(count_legal(states[0], seat)):
        action = nth_legal(states[0], seat, n)
        copy_state(states, 1, 0)
        apply(states[1], seat, action)
        value = value_of(states[1], seat, weights, features)
        if value > best:
            best = value
            chosen = action
            equals = 1
        elif value == best:
            equals += 1
            if below(rng, equals) == 0:
                chosen = action
    return chosen


def play_duels(
    states: States,
    players: int,
    options: Sequence[int],
    weights: Sequence[Sequence[int]],
    features: Numbers,
    seed: int,
    first: int,
    deals: int,
    chance: Numbers,
    rng: Numbers,
    scores: Numbers,
    totals: MutableSequence[float],
) -> None:
    """Play each deal with weights 0 in every seat in turn and weights 1 in the others.

    The totals of weights 0: matches, wins, margins, points. A deal's luck is the same each time.
    """
    s = states[0]
    for deal in range(first, first + deals):
        for own in range(players):
            seed_into(chance, seed, 2 * deal)
            seed_into(rng, seed, 2 * deal + 1)
            start(s, players, options)
            while True:
                deal_all(s, chance)
                seat = seat_to_move(s)
                if seat < 0:
                    break
                judge = weights[0] if seat == own else weights[1]
                apply(s, seat, best_looking(states, seat, judge, features, rng))
            for seat in range(players):
                scores[seat] = score(s, seat)
            totals[0] += 1
            totals[1] += win_share(s, own, scores)
            totals[2] += margin(own, players, scores)
            totals[3] += scores[own]
