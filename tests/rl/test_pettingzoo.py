"""PettingZoo's own tests, and what its users may rely on besides."""

import pickle
from functools import partial

import numpy as np
import pytest
from pettingzoo.env_registry.registration import make
from pettingzoo.test import api_test, render_test, seed_test

from ludoteca.core.errors import IllegalMove
from ludoteca.rl.pettingzoo import ILLEGAL_REWARD, MatchAECEnv, env, raw_env
from ludoteca.rl.space import environment_ids
from tests.playing import GAMES
from tests.rl.playing import each_id

# PettingZoo asks for plain arrays of all but its own environments with masks.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]

each_size = pytest.mark.parametrize("players", [2, 4])


def play_on(match: MatchAECEnv, moves: int) -> None:
    """Make some legal moves."""
    for _ in range(moves):
        mask = match.observe(match.agent_selection)["action_mask"]
        match.step(int(np.flatnonzero(mask)[-1]))


@each_id
@each_size
def test_the_api_test_passes(game_id: str, players: int) -> None:
    api_test(env(game_id, players=players), num_cycles=400)
    api_test(raw_env(game_id, players=players, reward="points"), num_cycles=100)


@each_id
def test_the_seed_test_passes(game_id: str) -> None:
    seed_test(partial(env, game_id, players=3), num_cycles=200)


@each_id
def test_the_render_test_passes(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, game_id))
    assert "player_0" in capsys.readouterr().out


@each_id
def test_a_whole_match_ends_with_rewards_that_add_up_to_nothing(game_id: str) -> None:
    match = env(game_id, players=4)
    match.reset(seed=3)
    totals = dict.fromkeys(match.possible_agents, 0.0)
    for agent in match.agent_iter():
        observation, reward, termination, truncation, _ = match.last()
        totals[agent] += reward
        assert observation is not None
        assert not truncation
        legal = np.flatnonzero(observation["action_mask"])
        assert bool(len(legal)) != termination
        match.step(None if termination else int(legal[0]))
    assert not match.agents
    assert sum(totals.values()) == pytest.approx(0)
    assert max(totals.values()) > 0


@each_id
def test_an_illegal_action_ends_the_match(game_id: str) -> None:
    match = env(game_id)
    match.reset(seed=1)
    play_on(match, 3)
    agent = match.agent_selection
    mask = match.observe(agent)["action_mask"]
    match.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(match.terminations.values())
    assert match.rewards == {a: ILLEGAL_REWARD if a == agent else 0 for a in match.agents}


@each_id
def test_the_raw_environment_names_the_rule(game_id: str) -> None:
    match = raw_env(game_id)
    match.reset(seed=1)
    illegal = np.flatnonzero(match.observe(match.agent_selection)["action_mask"] == 0)
    with pytest.raises(IllegalMove):
        match.step(int(illegal[0]))
    play_on(match, 1)


@each_id
def test_what_is_no_action_is_refused(game_id: str) -> None:
    match = env(game_id)
    match.reset(seed=1)
    for action in (-1, match.action_space("player_0").n, None):  # type: ignore[attr-defined]
        with pytest.raises(ValueError, match="not in the action space"):
            match.step(action)


@each_id
def test_without_a_seed_matches_differ(game_id: str) -> None:
    first, second = env(game_id), env(game_id)
    seen = []
    for match in (first, first, second):
        match.reset()
        seen.append(match.observe("player_0")["observation"].tobytes())
    assert len(set(seen)) == 3


def test_environments_can_be_made_by_their_ids() -> None:
    for game in GAMES:
        match = make("aec", environment_ids()[game.id], players=3)
        assert match.unwrapped.possible_agents == ["player_0", "player_1", "player_2"]
        assert str(match.unwrapped) == f"{game.id}_v{game.version}"


@each_id
def test_an_environment_can_be_sent_to_another_process(game_id: str) -> None:
    match = env(game_id, players=3, reward="margin")
    twin = pickle.loads(pickle.dumps(match))
    match.reset(seed=2)
    twin.reset(seed=2)
    one, two = (each.observe("player_1")["observation"] for each in (match, twin))
    assert (one == two).all()
