"""Stable-Baselines3: its own check, MaskablePPO without glue, and our vector environment."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env

from examples import maskable_ppo
from ludoteca.core.errors import UsageError
from ludoteca.rl.stable_baselines import MatchVecEnv
from tests.rl.playing import each_id

STEPS = 2000


@each_id
@pytest.mark.parametrize("mask", ["dense", "info", "none"])
def test_the_check_of_stable_baselines_passes(game_id: str, mask: str) -> None:
    check_env(gymnasium.make(f"ludoteca/{game_id}-v1", mask=mask).unwrapped)


def test_maskable_ppo_learns_without_glue() -> None:
    """What a stranger writes: their own helper, our id, their policy."""
    envs = make_vec_env("ludoteca/my_shelfie-v1", n_envs=4, env_kwargs={"mask": "info"})
    model = MaskablePPO("MultiInputPolicy", envs, n_steps=125, batch_size=250, n_epochs=1, seed=1)
    model.learn(STEPS)
    assert model.num_timesteps == STEPS


@each_id
def test_the_example_learns_and_never_moves_illegally(game_id: str) -> None:
    model = maskable_ppo.train(game_id, "random", STEPS, matches=16)
    assert model.num_timesteps >= STEPS
    episodes = list(model.ep_info_buffer)
    assert episodes
    assert min(episode["l"] for episode in episodes) > 5  # no match ended by an illegal move
    assert -100 < maskable_ppo.margin(model, game_id, "random", matches=8) < 100


@each_id
def test_the_vector_plays_the_same_matches_as_gymnasium(game_id: str) -> None:
    settings: dict[str, Any] = {"players": 3, "opponents": "greedy", "reward": "points"}
    envs = MatchVecEnv(game_id, 3, **settings)
    same = gymnasium.vector.AutoresetMode.SAME_STEP
    others: Any = gymnasium.make_vec(
        f"ludoteca/{game_id}-v1", num_envs=3, autoreset_mode=same, **settings
    )
    envs.seed(5)
    seen = envs.reset()
    observations, _ = others.reset(seed=[5, 6, 7])
    assert is_masking_supported(envs)
    ends, returns = 0, np.zeros(3)
    for _ in range(80):
        assert (seen == observations["observation"]).all()
        masks = get_action_masks(envs)
        assert (masks == observations["action_mask"]).all()
        actions = masks.argmax(axis=1)
        seen, rewards, ended, infos = envs.step(actions)
        observations, expected, stopped, _, told = others.step(actions)
        assert (rewards == expected).all()
        assert (ended == stopped).all()
        returns += rewards
        for n in np.flatnonzero(ended):
            final = told["final_obs"][n]["observation"]
            assert (infos[n]["terminal_observation"] == final).all()
            assert infos[n]["episode"]["r"] == pytest.approx(returns[n])
            returns[n] = 0
            ends += 1
    assert ends
    envs.close()


def test_pictures_of_all_matches_are_there_for_videos() -> None:
    envs = MatchVecEnv("my_shelfie", 2, render_mode="rgb_array")
    envs.reset()
    picture = envs.render()
    assert picture is not None
    assert picture.shape[2] == 3


@pytest.mark.parametrize("settings", [{"mask": "none"}, {"seat": "every"}, {"autoreset_mode": "x"}])
def test_what_can_not_be_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        MatchVecEnv("my_shelfie", 2, **settings)
