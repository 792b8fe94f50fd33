"""One seat of a match as a Gymnasium environment; bots play the others."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from ludoteca.core.errors import UsageError
from ludoteca.core.game import Value
from ludoteca.rl.batch import Batch
from ludoteca.rl.kernels import ILLEGAL
from ludoteca.rl.loader import chosen
from ludoteca.rl.match import RENDER_MODES, Drawing, render
from ludoteca.rl.space import action_space, observation_space

Observation = dict[str, npt.NDArray[Any]]

MASKS = {"dense": 0, "info": 1, "none": 2}
"""Where the legal actions are told: in the observation, in the info, or only by `action_masks`."""


class MatchEnv(gymnasium.Env[Any, Any]):
    """A match in which the caller plays one seat: a step is its move and all that follows.

    It is a batch of one match: the same seed and moves give the same match as in a vector.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str,
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: int | str = "any",
        options: Mapping[str, Value] = {},
        reward: str = "win",
        illegal_reward: float = -1.0,
        mask: str = "dense",
        render_mode: str | None = None,
    ) -> None:
        """Set up a table; `opponents` is a bot or a level for all other seats, or one for each.

        `seat` is a number, or "any": drawn again for each match. `mask` is
        "dense": the legal actions are part of the observation; "info": part of the info; or "none".
        """
        if seat == "every":
            raise UsageError("one agent plays one seat; for every seat take a vector or PettingZoo")
        chosen("mask", MASKS, mask)
        self._batch = Batch(
            game,
            1,
            players=players,
            options=options,
            seat=seat,
            opponents=opponents,
            reward=reward,
            autoreset="disabled",
            illegal_reward=illegal_reward,
            copy=False,
        )
        self._observations, self._masks, *_, self._rewards = self._batch.outputs
        self._is_seeded = False
        self._is_over = True
        self._seat = 0
        self._mask_form = mask
        self.render_mode = render_mode
        form = "dense" if mask == "dense" else "none"
        self.observation_space = observation_space(self._batch.game, players, form)
        self.action_space = action_space(self._batch.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match and go on to the caller's first move; without a seed, luck goes on."""
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = int(self.np_random.integers(2**62))
        self._is_seeded = True
        self._batch.begin([seed])
        self._is_over = False
        self._seat = int(self._batch.owns[0])
        return self._look(), self._info(is_illegal=False)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move and let the others answer; an illegal one ends the match with a penalty."""
        if self._is_over:
            raise UsageError("the match is over: reset first")
        batch = self._batch
        batch.given[0] = int(action)
        batch.advance()
        self._is_over = batch.to_move[0] < 0
        if self.render_mode == "human":
            self.render()
        reward = self._rewards.item(self._seat)
        info = self._info(is_illegal=bool(batch.ends[0] == ILLEGAL))
        return self._look(), reward, bool(self._is_over), False, info

    def _look(self) -> Observation:
        seen = {"observation": self._observations[0].copy()}
        if self._mask_form == "dense":
            seen["action_mask"] = self._masks[0].copy()
        return seen

    def _info(self, is_illegal: bool) -> dict[str, Any]:
        info = {"seat": self._seat, "is_illegal": is_illegal}
        if self._mask_form == "info":
            info["action_mask"] = self._masks[0].copy()
        return info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions as truth values, as maskable learners of others ask for them."""
        return self._masks[0].astype(np.bool_)

    def render(self) -> Drawing:
        """Draw what the caller's seat sees."""
        batch = self._batch
        names = [f"bot {seat}" for seat in range(batch.players)]
        names[self._seat] = "you"
        return render(batch.game, batch.state(0), self._seat, self.render_mode, names)
