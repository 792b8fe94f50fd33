"""Many matches as a vector environment of Stable-Baselines3, stepped inside compiled kernels.

MaskablePPO of sb3-contrib takes it as it is; docs/learning.md has an example.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np

from ludoteca.core.errors import UsageError
from ludoteca.core.extras import lacking

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise lacking(error) from error

from ludoteca.rl.arrays import Array
from ludoteca.rl.gymnasium.vector import MatchVectorEnv

Infos = list[dict[str, Any]]


class MatchVecEnv(VecEnv):  # type: ignore[misc]
    """Matches in which the learner plays one seat each.

    Its settings are those of the vector environment for Gymnasium. An observation is the tensor
    alone, so that `MlpPolicy` reads it; `action_masks` tells the legal actions.
    """

    def __init__(self, game: str, num_envs: int = 64, **settings: Any) -> None:
        for name in ("autoreset_mode", "mask"):
            if name in settings:
                raise UsageError(f"{name} is given by Stable-Baselines3")
        if settings.get("seat") == "every":
            raise UsageError("Stable-Baselines3 trains one seat; for every seat take make_vec")
        mode = gymnasium.vector.AutoresetMode.SAME_STEP
        self._envs = MatchVectorEnv(game, num_envs, mask="info", autoreset_mode=mode, **settings)
        self._actions: Array = np.zeros(num_envs, dtype=np.int64)
        self._masks: Array = np.zeros((num_envs, 0), dtype=np.bool_)
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, dtype=np.int64)
        space = self._envs.single_observation_space["observation"]  # type: ignore[index]
        super().__init__(num_envs, space, self._envs.single_action_space)

    # Playing

    def reset(self) -> Array:
        """Restart all matches, with the seeds of `seed` if it was called."""
        given = self._seeds
        seeds = None if any(seed is None for seed in given) else given
        observations, infos = self._envs.reset(seed=seeds)
        self._masks = infos["action_mask"].astype(np.bool_)
        self._returns[:], self._lengths[:] = 0, 0
        self.reset_infos = [{"seat": int(seat)} for seat in infos["seat"]]
        self._reset_seeds()
        self._reset_options()
        return observations["observation"]

    def step_async(self, actions: Array) -> None:
        """Take the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, Infos]:
        """Make a move in every match; matches that end restart at once."""
        observations, rewards, ended, _, infos = self._envs.step(self._actions)
        self._masks = infos["action_mask"].astype(np.bool_)
        self._returns += rewards
        self._lengths += 1
        told: Infos = [{} for _ in range(self.num_envs)]
        for n in np.flatnonzero(ended):
            told[n] = {
                "terminal_observation": infos["final_obs"][n]["observation"],
                "TimeLimit.truncated": False,
                "is_illegal": bool(infos["is_illegal"][n]),
                "episode": {"r": float(self._returns[n]), "l": int(self._lengths[n]), "t": 0.0},
            }
        self._returns[ended], self._lengths[ended] = 0, 0
        return observations["observation"], rewards.astype(np.float32), ended, told

    def action_masks(self) -> Array:
        """Return the legal actions of every match as truth values."""
        return self._masks

    def close(self) -> None:
        """Let the threads go."""
        self._envs.close()

    # What Stable-Baselines3 asks of single environments

    def env_method(
        self, method_name: str, *arguments: Any, indices: Any = None, **named: Any
    ) -> list[Any]:
        """Answer for some matches; legal actions are all that is asked of one match."""
        if method_name != "action_masks":
            raise AttributeError(f"a match of a vector has no method {method_name!r}")
        return [self._masks[n] for n in self._chosen(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute, which is the same for every match."""
        value = getattr(self if attr_name == "action_masks" else self._envs, attr_name)
        return [value for _ in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute for all matches; they have none of their own."""
        if indices is not None:
            raise UsageError("the matches of a vector have no attributes of their own")
        setattr(self._envs, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Tell that episodes are counted here, as by a monitor, and nothing else is wrapped."""
        return [wrapper_class.__name__ == "Monitor" for _ in self._chosen(indices)]

    def get_images(self) -> Sequence[Array | None]:
        """Return a picture of each match, for videos."""
        return self._envs.render() or []

    def _chosen(self, indices: Any) -> Iterable[int]:
        found: Iterable[int] = self._get_indices(indices)
        return found
