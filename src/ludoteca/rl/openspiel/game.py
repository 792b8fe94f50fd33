"""Our games as OpenSpiel wants them: a game, its states, an observer."""

from functools import cache
from typing import Any, ClassVar

import msgspec
import numpy as np
import pyspiel

from ludoteca import games
from ludoteca.core.game import Game, Value
from ludoteca.core.generator import seeded
from ludoteca.rl.openspiel.history import Now
from ludoteca.rl.reward import balanced
from ludoteca.rl.tensor import split, tensor_length

LONGEST = 1000
"""No match has more moves, or more outcomes of chance."""

OUTCOMES = 128
"""Every outcome of chance is below this."""

rules_of = cache(games.load)
"""A game by its id."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours for OpenSpiel; each has a class of its own, which says which one it is."""

    game_id: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Read the parameters: the number of players, and the options of the game."""
        self.rules = rules_of(self.game_id)
        given = dict(params or {})
        self.players = int(given.get("players", self.rules.player_counts[0]))
        keys = [option.key for option in self.rules.options]
        self.options: dict[str, Value] = self.rules.choose_options(
            given={key: str(given[key]) for key in keys if key in given}
        )
        self.rules.new(self.players, self.options)  # refuses what can't be
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.modules.actions.ACTIONS,
            max_chance_outcomes=OUTCOMES,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.rules), info, given)

    def new_initial_state(self, _: str | None = None) -> "SpielState":
        """Set up the empty table."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance decides at most."""
        return LONGEST

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "Observer | None":
        """Make an observer for one player, or for what everybody sees; None for other kinds."""
        if params:
            raise ValueError(f"there are no parameters for observers, such as {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not kind.public_info:
            return None
        return Observer(self.rules, self.players, kind)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position and what everybody saw on the way to it.

    OpenSpiel copies and stores what the attributes hold; so they are plain values.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.game_id = game.rules.id
        self.now = Now(game.rules.new(game.players, game.options), (0,) * game.players)

    @property
    def rules(self) -> Game:
        """The game that is played."""
        return rules_of(self.game_id)

    def current_player(self) -> int:
        """Name the player to move, chance, or the end."""
        seat = self.rules.to_move(self.now.state)
        if seat is not None:
            return seat
        over = self.rules.is_over(self.now.state)
        player: int = pyspiel.PlayerId.TERMINAL if over else pyspiel.PlayerId.CHANCE
        return player

    def _legal_actions(self, player: int) -> list[int]:
        return self.rules.legal(self.now.state, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List what chance may decide, with probabilities."""
        outcomes = self.rules.chance(self.now.state)
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        seat = self.rules.to_move(self.now.state)
        if seat is None:
            self.now = self.now.dealt(self.rules, action)
        else:
            self.now = self.now.moved(self.rules, seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"{self.rules.deal_name(self.now.state)} {action}"
        return self.rules.modules.notation.format_move(self.now.state, player, action)

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.rules.is_over(self.now.state)

    def returns(self) -> list[float]:
        """Return 1 to the winner, and let the others lose that much together; ties are shared."""
        players = self.rules.players(self.now.state)
        if not self.is_terminal():
            return [0.0] * players
        winners = self.rules.winners(self.now.state)
        shares = [(seat in winners) / len(winners) for seat in range(players)]
        return [balanced(share, players) for share in shares]

    def __str__(self) -> str:
        """Write the position in one line."""
        return self.rules.modules.notation.format_position(self.now.state)

    def resample_from_infostate(self, player_id: int, sampler: Any) -> "SpielState":
        """Return a state that this player can't tell from this one; the rest is drawn again.

        Its history of actions is empty: the true one would tell what the player may not know.
        """
        rng = seeded(int(sampler() * 2**53))
        other: SpielState = self.get_game().new_initial_state()
        other.now = self.now.imagined(self.rules, player_id, rng)
        return other


class Observer:
    """Shows a state to one player, in numbers and in words; without a player, in words only."""

    def __init__(self, game: Game, players: int, kind: Any) -> None:
        self._game = game
        self._has_history = kind.perfect_recall
        self._has_player = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._has_player:
            self.tensor = np.zeros(tensor_length(game, players), dtype=np.float32)
            self.dict = split(game, players, self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees."""
        if self._has_player:
            numbers = bytearray(len(self.tensor))
            self._game.engine.observe_into(state.now.state, player, numbers)
            self.tensor[:] = np.frombuffer(numbers, dtype=np.uint8)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees: the view in JSON, after what happened if that is asked."""
        viewer = player if self._has_player else None
        view = self._game.view(state.now.state, viewer)
        text = msgspec.json.encode(self._game.position(view.state)).decode()
        if not self._has_history:
            return text
        return "\n".join([*state.now.seen(self._game, viewer), text])


def game_type(game: Game) -> Any:
    """Describe a game to OpenSpiel."""
    return pyspiel.GameType(
        short_name=f"ludoteca_{game.id}",
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.player_counts[-1],
        min_num_players=game.player_counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.player_counts[0],
            **{option.key: option.values[0] for option in game.options},
        },
    )
