"""Random matches by the interpreted rules, followed by other engines ply by ply."""

from collections.abc import MutableSequence, Sequence
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


def arrays(game: Game, options: Options, mode: str) -> tuple[Any, Any]:
    """Make the states and options in the form that a mode wants."""
    indices = game.option_indices(options)
    if mode == "interpreted":
        return [game.new_state()], indices
    return game.new_state().array(1), np.array(indices, dtype=np.int64)


class Follower:
    """An engine that makes the moves of the interpreted rules."""

    def __init__(self, game: Game, players: int, options: Options, mode: str) -> None:
        """Start a match."""
        self.mode, self.loaded = mode, loaded_for(game, mode)
        self.states, indices = arrays(game, options, mode)
        self.loaded.start_at(self.states, players, indices)

    def record(self) -> bytes:
        """Return the bytes of its state."""
        if self.mode == "interpreted":
            return bytes(self.states[0].to_bytes())
        return bytes(self.states.tobytes())

    def asked(self, seat: int) -> list[int]:
        """Answer every question of the contract that needs no action."""
        answers: Any = [0] * 6 if self.mode == "interpreted" else np.zeros(6, dtype=np.int64)
        self.loaded.asked_at(self.states, seat, answers)
        return [int(answer) for answer in answers]


def step(
    game: Game, state: State, rng: MutableSequence[int], followers: Sequence[Follower] = ()
) -> None:
    """Make one ply at random, here and in the engines that follow."""
    rules = game.engine
    if rolls := rules.roll_size(state):
        outcome = rules.outcome_of(state, below(rng, rolls))
        rules.put_outcome(state, outcome)
        for follower in followers:
            follower.loaded.deal_at(follower.states, outcome)
        return
    seat = rules.seat_to_move(state)
    action = rules.nth_legal(state, seat, below(rng, rules.count_legal(state, seat)))
    rules.apply(state, seat, action)
    for follower in followers:
        follower.loaded.move_at(follower.states, seat, action)


def play(
    game: Game, players: int, options: Options, seed: int, modes: Sequence[str] = ()
) -> dict[str, Any]:
    """Play a match; return a sum of the state after every ply, and the answers at the end.

    Engines of other modes follow it: their states are equal after every ply, and their answers.
    """
    rules, rng, state = game.engine, seeded(seed, 1), game.new(players, options)
    sums: list[int] = []
    followers = [Follower(game, players, options, mode) for mode in modes]
    while not rules.is_over(state):
        step(game, state, rng, followers)
        record = state.to_bytes()
        for follower in followers:
            if follower.record() != record:
                there = type(state).of(follower.record(), 0)
                assert there == state, f"{follower.mode}: ply {len(sums)} of match {seed}"
        sums.append(crc32(record))
    scores = [rules.score(state, seat) for seat in range(players)]
    names = ("faults", "is_over", "roll_size", "seat_to_move")
    asked = [int(getattr(rules, name)(state)) for name in names]
    last = players - 1
    count = rules.count_legal(state, last) if asked[3] == last else -1
    for follower in followers:
        found = follower.asked(last)
        assert found == [asked[2], asked[3], asked[1], scores[last], asked[0], count]
    return {
        "seed": seed,
        "sums": sums,
        "answers": [*scores, rules.winners(state, scores), *asked],
    }


def state_at(game: Game, players: int, options: Options, seed: int, ply: int) -> State:
    """Play a match up to a ply; return the state there."""
    rng, state = seeded(seed, 1), game.new(players, options)
    for _ in range(ply + 1):
        step(game, state, rng)
    return state
