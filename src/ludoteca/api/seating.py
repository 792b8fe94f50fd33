"""Who plays a seat: a bot by its name, or an object of your own."""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass

from ludoteca.bots.base import Bot, Budget
from ludoteca.bots.spec import Player, parse_player
from ludoteca.core.game import Game, View


@dataclass(frozen=True)
class GivenBot:
    """A bot that was given as an object or a module."""

    bot: Bot

    @property
    def name(self) -> str:
        """What it is called in the program that gave it."""
        return getattr(self.bot, "__name__", type(self.bot).__name__)

    def choose(
        self, game: Game, view: View, legal: Sequence[int], rng: MutableSequence[int]
    ) -> int:
        """Let the bot choose, without a limit of its own."""
        return self.bot.choose(game, view, legal, rng, Budget())


def player_of(bot: str | Bot) -> Player:
    """Return who plays."""
    return parse_player(bot) if isinstance(bot, str) else GivenBot(bot)
