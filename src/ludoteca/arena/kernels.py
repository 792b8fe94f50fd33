"""A game's playout kernels with the arrays they write into, compiled or interpreted."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core.game import Game, Value
from ludoteca.search.engine import loaded

Numbers = npt.NDArray[np.int64]

LOG_LENGTH = 1024
"""Plies that a match is first expected to have at most; a longer one is played again."""


class Simulator:
    """Plays random matches of one game at one table size."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, Value],
        seed: int,
        mode: str | None = None,
    ) -> None:
        game.new(players, options)  # refuses what can't be
        self.game = game
        self.players = players
        self.seed = seed
        self.options = game.option_indices(options)
        made = loaded(game, mode)
        self.mode, self._kernels = made.mode, made.functions
        self._states, self._rng = made.states(game.new_state()), made.integers(1)
        self._option_values = made.given(self.options)

    def play(self, first: int, count: int) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Play matches number `first` and following: lengths, scores, winners and the tally."""
        scoring = self.game.modules.scoring
        shape = (len(scoring.TALLY_ROWS), len(scoring.TALLY_COLUMNS))
        results: Sequence[Any] = (
            np.zeros(count, dtype=np.int64),
            np.zeros((count, self.players), dtype=np.int64),
            np.zeros(count, dtype=np.int64),
            np.zeros(shape, dtype=np.int64),
        )
        if self.mode == "interpreted":  # lists of Python integers: exact, and much faster here
            results = [array.tolist() for array in results]
        self._kernels.play_matches(
            self._states, self.players, self._option_values, self.seed, first, self._rng, *results
        )
        lengths, scores, wins, tally = (np.asarray(array, dtype=np.int64) for array in results)
        return lengths, scores, wins, tally

    def log(self, match: int) -> list[int]:
        """Play one match: its actions as they are, each outcome o as -1 - o."""
        room = LOG_LENGTH
        while True:
            log: Any = [0] * room if self.mode == "interpreted" else np.zeros(room, dtype=np.int64)
            length = self._kernels.play_logged(
                self._states, self.players, self._option_values, self.seed, match, self._rng, log
            )
            if length < room:
                return [int(ply) for ply in log[:length]]
            room *= 2
