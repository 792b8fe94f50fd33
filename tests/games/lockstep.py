"""Random matches by the interpreted rules, followed by other engines ply by ply."""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from zlib import crc32

import numpy as np

from ludoteca.core import kernel
from ludoteca.core.game import Game, Options
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State
from tests.games import kernels


@cache
def loaded_for(game: Game, mode: str) -> Any:
    """Load all kernels of the tests at once."""
    state = type(game.new_state())
    return kernel.load(kernels.ENTRIES, vars(game.engine), state, f"{game.id}-test", mode).functions


def arrays(game: Game, options: Options, mode: str, length: int = 1) -> tuple[Any, Any]:
    """Make the states and options in the form that a mode wants."""
    indices = game.option_indices(options)
    if mode == "interpreted":
        return [game.new_state() for _ in range(length)], indices
    return game.new_state().array(length), np.array(indices, dtype=np.int64)


def numbers(mode: str, values: Sequence[int]) -> Any:
    """Put numbers into the form that a mode wants."""
    return list(values) if mode == "interpreted" else np.array(values, dtype=np.int64)


@dataclass
class Match:
    """A match by the interpreted rules: what was done at each ply, and the states after it."""

    game: Game
    players: int
    options: Options
    seed: int
    seats: list[int] = field(default_factory=list)
    """Who moved; below 0 it was chance."""
    numbers: list[int] = field(default_factory=list)
    """The actions and outcomes."""
    records: list[bytes] = field(default_factory=list)
    """The state before the first ply, and after each one."""

    def follow(self, mode: str, seat: int) -> list[int]:
        """Let another engine make the same plies; give its answers about a seat at the end.

        Its states are equal after every ply.
        """
        loaded = loaded_for(self.game, mode)
        states, indices = arrays(self.game, self.options, mode, len(self.records))
        loaded.start_at(states, self.players, indices)
        loaded.follow_at(states, numbers(mode, self.seats), numbers(mode, self.numbers))
        if mode == "interpreted":
            made = b"".join(state.to_bytes() for state in states)
        else:
            made = states.tobytes()
        if made != b"".join(self.records):
            kind = type(self.game.new_state())
            for ply, record in enumerate(self.records, -1):
                there, state = kind.of(made, ply + 1), kind.of(record, 0)
                assert there == state, f"{mode}: ply {ply} of match {self.seed}"
        answers = numbers(mode, [0] * 6)
        loaded.asked_at(states[-1:], seat, answers)
        return [int(answer) for answer in answers]


def step(game: Game, state: State, rng: MutableSequence[int]) -> tuple[int, int]:
    """Make one ply at random; return the seat and its action, or -1 and the outcome."""
    rules = game.engine
    if rolls := rules.roll_size(state):
        outcome = rules.outcome_of(state, below(rng, rolls))
        rules.put_outcome(state, outcome)
        return -1, outcome
    seat = rules.seat_to_move(state)
    action = rules.nth_legal(state, seat, below(rng, rules.count_legal(state, seat)))
    rules.apply(state, seat, action)
    return seat, action


def play(
    game: Game, players: int, options: Options, seed: int, modes: Sequence[str] = ()
) -> dict[str, Any]:
    """Play a match; return a sum of the state after every ply, and the answers at the end.

    Engines of other modes follow it: their states are equal after every ply, and their answers.
    """
    rules, rng, state = game.engine, seeded(seed, 1), game.new(players, options)
    match = Match(game, players, options, seed, records=[state.to_bytes()])
    while not rules.is_over(state):
        seat, number = step(game, state, rng)
        match.seats.append(seat)
        match.numbers.append(number)
        match.records.append(state.to_bytes())
    scores = [rules.score(state, seat) for seat in range(players)]
    names = ("faults", "is_over", "roll_size", "seat_to_move")
    asked = [int(getattr(rules, name)(state)) for name in names]
    last = players - 1
    count = rules.count_legal(state, last) if asked[3] == last else -1
    for mode in modes:
        found = match.follow(mode, last)
        assert found == [asked[2], asked[3], asked[1], scores[last], asked[0], count]
    return {
        "seed": seed,
        "sums": [crc32(record) for record in match.records[1:]],
        "answers": [*scores, rules.winners(state, scores), *asked],
    }


def state_at(game: Game, players: int, options: Options, seed: int, ply: int) -> State:
    """Play a match up to a ply; return the state there."""
    rng, state = seeded(seed, 1), game.new(players, options)
    for _ in range(ply + 1):
        step(game, state, rng)
    return state
