"""Many matches of one game, stepped together inside compiled kernels.

>>> batch = Batch("my_shelfie", 4, players=2, seed=7)
>>> step = batch.step(batch.random_actions())
>>> step.observations.shape, step.masks.shape, step.seats.tolist()
((4, 1072), (4, 2565), [1, 1, 1, 1])
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca import games
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game, Value
from ludoteca.core.generator import seed_into
from ludoteca.core.types import State
from ludoteca.rl import kernels
from ludoteca.rl.arrays import Array, Arrays, Pool
from ludoteca.rl.loader import chosen, loaded
from ludoteca.rl.policy import POLICIES
from ludoteca.rl.reward import REWARDS
from ludoteca.rl.tensor import tensor_length, tensor_of

RESETS = {
    "next_step": kernels.NEXT_STEP,
    "same_step": kernels.SAME_STEP,
    "disabled": kernels.DISABLED,
}
MASKS = {
    "dense": kernels.DENSE,
    "packed": kernels.DENSE,
    "factored": kernels.FACTORED,
    "none": kernels.NO_MASK,
}
"""The names of the settings; a packed mask is made of a dense one."""


@dataclass(frozen=True)
class Step:
    """What a step, or a reset, came to; a row for each match."""

    observations: Array
    """What the seat that moves next sees."""
    masks: Array
    """What it may do."""
    seats: Array
    """Who that is; -1 where the match is over."""
    movers: Array
    """Who made the last move; -1 where none was made."""
    rewards: Array
    """Each seat's reward for what happened since the last step."""
    ended: Array
    """Whether the match came to its end."""
    illegal: Array
    """Whether it did by an illegal action."""
    finals: Array
    """Where a match ended and the next began in the same step: what its last mover saw of it."""


class Batch:
    """Matches of one game at tables of one size; each step makes one decision in each of them."""

    def __init__(
        self,
        game: str | Game,
        size: int,
        *,
        players: int = 2,
        options: Mapping[str, Value] = {},
        seat: int | str = "every",
        opponents: str = "random",
        reward: str = "win",
        mask: str = "dense",
        observe: bool = True,
        autoreset: str = "same_step",
        illegal_reward: float = -1.0,
        threads: int = 1,
        copy: bool = True,
        seed: int = 0,
        mode: str | None = None,
    ) -> None:
        """Set up the matches and begin them.

        `seat` is the one that the caller plays: a number, "any" (drawn for each match) or "every"
        (self-play). With `copy` off, the arrays of a step are overwritten by the next one.
        """
        self.game = games.load(game) if isinstance(game, str) else game
        self.game.new(players, options)  # refuses what can't be
        self.size, self.players, self.copy, self.threads = size, players, copy, threads
        self._made = loaded(self.game, mode)
        self._kernels, self._given = self._made.functions, self._made.given
        self.mask_form = mask
        self._penalty = illegal_reward
        self.length = tensor_length(self.game, players)
        self.actions: int = self.game.rooms.actions.ACTIONS
        settings = [0] * kernels.SETTINGS
        settings[kernels.PLAYERS] = players
        settings[kernels.SEAT] = _seat_setting(seat, players)
        settings[kernels.OPPONENT] = chosen("opponents", POLICIES, opponents)
        settings[kernels.RESET] = chosen("autoreset", RESETS, autoreset)
        settings[kernels.REWARD] = chosen("reward", REWARDS, reward)
        settings[kernels.MASK] = chosen("mask", MASKS, mask)
        settings[kernels.OBSERVE] = int(observe)
        self._settings = self._given(settings)
        self._options = self._given(self.game.option_indices(options))
        self._make_room()
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset(seed)

    # Room

    def _make_room(self) -> None:
        made, size, players = self._made, self.size, self.players
        state, count = self.game.new_state(), size + self.threads
        self.states: Any = (
            [state.copy() for _ in range(count)] if made.is_plain else state.array(count)
        )
        self._luck, self._whims = made.integers(size), made.integers(size)
        self._rngs = [made.integers(1) for _ in range(self.threads)]
        self._points = made.counters(size, players)
        self._scores = [made.integers(players) for _ in range(self.threads)]
        self._owns, self._seats, self._movers, self._ends = (made.integers(size) for _ in range(4))
        self._moves = made.integers(size)  # all of them 0: the order to move
        self._form = int(self._settings[kernels.MASK])
        self._arrays = Pool(self._new_outputs)
        self._outputs = self._arrays.fresh()

    def _new_outputs(self) -> Arrays:
        """Make arrays for what a step writes: those that no setting asks for are empty."""
        observed = self.length if self._settings[kernels.OBSERVE] else 0
        dense = self.actions if self._form == kernels.DENSE else 0
        words = len(tensor_of(self.game).FACTORS) if self._form == kernels.FACTORED else 0
        same = self._settings[kernels.RESET] == kernels.SAME_STEP
        size = self.size
        return (
            np.empty((size, observed), dtype=np.uint8),
            np.empty((size, dense), dtype=np.int8),
            np.empty((size, words), dtype=np.int64),
            np.empty((size, observed if same else 0), dtype=np.uint8),
            np.empty((size, self.players), dtype=np.float32),
        )

    # Playing

    def reset(self, seed: int | Sequence[int | None] | None = None, which: Any = None) -> Step:
        """Begin matches anew: all of them, or those of a row of truth values.

        Match n gets seed + n, or the n-th of the seeds; without a seed, its luck goes on.
        """
        given = range(seed, seed + self.size) if isinstance(seed, int) else seed
        seeds = [-1] * self.size if given is None else [-1 if s is None else s for s in given]
        picked = [True] * self.size if which is None else [bool(flag) for flag in which]
        if len(seeds) != self.size or len(picked) != self.size:
            raise ValueError(f"a seed and a choice are expected for each of {self.size} matches")
        for n, own in enumerate(seeds):
            if own >= 0 and picked[n]:
                rng = [0]
                seed_into(rng, own, 1)
                self._whims[n] = rng[0]
        orders = [kernels.BEGIN if flag else kernels.LOOK for flag in picked]
        return self._advance(self._given(orders), self._given(seeds), self._moves)

    def step(self, actions: Any) -> Step:
        """Make a move in each match."""
        given: Any = np.ascontiguousarray(actions, dtype=np.int64)
        if given.shape != (self.size,):
            raise ValueError(f"{self.size} actions are expected, not {given.shape}")
        if self._made.is_plain:
            given = given.tolist()
        return self._advance(self._moves, self._moves, given)

    def _advance(self, orders: Any, seeds: Any, actions: Any) -> Step:
        if self.copy:
            self._outputs = self._arrays.fresh()
        observations, masks, factors, finals, rewards = self._outputs
        rewards[:] = 0
        self._in_slices(
            lambda first, last, thread: self._kernels.step_matches(
                self.states, first, last, self.size + thread, self._settings, self._options,
                orders, seeds, actions, self._penalty, self._rngs[thread], self._luck,
                self._owns, self._seats, self._points, self._scores[thread], rewards,
                self._movers, self._ends, observations, masks, factors, finals,
            )
        )  # fmt: skip
        return self._step()

    def random_actions(self) -> Array:
        """Choose a legal action for each match, each equally likely."""
        actions = self._made.integers(self.size)
        self._in_slices(
            lambda first, last, thread: self._kernels.choose_at_random(
                self.states, first, last, self._rngs[thread], self._whims, self._seats, actions
            )
        )
        return np.asarray(actions, dtype=np.int64)

    @property
    def seats(self) -> Array:
        """Who is to move in each match; -1 where it is over."""
        return np.array(self._seats, dtype=np.int64)

    def state(self, index: int) -> State:
        """Give the whole state of one match."""
        if self._made.is_plain:
            copy: State = self.states[index].copy()
            return copy
        return type(self.game.new_state()).of(self.states, index)

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def _in_slices(self, work: Callable[[int, int, int], None]) -> None:
        """Do the work for all matches, a slice in each thread: kernels let the others run."""
        if self._pool is None:
            work(0, self.size, 0)
            return
        cuts = [self.size * n // self.threads for n in range(self.threads + 1)]
        tasks = [self._pool.submit(work, cuts[n], cuts[n + 1], n) for n in range(self.threads)]
        for task in tasks:
            task.result()

    def _step(self) -> Step:
        observations, masks, factors, finals, rewards = self._outputs
        if self.mask_form == "packed":
            masks = np.packbits(masks, axis=1, bitorder="little")
        elif self.mask_form == "factored":
            masks = factors
        ends = np.array(self._ends, dtype=np.int64)
        return Step(
            observations,
            masks,
            np.array(self._seats, dtype=np.int64),
            np.array(self._movers, dtype=np.int64),
            rewards,
            ends != kernels.GOES_ON,
            ends == kernels.ILLEGAL,
            finals,
        )


def _seat_setting(seat: int | str, players: int) -> int:
    if isinstance(seat, int) and 0 <= seat < players:
        return seat
    names = {"every": kernels.EVERY_SEAT, "any": kernels.ANY_SEAT}
    if isinstance(seat, int):
        raise UsageError(f"there is no seat {seat} at this table")
    return chosen("seat", names, seat)
