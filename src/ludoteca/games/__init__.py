"""The games: every folder here is one, and other packages may bring more by entry points."""

import importlib
import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.core import plugins
from ludoteca.core.errors import UsageError

if TYPE_CHECKING:  # naming games does not load their rules
    from ludoteca.core.game import Game

GAME_ID = re.compile("[a-z][a-z0-9_]{0,59}")
"""What a game may be called: its id stands in addresses and records."""


@cache
def own_names() -> tuple[str, ...]:
    """Name the games of this package, sorted.

    >>> "my_shelfie" in own_names()
    True
    """
    here = Path(__file__).parent
    return tuple(sorted({path.parent.name for path in here.glob("*/__init__.py*")}))  # or .pyc


@cache
def _plugins() -> "Mapping[str, Game]":
    return plugins.load_plugins(plugins.GAMES, own_names(), _checked)


def _checked(name: str, found: Any) -> "Game":
    """Return the game of a plug-in, if it is one; what it lacks is said now, not in a match."""
    from ludoteca.core.game import Game

    game = getattr(found, "GAME", found)
    if not isinstance(game, Game):
        raise TypeError("it is no Game, nor a module with a GAME")
    if game.id != name or not GAME_ID.fullmatch(name):
        raise ValueError(f"its id is {game.id!r}; an id is a-z, 0-9 and _, as in the entry point")
    game.new(game.player_counts[0])
    game.words()["name"]
    return game


@cache
def names() -> tuple[str, ...]:
    """Name all games, sorted.

    >>> "my_shelfie" in names()
    True
    """
    return tuple(sorted((*own_names(), *_plugins())))


@cache
def title(game_id: str, language: str = "en") -> str:
    """Return the title on the box without reading the rules.

    >>> title("my_shelfie")
    'My Shelfie'
    """
    if game_id in _plugins():
        return _plugins()[game_id].words(language)["name"]
    path = Path(__file__).parent / game_id / "text" / f"{language}.json"
    return str(json.loads(path.read_text(encoding="utf-8"))["name"])


def load(game_id: str) -> "Game":
    """Return a game by its id.

    >>> load("my_shelfie").name
    'My Shelfie'
    """
    if game_id not in own_names():
        if game_id not in _plugins():
            raise UsageError(f"there is no game {game_id!r}; the games are: {', '.join(names())}")
        return _plugins()[game_id]
    from ludoteca.core.game import Game

    game = importlib.import_module(f"{__name__}.{game_id}").GAME
    assert isinstance(game, Game)
    return game
