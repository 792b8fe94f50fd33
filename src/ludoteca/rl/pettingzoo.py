"""Every game as a PettingZoo environment in which the agents move one after the other (AEC).

>>> match = env("my_shelfie", players=2)
>>> match.reset(seed=7)
>>> observation, reward, termination, truncation, info = match.last()
>>> match.step(int(observation["action_mask"].argmax()))
>>> match.agent_selection
'player_1'
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ludoteca.core.extras import lacking
from ludoteca.core.game import Value

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.env_registry.registration import aec_registry, register
except ModuleNotFoundError as error:
    raise lacking(error) from error

from ludoteca.rl.match import RENDER_MODES, Drawing, LearnerMatch
from ludoteca.rl.space import action_space, environment_ids, observation_space

ILLEGAL_REWARD = -1.0
"""What an agent gets for an illegal action, which ends the match."""


class MatchAECEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """A match; its agents are called player_0, player_1 …, seat by seat.

    It keeps what PettingZoo's usual wrappers keep, without their cost: see `env` and `raw_env`.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        options: Mapping[str, Value] = {},
        reward: str = "win",
        render_mode: str | None = None,
        is_strict: bool = False,
    ) -> None:
        """Prepare a table; a strict one answers an illegal action with an error."""
        EzPickle.__init__(self, game, players, options, reward, render_mode, is_strict)
        super().__init__()
        self._match = LearnerMatch(game, players, options, reward)
        rules = self._match.game
        self.metadata = {
            "name": f"{rules.id}_v{rules.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self._is_strict = is_strict
        self._is_fresh = True
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: observation_space(rules, players) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(rules) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; without a seed, the luck of the last one goes on."""
        if seed is None and self._is_fresh:
            seed = int(np.random.default_rng().integers(2**31))
        self._is_fresh = False
        self._match.open(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._match.seat]
        self._skip_agent_selection = None

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and its legal actions if it is to move."""
        return self._match.see(self._seats[agent])

    def step(self, action: int | None) -> None:
        """Make a move for the agent that is to move; None for one that is done."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        match = self._match
        self._cumulative_rewards[agent] = 0.0
        if match.move(self._checked(action)):
            rewards = match.rewards()
        else:
            rewards = self._refuse(agent, int(action or 0))
        if rewards is not None:
            self._share(rewards)
        if not match.is_over:
            self.agent_selection = self.possible_agents[match.seat]
        if self.render_mode == "human":
            self.render()

    def _checked(self, action: int | None) -> int:
        if action is None or not 0 <= action < self._match.actions:
            raise ValueError(f"action {action} is not in the action space")
        return int(action)

    def _refuse(self, agent: str, action: int) -> list[float]:
        """Raise the error that names the rule, or end the match at the cost of the agent."""
        match = self._match
        if self._is_strict:
            match.game.check(match.state(), match.seat, action)
        match.give_up()
        return [ILLEGAL_REWARD if other == agent else 0.0 for other in self.possible_agents]

    def _share(self, rewards: list[float]) -> None:
        """Hand out rewards; at the end of the match every agent is done."""
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self._accumulate_rewards()
        if self._match.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]

    def render(self) -> Drawing:
        """Draw what the agent to move sees."""
        return self._match.render(self.render_mode, self.possible_agents)

    def close(self) -> None:
        """Nothing to let go."""


def raw_env(game: str, **settings: Any) -> MatchAECEnv:
    """Make an environment in which an illegal action raises the error that names the rule."""
    return MatchAECEnv(game, **settings, is_strict=True)


def env(game: str, **settings: Any) -> MatchAECEnv:
    """Make an environment in which an illegal action ends the match and costs its agent 1."""
    return MatchAECEnv(game, **settings)


for _game, _id in environment_ids().items():
    if _id not in aec_registry:
        register("aec", _id, entry_point=env, kwargs={"game": _game})
