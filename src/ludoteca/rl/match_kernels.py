"""One match, move by move: plain functions on integers, compiled for one game.

State 0 is the match, state 1 is scratch.
"""

from collections.abc import MutableSequence, Sequence

from ludoteca.core.engine import (
    apply,
    deal_all,
    mask_into,
    observe_into,
    refusal,
    score,
    seat_to_move,
    start,
    winners,
)
from ludoteca.core.types import Byte, Small, States, copy_state
from ludoteca.rl.kernels import clear
from ludoteca.rl.policy import policy_choice

Numbers = MutableSequence[int]

OVER, REFUSED = -1, -2
"""In place of the seat to move: the match is over; the move is illegal, and nothing happened."""


def open_match(states: States, players: int, options: Sequence[int], rng: Numbers) -> int:
    """Set up and deal; return the seat to move."""
    start(states[0], players, options)
    deal_all(states[0], rng)
    return seat_to_move(states[0])


def make_move(states: States, seat: int, action: int, rng: Numbers) -> int:
    """Make a move and deal what follows; return the seat to move, OVER or REFUSED."""
    if refusal(states[0], seat, action) != 0:
        return REFUSED
    apply(states[0], seat, action)
    deal_all(states[0], rng)
    return seat_to_move(states[0])


def choose(states: States, seat: int, policy: int, rng: Numbers) -> int:
    """Choose a move by one of the policies of the kernels."""
    return policy_choice(states, 0, 1, seat, policy, rng)


def see(
    states: States,
    seat: int,
    is_to_move: bool,
    observation: MutableSequence[Byte],
    mask: MutableSequence[Small],
) -> None:
    """Write what a seat sees, and what it may do if it is to move; both are all 0 before."""
    observe_into(states[0], seat, observation)
    if is_to_move:
        mask_into(states[0], seat, mask)


def see_after(
    states: States,
    seat: int,
    actions: Sequence[int],
    observations: MutableSequence[MutableSequence[Byte]],
    scores: Numbers,
) -> None:
    """Write what a seat would see, and its score, right after each of some moves."""
    for n in range(len(actions)):
        copy_state(states, 1, 0)
        apply(states[1], seat, actions[n])
        observation = observations[n]
        clear(observation)
        observe_into(states[1], seat, observation)
        scores[n] = score(states[1], seat)


def results_into(states: States, scores: Numbers) -> int:
    """Write the scores as they stand; return the seats that win with them, as bits."""
    for seat in range(len(scores)):
        scores[seat] = score(states[0], seat)
    return winners(states[0], scores)
