"""Who plays a seat, in one word: a bot or a level, and how long it may think.

greedy              a bot
mcts:200ms          with a budget in milliseconds (or 2s)
monte_carlo:500p    with a budget in playouts: the same seed gives the same moves
hard                a level that a person understands
exec:./mybot        a program of one's own, see `bots/external`
"""

import re
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from typing import Protocol

from ludoteca import bots
from ludoteca.bots.base import Budget
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game, View

LEVELS = {
    "beginner": "random",
    "easy": "greedy",
    "medium": "planner",
    "skilled": "monte_carlo:200p",
    "hard": "monte_carlo:300ms",
    "expert": "mcts:1000ms",
    "master": "mcts:3000ms",
}
"""Levels for people, gentle to strong. Times, so that a faster machine plays better."""

_BUDGET = re.compile(r"([1-9][0-9]{0,8})(ms|s|p)")


class Player(Protocol):
    """Somebody who chooses moves for one seat."""

    @property
    def name(self) -> str:
        """What it was called by."""

    def choose(
        self, game: Game, view: View, legal: Sequence[int], rng: MutableSequence[int]
    ) -> int:
        """Choose one of the legal actions."""


@dataclass(frozen=True)
class BotPlayer:
    """A bot of ours with its budget."""

    name: str
    bot: str
    budget: Budget

    def choose(
        self, game: Game, view: View, legal: Sequence[int], rng: MutableSequence[int]
    ) -> int:
        """Let the bot choose."""
        return bots.load(self.bot).choose(game, view, legal, rng, self.budget)


def parse_player(text: str) -> Player:
    """Read who plays.

    >>> parse_player("mcts:200ms").budget.milliseconds, parse_player("easy").bot
    (200, 'greedy')
    """
    name, colon, rest = LEVELS.get(text, text).partition(":")
    if name == "exec":
        from ludoteca.bots.external import ExternalPlayer

        return ExternalPlayer(text, rest)
    if name not in bots.names():
        known = ", ".join([*bots.names(), *LEVELS])
        raise UsageError(f"there is no bot or level {name!r}; there are: {known}, exec:PROGRAM")
    if not colon:
        return BotPlayer(text, name, Budget())
    match = _BUDGET.fullmatch(rest)
    if not match:
        raise UsageError(f"{text!r}: a budget is written like 200ms, 2s or 500p, not {rest!r}")
    amount, unit = int(match[1]), match[2]
    if unit == "p":
        return BotPlayer(text, name, Budget(playouts=amount))
    return BotPlayer(text, name, Budget(milliseconds=amount * (1000 if unit == "s" else 1)))
