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
from ludoteca.core.types import States

Numbers = MutableSequence[int]


def start_at(states: States, players: int, options: Sequence[int]) -> None:
    """Set up the empty table."""
    start(states[0], players, options)


def move_at(states: States, seat: int, action: int) -> None:
    """Make a move."""
    apply(states[0], seat, action)


def deal_at(states: States, outcome: int) -> None:
    """Put one outcome."""
    put_outcome(states[0], outcome)


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


ENTRIES = (start_at, move_at, deal_at, asked_at, legal_at, check_matches)
"""All of them, to be loaded together."""
