"""How a dataset is made: which matches, who plays them, who judges the positions."""

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass

import msgspec

from ludoteca import bots, games
from ludoteca.bots.base import Budget, Thought
from ludoteca.bots.spec import BotPlayer, parse_player
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game, Value, View
from ludoteca.rl.policy import POLICIES
from ludoteca.rl.tensor import tensor_length

FORMAT = 2
"""The version of the schema."""

SEARCHED = "searched"
"""In place of a policy: the best move by the searched values is played."""

VARIED = "varied"
"""In place of a policy: quick, but now and then any move, so that data also shows poor ones."""

PLAYED_BY = (*POLICIES, VARIED, SEARCHED)
"""Who can play the matches."""

USUAL_SEARCHER = "monte_carlo"
"""Who searches if only a budget is given."""

PART, SEARCHED_PART = 500, 25
"""Matches in a part; searching takes long, and an interruption should cost little."""


class DataPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What `dataset.json` holds."""

    format: int = FORMAT
    game: str
    version: int
    players: int
    options: dict[str, Value]
    seed: int
    policy: str
    searched: str | None
    """Who searches every position, such as monte_carlo:200p."""
    matches: int
    part: int
    """Matches in a part."""
    numbers: int
    """Length of a tensor."""

    @classmethod
    def of(
        cls,
        game: Game,
        players: int,
        options: dict[str, Value],
        seed: int,
        matches: int,
        policy: str = "random",
        searched: str | None = None,
    ) -> "DataPlan":
        """Make a plan; refuse what can't be."""
        if policy not in PLAYED_BY:
            raise UsageError(f"the policy can't be {policy!r}; it can be: {', '.join(PLAYED_BY)}")
        if searched is None and policy == SEARCHED:
            raise UsageError("to play by searched values, say who searches: --searched mcts:200p")
        if searched is not None:
            searcher(searched)
        game.new(players, options)
        return cls(
            game=game.id,
            version=game.version,
            players=players,
            options=options,
            seed=seed,
            policy=policy,
            searched=searched,
            matches=matches,
            part=PART if searched is None else SEARCHED_PART,
            numbers=tensor_length(game, players),
        )

    def rules(self) -> Game:
        """Return the game."""
        return games.load(self.game)

    def parts(self) -> Iterator["Part"]:
        """Cut the matches into parts."""
        for first in range(0, self.matches, self.part):
            yield Part(first, min(self.part, self.matches - first))

    def goes_on_from(self, earlier: "DataPlan") -> bool:
        """Return whether this plan only adds matches to an earlier one."""
        same = msgspec.structs.replace(earlier, matches=self.matches)
        return self == same and self.matches >= earlier.matches


@dataclass(frozen=True)
class Part:
    """Some matches that are written to one file."""

    first: int
    count: int

    @property
    def name(self) -> str:
        """The name of the file."""
        return f"part-{self.first:09}-{self.count:05}.parquet"


Think = Callable[[Game, View, Sequence[int], MutableSequence[int], Budget], Thought]
"""What bots that give values have besides `choose`."""


def searcher(spec: str) -> tuple[Think, Budget]:
    """Return the bot that judges positions, and its budget; a budget alone means the usual bot."""
    player = parse_player(f"{USUAL_SEARCHER}:{spec}" if spec[:1].isdigit() else spec)
    think: Think | None = None
    if isinstance(player, BotPlayer):
        think = getattr(bots.load(player.bot), "think", None)
    if not isinstance(player, BotPlayer) or think is None:
        raise UsageError(f"{spec!r} gives no values; a bot that does: mcts:200p, monte_carlo:200p")
    return think, player.budget
