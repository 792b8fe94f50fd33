"""The vector environment keeps Gymnasium's conventions."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from ludoteca.rl.gymnasium import MatchVectorEnv
from ludoteca.rl.space import environment_ids
from tests.rl.playing import each_id

SIZE = 6


def made(game_id: str, **settings: Any) -> MatchVectorEnv:
    """Make a vector environment by its registered id."""
    envs = gymnasium.make_vec(environment_ids()[game_id], num_envs=SIZE, **settings).unwrapped
    assert isinstance(envs, MatchVectorEnv)
    return envs


@each_id
@pytest.mark.parametrize("mask", ["dense", "packed", "factored", "none"])
def test_everything_is_in_its_space(game_id: str, mask: str) -> None:
    envs = made(game_id, mask=mask, opponents="quick")
    assert envs.num_envs == SIZE
    assert envs.observation_space == gymnasium.vector.utils.batch_space(
        envs.single_observation_space, SIZE
    )
    observations, infos = envs.reset(seed=3)
    assert observations in envs.observation_space
    for _ in range(60):
        actions = envs.random_actions()
        assert actions in envs.action_space
        observations, rewards, ended, cut, infos = envs.step(actions)
        assert observations in envs.observation_space
        assert rewards.shape == ended.shape == cut.shape == (SIZE,)
        assert rewards.dtype == np.float64
        assert ended.dtype == cut.dtype == np.bool_
        assert not cut.any()
        assert all(f"_{key}" in infos for key in infos if not key.startswith("_"))
    envs.close()


@each_id
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_matches_begin_again_as_the_mode_says(game_id: str, mode: AutoresetMode) -> None:
    envs = made(game_id, autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] == mode
    observations, _ = envs.reset(seed=4)
    over = np.zeros(SIZE, dtype=np.bool_)
    ends = 0
    for _ in range(150):
        before = observations["action_mask"]
        assert (before.any(axis=1) != over).all()
        observations, rewards, ended, _, infos = envs.step(envs.random_actions())
        if mode == AutoresetMode.NEXT_STEP:
            assert not ended[over].any()
            assert not rewards[over].any()
            over = ended
        elif mode == AutoresetMode.SAME_STEP:
            assert ("final_obs" in infos) == bool(ended.any())
            for n in np.flatnonzero(ended):
                assert infos["final_obs"][n] in envs.single_observation_space
                assert not infos["final_obs"][n]["action_mask"].any()
        elif ended.any():
            with pytest.raises(ValueError, match="reset it first"):
                envs.step(envs.random_actions())
            observations, _ = envs.reset(options={"reset_mask": ended})
        ends += int(ended.sum())
    assert ends >= SIZE


@each_id
def test_the_same_seed_gives_the_same_matches(game_id: str) -> None:
    runs = []
    for _ in range(2):
        envs = made(game_id, opponents="greedy")
        found: list[Any] = [envs.reset(seed=7)]
        found += [envs.step(envs.random_actions()) for _ in range(25)]
        runs.append(found)
    assert data_equivalence(runs[0], runs[1], exact=True)


@each_id
def test_without_a_seed_matches_differ(game_id: str) -> None:
    envs = made(game_id)
    first, second = (envs.reset()[0]["observation"] for _ in range(2))
    assert len({row.tobytes() for row in [*first, *second]}) == 2 * SIZE


@each_id
def test_returned_data_is_never_changed_later(game_id: str) -> None:
    envs = made(game_id)
    held = [envs.reset(seed=1)[0]["observation"]]
    copies = [held[0].copy()]
    for _ in range(6):
        held.append(envs.step(envs.random_actions())[0]["observation"])
        copies.append(held[-1].copy())
    assert all((one == two).all() for one, two in zip(held, copies, strict=True))


@each_id
def test_in_self_play_the_caller_moves_for_whoever_is_to_move(game_id: str) -> None:
    envs = made(game_id, seat="every", players=3, autoreset_mode=AutoresetMode.SAME_STEP)
    _, infos = envs.reset(seed=2)
    ended_ever = 0
    for _ in range(200):
        movers = infos["seat"]
        _, rewards, ended, _, infos = envs.step(envs.random_actions())
        assert (infos["mover"] == movers).all()
        assert (rewards == infos["rewards"][np.arange(SIZE), movers]).all()
        assert infos["rewards"].sum(axis=1) == pytest.approx(np.zeros(SIZE), abs=1e-6)
        assert (infos["rewards"].any(axis=1) <= ended).all()
        ended_ever += int(ended.sum())
    assert ended_ever


@each_id
def test_wrappers_for_vectors_work(game_id: str) -> None:
    plain = made(game_id, autoreset_mode=AutoresetMode.SAME_STEP)
    envs = RecordEpisodeStatistics(plain)
    envs.reset(seed=1)
    lengths = []
    for _ in range(120):
        *_, ended, _, infos = envs.step(plain.random_actions())
        if ended.any():
            lengths += infos["episode"]["l"][ended].tolist()
    assert min(lengths) > 5


@each_id
def test_every_match_can_be_drawn(game_id: str) -> None:
    envs = made(game_id, render_mode="ansi")
    envs.reset(seed=1)
    drawings = envs.render()
    assert drawings is not None
    assert len(drawings) == SIZE
    assert all("player 0" in drawing for drawing in drawings)
    assert made(game_id).render() is None
