"""Plain functions that tests load through the kernel loader, compiled or not."""

from collections.abc import MutableSequence, Sequence

from ludoteca.core.engine import (
    apply,
    count_legal,
    faults,
    is_over,
    nth_legal,
    outcome_of,
    put_outcome,
    refusal,
    roll_size,
    score,
    seat_to_move,
    start,
    winners,
)
from ludoteca.core.generator import below, seed_into
from ludoteca.core.types import States, copy_state

Numbers = MutableSequence[int]


def start_at(states: States, players: int, options: Sequence[int]) -> None:
    """Set up the empty table."""
    start(states[0], players, options)


def follow_at(states: States, seats: Sequence[int], numbers: Sequence[int]) -> None:
    """Make the plies of a match, each in a copy of the state before it.

    Those of a seat are actions; where the seat is below 0, chance had the outcome.
    """
    for n in range(len(seats)):
        copy_state(states, n + 1, n)
        if seats[n] < 0:
            put_outcome(states[n + 1], numbers[n])
        else:
            apply(states[n + 1], seats[n], numbers[n])


def asked_at(states: States, seat: int, answers: Numbers) -> None:
    """Answer every question of the contract that needs no action."""
    s = states[0]
    answers[0] = roll_size(s)
    answers[1] = seat_to_move(s)
    answers[2] = int(is_over(s))
    answers[3] = score(s, seat)
    answers[4] = faults(s)
    answers[5] = count_legal(s, seat) if seat_to_move(s) == seat else -1


def legal_at(states: States, seat: int, out: Numbers) -> int:
    """List the legal actions."""
    count = count_legal(states[0], seat)
    for n in range(count):
        out[n] = nth_legal(states[0], seat, n)
    return count


def check_matches(
    states: States,
    players: int,
    options: Sequence[int],
    seed: int,
    count: int,
    rng: Numbers,
    scores: Numbers,
) -> int:
    """Play random matches and look for faults after every ply; give the number of faulty plies."""
    s = states[0]
    bad = 0
    for match in range(count):
        seed_into(rng, seed, match)
        start(s, players, options)
        while True:
            size = roll_size(s)
            if size > 0:
                put_outcome(s, outcome_of(s, below(rng, size)))
            else:
                seat = seat_to_move(s)
                if seat < 0:
                    break
                action = nth_legal(s, seat, below(rng, count_legal(s, seat)))
                bad += refusal(s, seat, action) != 0
                apply(s, seat, action)
            bad += faults(s) != 0
        bad += not is_over(s)
        for seat in range(players):
            scores[seat] = score(s, seat)
        bad += winners(s, scores) == 0
    return bad


ENTRIES = (start_at, follow_at, asked_at, legal_at, check_matches)
"""All of them, to be loaded together."""
