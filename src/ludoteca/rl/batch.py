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
from ludoteca.rl.opponents import parse_opponents
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

SEEDS = 2**62 - 1
"""The bits of a seed that count."""


@dataclass(frozen=True)
class BatchStep:
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
        opponents: str | Sequence[str] = "random",
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
        (self-play). `opponents` is who plays all other seats, or one for each (`rl.opponents`).
        With `copy` off, the arrays of a step are overwritten by the next one.
        """
        self.game = games.load(game) if isinstance(game, str) else game
        self.game.new(players, options)  # refuses what can't be
        self.size, self.players, self.copy, self.threads = size, players, copy, threads
        self._made = loaded(self.game, mode)
        self._kernels, self._given = self._made.functions, self._made.given
        self.mask_form = mask
        self._penalty = illegal_reward
        self.length = tensor_length(self.game, players)
        self.actions: int = self.game.modules.actions.ACTIONS
        settings = [0] * kernels.SETTINGS
        settings[kernels.PLAYERS] = players
        settings[kernels.SEAT] = _seat_setting(seat, players)
        settings[kernels.RESET] = chosen("autoreset", RESETS, autoreset)
        settings[kernels.REWARD] = chosen("reward", REWARDS, reward)
        settings[kernels.MASK] = chosen("mask", MASKS, mask)
        settings[kernels.OBSERVE] = int(observe)
        self._settings = self._given(settings)
        self._opponents = parse_opponents(opponents, players)
        self._policies = self._given(self._opponents.policies)
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
        self._thoughts = [[0] for _ in range(size)]  # the luck of bots outside the kernels
        self._rngs = [made.integers(1) for _ in range(self.threads)]
        self._points = made.counters(size, players)
        self._scores = [made.integers(players) for _ in range(self.threads)]
        self.owns, self.to_move, self._movers, self.ends = (made.integers(size) for _ in range(4))
        self._moves = made.integers(size)  # all of them 0: the order to move
        self.given, self._replies = made.integers(size), made.integers(size)  # actions
        self._form = int(self._settings[kernels.MASK])
        self._arrays = Pool(self._new_outputs)
        self.outputs = self._arrays.fresh()
        self._orders, self._seeds = made.integers(size), made.integers(size)
        self._steps = self._bound(self._moves, self._moves, self.given, self._penalty)
        self._begins = self._bound(self._orders, self._seeds, self._moves, self._penalty)

    def _bound(self, *more: Any) -> list[Callable[[], Any]]:
        """Bind the kernel to its arrays, for each thread; there are none where these change."""
        if self.copy:
            return []
        return [
            self._made.bind("step_matches", *self._arguments(*part, *more))
            for part in self._slices()
        ]

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

    def reset(self, seed: int | Sequence[int | None] | None = None, which: Any = None) -> BatchStep:
        """Restart matches: all of them, or those of a row of truth values.

        Match n gets seed + n, or the n-th of the seeds; without a seed, its luck goes on.
        """
        self.begin(seed, which)
        return self._step()

    def begin(self, seed: int | Sequence[int | None] | None = None, which: Any = None) -> None:
        """Do what `reset` does; the results are in `outputs`, `to_move` and `owns`."""
        given = range(seed, seed + self.size) if isinstance(seed, int) else seed
        seeds = [-1] * self.size if given is None else [_seed(s) for s in given]
        picked = [True] * self.size if which is None else [bool(flag) for flag in which]
        if len(seeds) != self.size or len(picked) != self.size:
            raise ValueError(f"a seed and a choice are expected for each of {self.size} matches")
        for n, own in enumerate(seeds):
            if own >= 0 and picked[n]:
                rng = [0]
                seed_into(rng, own, 1)
                self._whims[n] = rng[0]
                seed_into(self._thoughts[n], own, 2)
        self._orders[:] = [kernels.BEGIN if flag else kernels.LOOK for flag in picked]
        self._seeds[:] = seeds
        self._run(self._begins, self._orders, self._seeds, self._moves, self._penalty)

    def step(self, actions: Any) -> BatchStep:
        """Make a move in each match."""
        given: Any = np.ascontiguousarray(actions, dtype=np.int64)
        if given.shape != (self.size,):
            raise ValueError(f"{self.size} actions are expected, not {given.shape}")
        self.given[:] = given.tolist() if self._made.is_plain else given
        self.advance()
        return self._step()

    def advance(self) -> None:
        """Make the moves in `given`; the results are in `outputs`, `to_move` and `ends`."""
        self._run(self._steps, self._moves, self._moves, self.given, self._penalty)

    def _run(self, bound: list[Callable[[], Any]], *more: Any) -> None:
        """Step all matches: by bound kernels where there are some, else with `more`."""
        if self.copy:
            self.outputs = self._arrays.fresh()
        self.outputs[-1][:] = 0  # the rewards
        if not bound:
            self._do("step_matches", *more)
        elif self._pool is None:
            bound[0]()
        else:
            self._in_slices(lambda first, last, thread: bound[thread]())
        if not self._opponents.are_inside:
            self._answer()

    def _do(self, name: str, *more: Any) -> None:
        """Call a kernel for all matches; `more` is what differs from call to call."""
        function, arguments = getattr(self._kernels, name), self._arguments
        self._in_slices(lambda first, last, n: function(*arguments(first, last, n, *more)))

    def _arguments(self, first: int, last: int, thread: int, *more: Any) -> Sequence[Any]:
        observations, masks, factors, finals, rewards = self.outputs
        return (
            self.states, first, last, self.size + thread, self._settings, self._options,
            self._policies, *more, self._rngs[thread], self._luck,
            self.owns, self.to_move, self._points, self._scores[thread], rewards,
            self._movers, self.ends, observations, masks, factors, finals,
        )  # fmt: skip

    # Bots outside the kernels

    def _answer(self) -> None:
        """Ask bots that play outside the kernels until the caller is to move everywhere."""
        while waiting := [n for n in range(self.size) if self._is_asked(n)]:
            for n in waiting:
                self._replies[n] = self._ask(n)
            self._do("answer_matches", self._replies)

    def _is_asked(self, n: int) -> bool:
        return kernels.is_outside(int(self.to_move[n]), int(self.owns[n]))

    def _ask(self, n: int) -> int:
        """Let a bot choose in one match; it knows only the view of its seat."""
        state, seat = self.state(n), int(self.to_move[n])
        player = self._opponents.players[kernels.opponent_at(seat, int(self.owns[n]))]
        assert player is not None
        view = self.game.view(state, seat)
        legal = self.game.legal(view.state, seat)
        action = player.choose(self.game, view, legal, self._thoughts[n])
        if action not in legal:
            self.game.check(state, seat, action)
        return action

    def random_actions(self) -> Array:
        """Choose a legal action for each match, each equally likely."""
        actions = self._made.integers(self.size)
        self._in_slices(
            lambda first, last, thread: self._kernels.choose_at_random(
                self.states, first, last, self._rngs[thread], self._whims, self.to_move, actions
            )
        )
        return np.asarray(actions, dtype=np.int64)

    @property
    def seats(self) -> Array:
        """Who is to move in each match; -1 where it is over."""
        return np.array(self.to_move, dtype=np.int64)

    def state(self, index: int) -> State:
        """Return the whole state of one match."""
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
        tasks = [self._pool.submit(work, *part) for part in self._slices()]
        for task in tasks:
            task.result()

    def _slices(self) -> list[tuple[int, int, int]]:
        """Cut the batch: the first and last match of each thread, and its number."""
        cuts = [self.size * n // self.threads for n in range(self.threads + 1)]
        return [(cuts[n], cuts[n + 1], n) for n in range(self.threads)]

    def _step(self) -> BatchStep:
        observations, masks, factors, finals, rewards = self.outputs
        if self.mask_form == "packed":
            masks = np.packbits(masks, axis=1, bitorder="little")
        elif self.mask_form == "factored":
            masks = factors
        ends = np.array(self.ends, dtype=np.int64)
        return BatchStep(
            observations,
            masks,
            np.array(self.to_move, dtype=np.int64),
            np.array(self._movers, dtype=np.int64),
            rewards,
            ends != kernels.GOES_ON,
            ends == kernels.ILLEGAL,
            finals,
        )


def _seed(seed: int | None) -> int:
    return -1 if seed is None else seed & SEEDS


def _seat_setting(seat: int | str, players: int) -> int:
    if isinstance(seat, int) and 0 <= seat < players:
        return seat
    names = {"every": kernels.EVERY_SEAT, "any": kernels.ANY_SEAT}
    if isinstance(seat, int):
        raise UsageError(f"there is no seat {seat} at this table")
    return chosen("seat", names, seat)
