"""Thousands of matches as one Gymnasium vector environment, stepped inside compiled kernels."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ludoteca.core.game import Value
from ludoteca.rl.batch import Batch, BatchStep
from ludoteca.rl.match import render
from ludoteca.rl.space import action_space, observation_space

Array = npt.NDArray[Any]
Observations = dict[str, Array]

RENDER_MODES = ["ansi", "rgb_array"]


class MatchVectorEnv(gymnasium.vector.VectorEnv[Observations, Array, Array]):
    """Matches in which the caller plays one seat each, or (seat="every") the seat to move.

    In self-play an observation is that of the seat to move, a reward that of the seat that moved,
    and `infos["rewards"]` holds those of all seats.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: int | str = "any",
        options: Mapping[str, Value] = {},
        reward: str = "win",
        illegal_reward: float = -1.0,
        mask: str = "dense",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """Set up the tables.

        `opponents` is who plays all other seats, or one for each: `random`, `quick` and `greedy`
        play inside the kernels, any other bot is asked match by match. `mask` is the form of the
        legal actions in the observation; "info" puts them, dense, into the infos instead.
        """
        super().__init__()
        mode = AutoresetMode(autoreset_mode)
        self._is_same_step = mode == AutoresetMode.SAME_STEP
        self._is_disabled = mode == AutoresetMode.DISABLED
        self._is_self_play = seat == "every"
        self._batch = Batch(
            game,
            num_envs,
            players=players,
            options=options,
            seat=seat,
            opponents=opponents,
            reward=reward,
            mask="dense" if mask == "info" else mask,
            autoreset=mode.name.lower(),
            illegal_reward=illegal_reward,
            threads=threads,
            copy=copy,
        )
        self.num_envs = num_envs
        self.metadata = {"render_modes": RENDER_MODES, "autoreset_mode": mode}
        self.render_mode = render_mode
        form = "none" if mask == "info" else mask
        self.single_observation_space = observation_space(self._batch.game, players, form)
        self.single_action_space = action_space(self._batch.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._is_seeded = False
        self._rows = np.arange(num_envs)
        self._has_mask, self._tells_mask = form != "none", mask == "info"

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, dict[str, Any]]:
        """Restart all matches, or those of `options["reset_mask"]`.

        Match n gets seed + n, or the n-th of the seeds; without a seed, its luck goes on.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        which = None if options is None else options.get("reset_mask")
        seeds: Any = seed
        if seeds is None and not self._is_seeded:
            seeds = self.np_random.integers(2**62, size=self.num_envs).tolist()
        self._is_seeded = True
        step = self._batch.reset(seeds, which)
        return self._observations(step.observations, step.masks), self._infos(step)

    def step(self, actions: Array) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """Make a move in every match."""
        if self._is_disabled and (self._batch.seats < 0).any():
            raise ValueError("a match is over: reset it first, for autoreset is disabled")
        step = self._batch.step(actions)
        rewards = self._own_rewards(step)
        infos = self._infos(step)
        if self._is_same_step and step.ended.any():
            self._add_finals(step, infos)
        observations = self._observations(step.observations, step.masks)
        return observations, rewards, step.ended, np.zeros(self.num_envs, dtype=np.bool_), infos

    def random_actions(self) -> Array:
        """Choose a legal action for each match, each equally likely, inside the kernels."""
        return self._batch.random_actions()

    def _own_rewards(self, step: BatchStep) -> Array:
        movers = np.maximum(step.movers, 0)
        rewards: Array = step.rewards[self._rows, movers].astype(np.float64)
        return rewards

    def _observations(self, observations: Array, masks: Array) -> Observations:
        found = {"observation": observations}
        if self._has_mask:
            found["action_mask"] = masks
        return found

    def _infos(self, step: BatchStep) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, dtype=np.bool_)
        infos: dict[str, Any] = {
            "seat": step.seats,
            "_seat": everywhere,
            "is_illegal": step.illegal,
            "_is_illegal": everywhere.copy(),
        }
        if self._tells_mask:
            infos |= {"action_mask": step.masks, "_action_mask": everywhere.copy()}
        if self._is_self_play:
            infos |= {
                "mover": step.movers,
                "_mover": step.movers >= 0,
                "rewards": step.rewards,
                "_rewards": everywhere.copy(),
            }
        return infos

    def _add_finals(self, step: BatchStep, infos: dict[str, Any]) -> None:
        """Return the last observation of matches that ended and restarted in the same step."""
        finals = np.full(self.num_envs, None, dtype=object)
        for n in np.flatnonzero(step.ended):
            nothing = np.zeros(step.masks.shape[1], dtype=step.masks.dtype)
            finals[n] = self._observations(step.finals[n].copy(), nothing)
        infos["final_obs"], infos["_final_obs"] = finals, step.ended.copy()
        infos["final_info"] = {
            "seat": np.where(step.ended, step.movers, 0),
            "_seat": step.ended.copy(),
            "is_illegal": step.illegal.copy(),
            "_is_illegal": step.ended.copy(),
        }
        infos["_final_info"] = step.ended.copy()

    def render(self) -> tuple[Any, ...] | None:
        """Draw what the seat to move in each match sees."""
        mode = self.render_mode
        if mode is None:
            return None
        batch, seats = self._batch, self._batch.seats
        names = [f"player {seat}" for seat in range(batch.players)]
        return tuple(
            render(batch.game, batch.state(n), int(seat) if seat >= 0 else None, mode, names)
            for n, seat in enumerate(seats)
        )

    def close_extras(self, **_: Any) -> None:
        """Let the threads go."""
        self._batch.close()
