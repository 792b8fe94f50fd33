"""One seat against bots: Gymnasium's own checks, and whole matches."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludoteca.core.errors import UsageError
from ludoteca.rl.gymnasium import MatchEnv
from ludoteca.rl.space import environment_ids
from tests.rl.playing import each_id


def made(game_id: str, **settings: Any) -> MatchEnv:
    """Make an environment by its registered id."""
    env = gymnasium.make(environment_ids()[game_id], **settings).unwrapped
    assert isinstance(env, MatchEnv)
    return env


def play(env: MatchEnv, seed: int) -> tuple[float, list[bytes], dict[str, Any]]:
    """Play a match with the first legal action each time: reward, observations, last info."""
    observation, info = env.reset(seed=seed)
    total, seen, ended = 0.0, [observation["observation"].tobytes()], False
    while not ended:
        assert observation in env.observation_space
        action = int(np.flatnonzero(observation["action_mask"])[0])
        assert (env.action_masks() == observation["action_mask"]).all()
        observation, reward, ended, cut, info = env.step(action)
        assert not cut
        total += reward
        seen.append(observation["observation"].tobytes())
    assert not observation["action_mask"].any()
    return total, seen, info


@each_id
@pytest.mark.parametrize(
    "settings",
    [{}, {"players": 4, "opponents": "greedy", "seat": 2, "reward": "points"}],
    ids=["usual", "other"],
)
def test_the_environment_checker_passes(game_id: str, settings: dict[str, Any]) -> None:
    check_env(made(game_id, **settings))


@each_id
def test_any_bot_of_the_ladder_plays_along(game_id: str) -> None:
    env = made(game_id, players=3, opponents=["planner:4p", "mcts:16p"], seat=1)
    total, _, info = play(env, 1)
    assert total in (-0.5, 1.0, 0.25)
    assert info == {"seat": 1, "is_illegal": False}


@each_id
def test_the_same_seed_gives_the_same_match(game_id: str) -> None:
    env = made(game_id, opponents="greedy")
    assert play(env, 5) == play(env, 5)
    assert play(env, 5)[1] != play(env, 6)[1]


@each_id
def test_points_add_up_to_the_score(game_id: str) -> None:
    env = made(game_id, reward="points")
    total, _, info = play(env, 2)
    batch = env._batch
    assert total == batch.game.engine.score(batch.state(0), info["seat"])


@each_id
@pytest.mark.parametrize("opponents", ["random", "quick", "greedy", "planner:2p", "beginner"])
def test_alone_and_in_a_vector_the_same_opponents_play_the_same_match(
    game_id: str, opponents: str
) -> None:
    settings: dict[str, Any] = {"players": 3, "opponents": opponents, "reward": "points"}
    env = made(game_id, **settings)
    envs = gymnasium.make_vec(environment_ids()[game_id], num_envs=2, **settings)
    observation, info = env.reset(seed=8)
    observations, infos = envs.reset(seed=7)
    for _ in range(12):
        for part, array in observation.items():
            assert (observations[part][1] == array).all()
        assert infos["seat"][1] == info["seat"]
        actions = observations["action_mask"].argmax(axis=1)
        observations, rewards, ended, _, infos = envs.step(actions)
        observation, reward, is_over, _, info = env.step(int(actions[1]))
        assert (rewards[1], ended[1]) == (reward, is_over)
    assert not is_over


@each_id
def test_the_seat_changes_unless_it_is_given(game_id: str) -> None:
    env = made(game_id, players=4)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2, 3}
    fixed = made(game_id, players=4, seat=3)
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(5)} == {3}


@each_id
def test_an_illegal_action_ends_the_match(game_id: str) -> None:
    env = made(game_id, illegal_reward=-2.0)
    observation, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    observation, reward, ended, _, info = env.step(illegal)
    assert (reward, ended, info["is_illegal"]) == (-2.0, True, True)
    with pytest.raises(UsageError, match="reset first"):
        env.step(illegal)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"opponents": "grandmaster"}, "no bot or level 'grandmaster'"),
        ({"opponents": ["greedy", "greedy"]}, "1 opponents are expected, not 2"),
        ({"seat": 2}, "there is no seat 2"),
        ({"seat": "every"}, "one agent plays one seat"),
        ({"players": 7}, "not 7"),
        ({"reward": "fame"}, "reward can't be 'fame'"),
    ],
)
def test_what_can_not_be_is_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        MatchEnv("my_shelfie", **settings)
