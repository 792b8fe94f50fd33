"""Stepping many matches at once: plain functions on integers, compiled for one game.

A batch is a list (or an array of records) of states, each with a generator of its own; the last
ones are scratch. In a match the caller plays one seat, or (self-play) every seat. The opponents are
played here by policies; for one whose policy is OUTSIDE, `step_matches` stops, the caller asks a
bot, and `answer_matches` goes on. `settings` are the numbers below.
"""

from collections.abc import MutableSequence, Sequence

from ludoteca.core.engine import (
    apply,
    count_legal,
    deal_all,
    factors_into,
    mask_into,
    nth_legal,
    observe_into,
    refusal,
    seat_to_move,
    start,
)
from ludoteca.core.generator import below, seed_into
from ludoteca.core.types import Byte, Single, Small, States
from ludoteca.rl.policy import OUTSIDE, policy_choice
from ludoteca.rl.reward import POINTS, reward_into

Numbers = MutableSequence[int]
Table = MutableSequence[MutableSequence[int]]
Bytes = MutableSequence[MutableSequence[Byte]]
Flags = MutableSequence[MutableSequence[Small]]
Rewards = MutableSequence[MutableSequence[Single]]

PLAYERS, SEAT, RESET, REWARD, MASK, OBSERVE, SETTINGS = range(7)
"""What each setting is."""

EVERY_SEAT, ANY_SEAT = -1, -2
"""In place of the caller's seat: the seat to move, or one drawn for each match."""

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


def opponent_at(seat: int, own: int) -> int:
    """Return which opponent sits at a seat: they take the seats around the caller's in order."""
    return seat if seat < own else seat - 1


def is_outside(seat: int, own: int) -> bool:
    """Return whether the seat to move, as `play_others` gives it, is that of a bot outside."""
    return seat >= 0 and own != EVERY_SEAT and seat != own


def play_others(
    states: States, index: int, scratch: int, own: int, policies: Sequence[int], rng: Numbers
) -> int:
    """Let chance and the policies go on until somebody else is to move; give that seat, or OVER."""
    s = states[index]
    while True:
        deal_all(s, rng)
        seat = seat_to_move(s)
        if not is_outside(seat, own):
            return seat
        policy = policies[opponent_at(seat, own)]
        if policy == OUTSIDE:
            return seat
        apply(s, seat, policy_choice(states, index, scratch, seat, policy, rng))


def begin_match(
    states: States,
    index: int,
    scratch: int,
    settings: Sequence[int],
    options: Sequence[int],
    policies: Sequence[int],
    rng: Numbers,
    owns: Numbers,
    points: Table,
) -> int:
    """Start a match and go on to the caller's first move; return the seat to move."""
    players = settings[PLAYERS]
    start(states[index], players, options)
    own = settings[SEAT]
    if own == ANY_SEAT:
        own = below(rng, players)
    owns[index] = own
    for seat in range(players):
        points[index][seat] = 0
    return play_others(states, index, scratch, own, policies, rng)


def look(
    states: States,
    index: int,
    seat: int,
    is_to_move: bool,
    settings: Sequence[int],
    observations: Bytes,
    masks: Flags,
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
    states: States,
    index: int,
    scratch: int,
    settings: Sequence[int],
    policies: Sequence[int],
    action: int,
    penalty: float,
    rng: Numbers,
    owns: Sequence[int],
    seats: Numbers,
    points: Table,
    scores: Numbers,
    rewards: Rewards,
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
    seats[index] = play_others(states, index, scratch, owns[index], policies, rng)
    return reward_match(states, index, settings, owns, seats, points, scores, rewards)


def reward_match(
    states: States,
    index: int,
    settings: Sequence[int],
    owns: Sequence[int],
    seats: Sequence[int],
    points: Table,
    scores: Numbers,
    rewards: Rewards,
) -> int:
    """Write the rewards that are due, unless a bot outside is to move; give ENDED or GOES_ON."""
    is_over = seats[index] < 0
    if is_over or (settings[REWARD] == POINTS and not is_outside(seats[index], owns[index])):
        reward_into(
            states[index], settings[PLAYERS], settings[REWARD],
            points[index], scores, rewards[index],
        )  # fmt: skip
    return ENDED if is_over else GOES_ON


def step_matches(
    states: States,
    first: int,
    last: int,
    scratch: int,
    settings: Sequence[int],
    options: Sequence[int],
    policies: Sequence[int],
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
    rewards: Rewards,
    movers: Numbers,
    ends: Numbers,
    observations: Bytes,
    masks: Flags,
    factors: Table,
    finals: Bytes,
) -> None:
    """Do what is ordered in each match of a range, go on to the caller's next move, and look.

    The rewards are all 0 before. To begin with a seed of -1 lets the generator go on. A match that
    is over is restarted as the settings say; if in the same step, `finals` keeps what was last
    seen of it.
    """
    for index in range(first, last):
        seat = seats[index] if orders[index] == MOVE else OVER
        end = GOES_ON
        rng[0] = luck[index]
        if seat >= 0:
            end = step_match(
                states, index, scratch, settings, policies, actions[index], penalty, rng,
                owns, seats, points, scores, rewards,
            )  # fmt: skip
        movers[index] = seat
        ends[index] = end
        if end != GOES_ON and settings[RESET] == SAME_STEP:
            look(states, index, seat, False, settings, finals, masks, factors)
        if begins_match(orders[index], seat, end, settings[RESET]):
            if orders[index] == BEGIN and seeds[index] >= 0:
                seed_into(rng, seeds[index], 0)
            seats[index] = begin_match(
                states, index, scratch, settings, options, policies, rng, owns, points
            )
        luck[index] = rng[0]
        look_on(states, index, seat, owns, seats, settings, observations, masks, factors)


def look_on(
    states: States,
    index: int,
    mover: int,
    owns: Sequence[int],
    seats: Sequence[int],
    settings: Sequence[int],
    observations: Bytes,
    masks: Flags,
    factors: Table,
) -> None:
    """Look at a match for the caller's next move, or at the end of it, unless a bot is to move."""
    seat = seats[index]
    if is_outside(seat, owns[index]):
        return
    viewer = seat if seat >= 0 else max(mover, owns[index], 0)
    look(states, index, viewer, seat >= 0, settings, observations, masks, factors)


def answer_matches(
    states: States,
    first: int,
    last: int,
    scratch: int,
    settings: Sequence[int],
    options: Sequence[int],
    policies: Sequence[int],
    actions: Sequence[int],
    rng: Numbers,
    luck: Numbers,
    owns: Numbers,
    seats: Numbers,
    points: Table,
    scores: Numbers,
    rewards: Rewards,
    movers: Sequence[int],
    ends: Numbers,
    observations: Bytes,
    masks: Flags,
    factors: Table,
    finals: Bytes,
) -> None:
    """Make the legal moves of bots outside, wherever one is to move, and go on as `step_matches`.

    What a bot does before the caller's first move in a match is rewarded with that move.
    """
    for index in range(first, last):
        if is_outside(seats[index], owns[index]):
            rng[0] = luck[index]
            apply(states[index], seats[index], actions[index])
            seats[index] = play_others(states, index, scratch, owns[index], policies, rng)
            if movers[index] >= 0 and ends[index] == GOES_ON:
                ends[index] = reward_match(
                    states, index, settings, owns, seats, points, scores, rewards
                )
                if ends[index] == ENDED and settings[RESET] == SAME_STEP:
                    look(states, index, movers[index], False, settings, finals, masks, factors)
                    seats[index] = begin_match(
                        states, index, scratch, settings, options, policies, rng, owns, points
                    )
            luck[index] = rng[0]
            look_on(states, index, OVER, owns, seats, settings, observations, masks, factors)


def begins_match(order: int, seat: int, end: int, reset: int) -> bool:
    """Return whether a match begins: by order, in the step that ends one, or in the next."""
    if order != MOVE:
        return order == BEGIN
    return (reset == SAME_STEP and end != GOES_ON) or (reset == NEXT_STEP and seat < 0)


def choose_at_random(
    states: States,
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
