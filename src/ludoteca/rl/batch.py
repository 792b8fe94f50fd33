"""Many matches of one game, stepped together inside compiled kernels.

>>> batch = Batch("my_shelfie", 4, players=2, seed=7)
>>> step = batch.step(batch.random_actions())
>>> step.observations.shape, step.masks.shape, step.seats.tolist()
((4, 1072), (4, 2565), [1, 1, 1, 1])
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca import games
from ludoteca.core import kernel
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game, Value
from ludoteca.core.generator import seed_into
from ludoteca.core.rooms import Tensor
from ludoteca.core.types import State
from ludoteca.rl import kernels, plain
from ludoteca.search import engine

Array = npt.NDArray[Any]

OPPONENTS = {"random": kernels.RANDOM, "quick": kernels.QUICK, "greedy": kernels.GREEDY}
"""Who can play the other seats inside the kernels."""

RESETS = {
    "next_step": kernels.NEXT_STEP,
    "same_step": kernels.SAME_STEP,
    "disabled": kernels.DISABLED,
}
REWARDS = {"win": kernels.WIN, "margin": kernels.MARGIN, "points": kernels.POINTS}
MASKS = {
    "dense": kernels.DENSE,
    "packed": kernels.DENSE,
    "factored": kernels.FACTORED,
    "none": kernels.NO_MASK,
}
"""The names of the settings; a packed mask is made of a dense one."""

ENTRIES = (kernels.reset_matches, kernels.step_matches, kernels.choose_at_random)


def chosen(kind: str, names: Mapping[str, int], name: str) -> int:
    """Give the number of a setting by its name."""
    if name not in names:
        raise UsageError(f"{kind} can't be {name!r}; it can be: {', '.join(names)}")
    return names[name]


def tensor_of(game: Game) -> Tensor:
    """Give the room of a game that turns views into numbers."""
    if game.rooms.tensor is None:
        raise UsageError(f"{game.name} has no tensors yet")
    return game.rooms.tensor


def tensor_length(game: Game, players: int) -> int:
    """Count the numbers of a tensor."""
    return sum(prod(slot.shape) for slot in tensor_of(game).slots(players))


@cache
def loaded(game: Game, entries: tuple[Callable[..., Any], ...], mode: str) -> Any:
    """Give some kernels of a game; the first time this compiles them."""
    provided = {**engine.KNOWLEDGE, "mask_into": plain.mask_into, **game.functions}
    return kernel.load(entries, provided, mode)


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
        self.mode = mode or kernel.best_mode()
        self.is_plain = self.mode == "interpreted"
        self.mask_form = mask
        self._penalty = illegal_reward
        self.length = tensor_length(self.game, players)
        self.actions: int = self.game.rooms.actions.ACTIONS
        settings = [0] * kernels.SETTINGS
        settings[kernels.PLAYERS] = players
        settings[kernels.SEAT] = _seat_setting(seat, players)
        settings[kernels.OPPONENT] = chosen("opponents", OPPONENTS, opponents)
        settings[kernels.RESET] = chosen("autoreset", RESETS, autoreset)
        settings[kernels.REWARD] = chosen("reward", REWARDS, reward)
        settings[kernels.MASK] = chosen("mask", MASKS, mask)
        settings[kernels.OBSERVE] = int(observe)
        self._settings = self._given(settings)
        self._options = self._given(self.game.option_indices(options))
        self._kernels = loaded(self.game, ENTRIES, self.mode)
        self._make_room()
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset(seed)

    # Room

    def _given(self, values: Sequence[int]) -> Any:
        return list(values) if self.is_plain else np.array(values, dtype=np.int64)

    def _numbers(self) -> Any:
        return [0] * self.size if self.is_plain else np.zeros(self.size, dtype=np.int64)

    def _table(self, columns: int) -> Any:
        if self.is_plain:
            return [[0] * columns for _ in range(self.size)]
        return np.zeros((self.size, columns), dtype=np.int64)

    def _make_room(self) -> None:
        count = self.size + self.threads
        state = self.game.new_state()
        self.states: Any = (
            [state.copy() for _ in range(count)] if self.is_plain else state.array(count)
        )
        self._luck, self._whims = self._numbers(), self._numbers()
        self._rngs = [self._given([0]) for _ in range(self.threads)]
        self._points = self._table(self.players)
        self._scores = [self._given([0] * self.players) for _ in range(self.threads)]
        self._owns, self._seats, self._movers, self._ends = (self._numbers() for _ in range(4))
        self._form = int(self._settings[kernels.MASK])
        self._outputs = self._fresh()

    def _fresh(self) -> tuple[Array, ...]:
        """Make the arrays that a step writes: observations, masks, factors, finals and rewards."""
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
        picked = [1] * self.size if which is None else [int(flag) for flag in which]
        for n, own in enumerate(seeds):
            if own >= 0 and picked[n]:
                rng = [0]
                seed_into(rng, own, 1)
                self._whims[n] = rng[0]
        if self.copy:
            self._outputs = self._fresh()
        observations, masks, factors, finals, rewards = self._outputs
        rewards[:] = 0
        self._in_slices(
            lambda first, last, thread: self._kernels.reset_matches(
                self.states, first, last, self.size + thread, self._settings, self._options,
                self._given(seeds), self._given(picked), self._rngs[thread], self._luck,
                self._owns, self._seats, self._points, observations, masks, factors,
            )
        )  # fmt: skip
        self._movers, self._ends = (self._given([value] * self.size) for value in (-1, 0))
        return self._step()

    def step(self, actions: Any) -> Step:
        """Make a move in each match."""
        given: Any = actions
        if self.is_plain:
            given = [int(action) for action in actions]
        elif not (isinstance(actions, np.ndarray) and actions.dtype == np.int64):
            given = np.asarray(actions, dtype=np.int64)
        if self.copy:
            self._outputs = self._fresh()
        observations, masks, factors, finals, rewards = self._outputs
        rewards[:] = 0
        self._in_slices(
            lambda first, last, thread: self._kernels.step_matches(
                self.states, first, last, self.size + thread, self._settings, self._options,
                given, self._penalty, self._rngs[thread], self._luck, self._owns, self._seats,
                self._points, self._scores[thread], rewards, self._movers, self._ends,
                observations, masks, factors, finals,
            )
        )  # fmt: skip
        return self._step()

    def random_actions(self) -> Array:
        """Choose a legal action for each match, each equally likely."""
        actions = self._numbers()
        self._in_slices(
            lambda first, last, thread: self._kernels.choose_at_random(
                self.states, first, last, self._rngs[thread], self._whims, self._seats, actions
            )
        )
        return np.asarray(actions, dtype=np.int64)

    def state(self, index: int) -> State:
        """Give the whole state of one match."""
        if self.is_plain:
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
        tasks = [self._pool.submit(work, *cuts[n : n + 2], n) for n in range(self.threads)]
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
