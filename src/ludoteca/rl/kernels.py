"""Stepping many matches at once: plain functions on integers, compiled for one game.

A batch is a list (or an array of records) of states, each with a generator of its own; the last
ones are scratch. In a match the caller plays one seat, and the others are played here, or
(self-play) the caller plays whoever is to move. `settings` are the numbers below.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from ludoteca.core.engine import (
    apply,
    count_legal,
    factors_into,
    mask_into,
    nth_legal,
    observe_into,
    refusal,
    seat_to_move,
    start,
)
from ludoteca.core.generator import below, seed_into
from ludoteca.rl.policy import policy_choice
from ludoteca.rl.reward import POINTS, reward_into
from ludoteca.search.playout import deal_all

Numbers = MutableSequence[int]
Table = MutableSequence[MutableSequence[int]]
Grid = MutableSequence[MutableSequence[float]]

PLAYERS, SEAT, OPPONENT, RESET, REWARD, MASK, OBSERVE, SETTINGS = range(8)
"""What each setting is."""

EVERY_SEAT, ANY_SEAT = -1, -2
"""In place of the seat that the caller plays: whoever is to move; or one drawn for each match."""

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2
"""When the match after one that is over begins."""

NO_MASK, DENSE, FACTORED = 0, 1, 2
"""How legal actions are told."""

MOVE, BEGIN, LOOK = 0, 1, 2
"""What is ordered for a match: a move, a new match, or nothing but to look."""

OVER = -1
"""In place of the seat to move."""

GOES_ON, ENDED, ILLEGAL = 0, 1, 2
"""How a step went for its match."""


def clear(out: Numbers) -> None:
    """Write 0 everywhere."""
    for n in range(len(out)):
        out[n] = 0


def play_others(
    states: Any, index: int, scratch: int, own: int, opponent: int, rng: Numbers
) -> int:
    """Let chance and the other seats go on until the caller is to move; give that seat, or OVER."""
    s = states[index]
    while True:
        deal_all(s, rng)
        seat = seat_to_move(s)
        if seat < 0 or own == EVERY_SEAT or seat == own:
            return seat
        apply(s, seat, policy_choice(states, index, scratch, seat, opponent, rng))


def begin_match(
    states: Any,
    index: int,
    scratch: int,
    settings: Sequence[int],
    options: Sequence[int],
    rng: Numbers,
    owns: Numbers,
    points: Table,
) -> int:
    """Start a match and go on to the caller's first move; give its seat."""
    players = settings[PLAYERS]
    start(states[index], players, options)
    own = settings[SEAT]
    if own == ANY_SEAT:
        own = below(rng, players)
    owns[index] = own
    for seat in range(players):
        points[index][seat] = 0
    return play_others(states, index, scratch, own, settings[OPPONENT], rng)


def look(
    states: Any,
    index: int,
    seat: int,
    is_to_move: bool,
    settings: Sequence[int],
    observations: Table,
    masks: Table,
    factors: Table,
) -> None:
    """Write what a seat sees and may do into the rows of its match."""
    if settings[OBSERVE]:
        observation = observations[index]
        clear(observation)
        observe_into(states[index], seat, observation)
    if settings[MASK] == DENSE:
        mask = masks[index]
        clear(mask)
        if is_to_move:
            mask_into(states[index], seat, mask)
    elif settings[MASK] == FACTORED:
        words = factors[index]
        clear(words)
        if is_to_move:
            factors_into(states[index], seat, words)


def step_match(
    states: Any,
    index: int,
    scratch: int,
    settings: Sequence[int],
    action: int,
    penalty: float,
    rng: Numbers,
    owns: Sequence[int],
    seats: Numbers,
    points: Table,
    scores: Numbers,
    rewards: Grid,
) -> int:
    """Make a move and go on to the caller's next one; say how that went: GOES_ON, ENDED, ILLEGAL.

    An illegal action ends the match with a penalty for the seat that made it.
    """
    seat = seats[index]
    if refusal(states[index], seat, action) != 0:
        seats[index] = OVER
        rewards[index][seat] = penalty
        return ILLEGAL
    apply(states[index], seat, action)
    seats[index] = play_others(states, index, scratch, owns[index], settings[OPPONENT], rng)
    is_over = seats[index] < 0
    if is_over or settings[REWARD] == POINTS:
        reward_into(
            states[index], settings[PLAYERS], settings[REWARD],
            points[index], scores, rewards[index],
        )  # fmt: skip
    return ENDED if is_over else GOES_ON


def step_matches(
    states: Any,
    first: int,
    last: int,
    scratch: int,
    settings: Sequence[int],
    options: Sequence[int],
    orders: Sequence[int],
    seeds: Sequence[int],
    actions: Sequence[int],
    penalty: float,
    rng: Numbers,
    luck: Numbers,
    owns: Numbers,
    seats: Numbers,
    points: Table,
    scores: Numbers,
    rewards: Grid,
    movers: Numbers,
    ends: Numbers,
    observations: Table,
    masks: Table,
    factors: Table,
    finals: Table,
) -> None:
    """Do what is ordered in each match of a range, go on to the caller's next move, and look.

    The rewards are all 0 before. To begin with a seed of -1 lets the generator go on. A match that
    is over is begun anew as the settings say; begun in the same step, `finals` keeps what was last
    seen of it.
    """
    for index in range(first, last):
        seat = seats[index] if orders[index] == MOVE else OVER
        end = GOES_ON
        rng[0] = luck[index]
        if seat >= 0:
            end = step_match(
                states, index, scratch, settings, actions[index], penalty, rng,
                owns, seats, points, scores, rewards,
            )  # fmt: skip
        movers[index] = seat
        ends[index] = end
        if end != GOES_ON and settings[RESET] == SAME_STEP:
            look(states, index, seat, False, settings, finals, masks, factors)
        if begins_anew(orders[index], seat, end, settings[RESET]):
            if orders[index] == BEGIN and seeds[index] >= 0:
                seed_into(rng, seeds[index], 0)
            seats[index] = begin_match(states, index, scratch, settings, options, rng, owns, points)
        luck[index] = rng[0]
        viewer = seats[index] if seats[index] >= 0 else max(seat, owns[index], 0)
        look(states, index, viewer, seats[index] >= 0, settings, observations, masks, factors)


def begins_anew(order: int, seat: int, end: int, reset: int) -> bool:
    """Say whether a match begins: by order, in the step that ends one, or in the one after it."""
    if order != MOVE:
        return order == BEGIN
    return (reset == SAME_STEP and end != GOES_ON) or (reset == NEXT_STEP and seat < 0)


def choose_at_random(
    states: Any,
    first: int,
    last: int,
    rng: Numbers,
    luck: Numbers,
    seats: Sequence[int],
    actions: Numbers,
) -> None:
    """Choose a legal action, each equally likely, wherever the caller is to move."""
    for index in range(first, last):
        seat = seats[index]
        actions[index] = 0
        if seat >= 0:
            rng[0] = luck[index]
            count = count_legal(states[index], seat)
            actions[index] = nth_legal(states[index], seat, below(rng, count))
            luck[index] = rng[0]
