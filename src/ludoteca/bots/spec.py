"""Who plays a seat, in one word: a bot or a level, and how long it may think.

greedy              a bot
mcts:200ms          with a budget in milliseconds (or 2s)
mcts:50cpu          with a budget in milliseconds of processor time
monte_carlo:500p    with a budget in playouts: the same seed gives the same moves
mcts?width=30:500p  with settings by name, & between two of them
hard                a level that a person understands
mypackage.mybot     a module of one's own with a `choose`
exec:./mybot        a program of one's own, see `bots/external`
apart:mcts:200ms    the same bot in a process of its own, where it sees its seat's view alone
"""

import re
import time
from collections.abc import MutableSequence, Sequence
from dataclasses import Field, dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import msgspec

from ludoteca import bots
from ludoteca.bots.base import Budget
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game, View

LEVELS = {
    "beginner": "novice?share=33",
    "easy": "novice?share=75",
    "medium": "planner",
    "skilled": "mcts?variety=0.2:400p",
    "hard": "mcts:500p",
    "expert": "mcts:4000p",
    "master": "mcts:1000ms",
}
"""Levels for people, gentle to strong. All but the last are as strong on every machine; `skilled`
plays like a person, the others form a ladder: each wins about seven of ten against the one before.
"""

TABLES = Path(__file__).with_name("levels")
"""What else plays a level at some tables: a file for each game, by the number of players."""


@cache
def levels_at(game: str, players: int) -> dict[str, str]:
    """Return what plays each level at the tables of a game.

    >>> levels_at("a game without levels of its own", 2) == LEVELS
    True
    """
    path = TABLES / f"{game}.json"
    if not path.is_file():
        return dict(LEVELS)
    own = msgspec.json.decode(path.read_bytes(), type=dict[int, dict[str, str]])
    return LEVELS | own.get(players, {})


_BUDGET = re.compile(r"([1-9][0-9]{0,8})(ms|s|p|cpu)")


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
    settings: tuple[Any, ...] = ()
    """The settings of the bot, if any are given."""

    def choose(
        self, game: Game, view: View, legal: Sequence[int], rng: MutableSequence[int]
    ) -> int:
        """Let the bot choose."""
        plays = self.at(game.id, game.players(view.state))
        return bots.load(plays.bot).choose(game, view, legal, rng, plays.budget, *plays.settings)

    def at(self, game: str, players: int) -> "BotPlayer":
        """Return who plays at a table: a level may be another bot there, in the same time."""
        text = levels_at(game, players).get(self.name)
        if text is None or text == LEVELS.get(self.name):
            return self
        plays = parse_player(text)
        assert isinstance(plays, BotPlayer)
        budget = replace(self.budget, playouts=plays.budget.playouts)
        return BotPlayer(self.name, plays.bot, budget, plays.settings)


def parse_player(text: str) -> Player:
    """Read who plays.

    >>> parse_player("mcts:200ms").budget.milliseconds, parse_player("easy").bot
    (200, 'novice')
    """
    word, colon, rest = LEVELS.get(text, text).partition(":")
    if word == "exec":
        from ludoteca.bots.external import ExternalPlayer

        return ExternalPlayer(text, rest)
    if word == "apart":
        from ludoteca.bots.external.apart import ApartPlayer

        return ApartPlayer(text, rest)
    name, asks, given = word.partition("?")
    if bots.is_module(name):
        bots.load(name)  # now, to refuse it before a match
    elif name not in bots.names():
        known = ", ".join([*bots.names(), *LEVELS])
        raise UsageError(
            f"there is no bot or level {name!r}; there are: {known}, PACKAGE.MODULE, exec:PROGRAM"
        )
    settings = (_parse_settings(name, given),) if asks else ()
    return BotPlayer(text, name, _parse_budget(text, rest) if colon else Budget(), settings)


def _parse_budget(text: str, rest: str) -> Budget:
    match = _BUDGET.fullmatch(rest)
    if not match:
        raise UsageError(
            f"{text!r}: a budget is written like 200ms, 2s, 500p or 50cpu, not {rest!r}"
        )
    amount, unit = int(match[1]), match[2]
    if unit == "p":
        return Budget(playouts=amount)
    if unit == "cpu":
        return Budget(milliseconds=amount, clock=time.thread_time)
    return Budget(milliseconds=amount * (1000 if unit == "s" else 1))


_SWITCHES = {"on": True, "off": False}
_NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")

MOST = 999_999
"""The largest number of a setting that names no bounds of its own; see `bots.base.bounded`."""


def _parse_settings(name: str, text: str) -> Any:
    """Read the settings of a bot, `key=value` with & between them."""
    usual: Any = getattr(bots.load(name), "USUAL", None)
    known = {} if usual is None else {setting.name: setting for setting in fields(usual)}
    chosen: dict[str, bool | int | float] = {}
    for pair in text.split("&"):
        key, _, value = pair.partition("=")
        if key not in known:
            listed = ", ".join(known) or "none"
            raise UsageError(f"{name} has no setting {key!r}; its settings are: {listed}")
        chosen[key] = _parse_setting(name, known[key], value)
    return replace(usual, **chosen)


def _parse_setting(name: str, setting: Field[Any], value: str) -> bool | int | float:
    """Read one setting of a bot; refuse what is outside its range."""
    kind: Any = setting.type
    if kind is bool:
        if value in _SWITCHES:
            return _SWITCHES[value]
        raise UsageError(f"{name}: {setting.name} is on or off, not {value!r}")
    least = setting.metadata.get("least", 1 if kind is int else 0)
    most = setting.metadata.get("most", MOST)
    number = float(value) if _NUMBER.fullmatch(value) else None
    if number is None or not least <= number <= most or kind(number) != number:
        what = "a whole number" if kind is int else "a number"
        wanted = f"{what} from {least} to {most}"
        raise UsageError(f"{name}: {setting.name} is {wanted}, not {value!r}")
    return kind(number)
