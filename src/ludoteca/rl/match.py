"""One match for a learner: compiled where that is possible, drawn and read as everywhere else."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca import games
from ludoteca.core.colour import coloured, plain
from ludoteca.core.game import Game, Value, View
from ludoteca.core.generator import seed_into
from ludoteca.core.raster import pixels
from ludoteca.core.types import State
from ludoteca.rl import match_kernels
from ludoteca.rl.loader import chosen, loaded
from ludoteca.rl.reward import REWARDS, balanced
from ludoteca.rl.tensor import tensor_length
from ludoteca.search.flat import margin

Array = npt.NDArray[Any]

RENDER_MODES = ["human", "ansi", "rgb_array"]
"""Printed; returned as text; or as pixels, as videos need them."""

FRAME = (960, 720)
"""Width and height of a picture in pixels."""

Drawing = str | Array | None
"""What rendering returns."""


def render(
    game: Game, state: State, seat: int | None, mode: str | None, names: Sequence[str]
) -> Drawing:
    """Draw what a seat sees, in one of the modes: print it or return it."""
    if mode is None:
        return None
    if mode == "rgb_array":
        return pixels(game.svg(game.view(state, seat), names), *FRAME)
    drawing = game.draw(game.view(state, seat), names, colour=mode != "ansi")
    if mode == "ansi":
        return drawing
    sys.stdout.write((coloured if sys.stdout.isatty() else plain)(drawing) + "\n")
    return None


class LearnerMatch:
    """A match that a program plays."""

    def __init__(
        self,
        game: str | Game,
        players: int,
        options: Mapping[str, Value] = {},
        reward: str = "win",
        mode: str | None = None,
    ) -> None:
        """Load the kernels; the match itself begins with `open`."""
        self.game = games.load(game) if isinstance(game, str) else game
        self.players = players
        self.reward = reward
        chosen("reward", REWARDS, reward)
        state = self.game.new(players, options)
        self.length = tensor_length(self.game, players)
        self.actions: int = self.game.modules.actions.ACTIONS
        kernels = loaded(self.game, mode)
        self._is_plain, self._given = kernels.is_plain, kernels.given
        self._kernels = kernels.functions
        self._see, self._move = self._kernels.see, self._kernels.make_move
        self._type = type(state)
        self._options = self._given(self.game.option_indices(options))
        self._states = kernels.states(state)
        self._rng = self._given([0])
        self._scores = self._given([0] * players)
        self._points = [0] * players
        self.seat = match_kernels.OVER

    def generator(self, seed: int, stream: int) -> Any:
        """Make a generator for choices."""
        rng = [0]
        seed_into(rng, seed, stream)
        return self._given(rng)

    # Playing

    def open(self, seed: int | None, stream: int = 0) -> None:
        """Set up and deal; without a seed, the luck of the last match goes on."""
        if seed is not None:
            self._rng = self.generator(seed, stream)
        self.seat = self._kernels.open_match(self._states, self.players, self._options, self._rng)
        self._points = [0] * self.players

    def move(self, action: int) -> bool:
        """Make a move for the seat to move; give False, and do nothing, if it is illegal."""
        seat = self._move(self._states, self.seat, action, self._rng)
        if seat == match_kernels.REFUSED:
            return False
        self.seat = seat
        return True

    def give_up(self) -> None:
        """End the match where it stands."""
        self.seat = match_kernels.OVER

    @property
    def is_over(self) -> bool:
        """Whether the match has come to its end."""
        return self.seat < 0

    def choose(self, policy: int, rng: Any) -> int:
        """Choose a move for the seat to move by a policy of the kernels."""
        return int(self._kernels.choose(self._states, self.seat, policy, rng))

    # Seeing

    def see(self, seat: int) -> dict[str, Array]:
        """Return what a seat sees, and what it may do: nothing, unless it is to move."""
        observation = np.zeros(self.length, dtype=np.uint8)
        mask = np.zeros(self.actions, dtype=np.int8)
        self._see(self._states, seat, seat == self.seat, observation, mask)
        return {"observation": observation, "action_mask": mask}

    def see_after(self, action: int) -> tuple[Array, int]:
        """Return what the seat to move will see, and its score, right after a move."""
        observations = np.zeros((1, self.length), dtype=np.uint8)
        scores = self._given([0])
        actions = self._given([action])
        self._kernels.see_after(self._states, self.seat, actions, observations, scores)
        return observations[0], int(scores[0])

    def state(self) -> State:
        """Return the whole state."""
        return self._states[0].copy() if self._is_plain else self._type.of(self._states, 0)

    def view(self, seat: int | None) -> View:
        """Show what a seat may know."""
        return self.game.view(self.state(), seat)

    def render(self, mode: str | None, names: Sequence[str], seat: int | None = None) -> Drawing:
        """Draw what a seat sees, by default the one to move; print it or give it."""
        if seat is None and not self.is_over:
            seat = self.seat
        return render(self.game, self.state(), seat, mode, names)

    # Results

    def results(self) -> tuple[list[int], list[float]]:
        """Return each seat's score as it stands, and its share of the win."""
        bits = int(self._kernels.results_into(self._states, self._scores))
        share = 1 / bits.bit_count()
        shares = [share * (bits >> seat & 1) for seat in range(self.players)]
        return [int(score) for score in self._scores], shares

    def rewards(self) -> list[float] | None:
        """Return each seat's reward for what happened since the last time; None for nothing."""
        if self.reward != "points" and self.seat >= 0:
            return None
        scores, shares = self.results()
        if self.reward == "points":
            gains = [float(now - before) for now, before in zip(scores, self._points, strict=True)]
            self._points = scores
            return gains
        if self.reward == "margin":
            return [float(margin(seat, self.players, scores)) for seat in range(self.players)]
        return [balanced(share, self.players) for share in shares]
