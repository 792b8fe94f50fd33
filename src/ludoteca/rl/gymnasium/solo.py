"""One seat of a match as a Gymnasium environment; bots of the ladder play the others."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from ludoteca.bots.spec import parse_player
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Value
from ludoteca.core.generator import seeded
from ludoteca.rl.match import RENDER_MODES, Match
from ludoteca.rl.space import action_space, observation_space

Observation = dict[str, npt.NDArray[Any]]


class MatchEnv(gymnasium.Env[Any, Any]):
    """A match in which the caller plays one seat: a step is its move and all that follows."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str,
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        seat: int | str = "any",
        options: Mapping[str, Value] = {},
        reward: str = "win",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        """Prepare a table; `opponents` is a bot or a level for all other seats, or one for each.

        `seat` is a number, or "any": drawn anew for each match.
        """
        self._match = Match(game, players, options, reward)
        rules = self._match.game
        named = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(named) != players - 1:
            raise UsageError(f"{players - 1} opponents are expected, not {len(named)}")
        self._opponents = [parse_player(name) for name in named]
        if seat != "any" and not (isinstance(seat, int) and 0 <= seat < players):
            raise UsageError(f"there is no seat {seat} at this table")
        self._wanted = seat
        self._penalty = illegal_reward
        self._seat = 0
        self.render_mode = render_mode
        self.observation_space = observation_space(rules, players)
        self.action_space = action_space(rules)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match and go on to the caller's first move."""
        super().reset(seed=seed)
        own = int(self.np_random.integers(2**62))
        players = self._match.players
        if isinstance(self._wanted, int):
            self._seat = self._wanted
        else:
            self._seat = int(self.np_random.integers(players))
        self._whims = [seeded(own, 1 + other) for other in range(players)]
        self._match.open(own)
        self._gained = 0.0
        self._play_others()
        return self._match.see(self._seat), self._info(is_illegal=False)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move and let the others answer; an illegal one ends the match with a penalty."""
        match = self._match
        if match.is_over:
            raise UsageError("the match is over: reset first")
        if not match.move(int(action)):
            match.give_up()
            info = self._info(is_illegal=True)
            return match.see(self._seat), self._penalty, True, False, info
        self._collect()
        self._play_others()
        reward, self._gained = self._gained, 0.0
        if self.render_mode == "human":
            self.render()
        return match.see(self._seat), reward, match.is_over, False, self._info(is_illegal=False)

    def _collect(self) -> None:
        rewards = self._match.rewards()
        if rewards is not None:
            self._gained += rewards[self._seat]

    def _play_others(self) -> None:
        """Let the bots move until it is the caller's turn; each knows only its view."""
        match = self._match
        while not match.is_over and match.seat != self._seat:
            seat = match.seat
            view = match.view(seat)
            legal = match.game.legal(view.state, seat)
            bot = self._opponents[seat if seat < self._seat else seat - 1]
            action = bot.choose(match.game, view, legal, self._whims[seat])
            if not match.move(action):
                match.game.check(match.state(), seat, action)
            self._collect()

    def _info(self, is_illegal: bool) -> dict[str, Any]:
        return {"seat": self._seat, "is_illegal": is_illegal}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Give the legal actions as truth values, as maskable learners of others ask for them."""
        return self._match.see(self._seat)["action_mask"].astype(np.bool_)

    def render(self) -> str | None:
        """Draw what the caller's seat sees."""
        names = [f"bot {seat}" for seat in range(self._match.players)]
        names[self._seat] = "you"
        return self._match.render(self.render_mode, names, self._seat)
