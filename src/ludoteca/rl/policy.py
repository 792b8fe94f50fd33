"""Who plays inside the kernels: plain functions on integers, compiled for one game."""

from collections.abc import MutableSequence

from ludoteca.core.engine import apply, count_legal, nth_legal, quick_choice, score
from ludoteca.core.generator import below
from ludoteca.core.types import States, copy_state

Numbers = MutableSequence[int]

RANDOM, QUICK, GREEDY, OUTSIDE = 0, 1, 2, -1
"""Any legal move; the policy of playouts; the most points at once; a bot that Python asks."""

POLICIES = {"random": RANDOM, "quick": QUICK, "greedy": GREEDY}
"""Their names."""


def greedy_choice(states: States, index: int, scratch: int, seat: int, rng: Numbers) -> int:
    """Choose the action after which the seat's score is highest; of equal ones any."""
    chosen = -1
    highest = -1
    equals = 0
    for n in range(count_legal(states[index], seat)):
        action = nth_legal(states[index], seat, n)
        copy_state(states, scratch, index)
        apply(states[scratch], seat, action)
        points = score(states[scratch], seat)
        if points > highest:
            highest = points
            equals = 0
        if points == highest:
            equals += 1
            if below(rng, equals) == 0:
                chosen = action
    return chosen


def policy_choice(
    states: States, index: int, scratch: int, seat: int, policy: int, rng: Numbers
) -> int:
    """Choose a move by a policy."""
    if policy == RANDOM:
        return nth_legal(states[index], seat, below(rng, count_legal(states[index], seat)))
    if policy == QUICK:
        return quick_choice(states[index], seat, rng)
    return greedy_choice(states, index, scratch, seat, rng)
