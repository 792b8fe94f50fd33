"""The games: every folder here is one, and nothing else lists them."""

import importlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.core.errors import UsageError

if TYPE_CHECKING:  # naming games does not load their rules
    from ludoteca.core.game import Game


@cache
def names() -> tuple[str, ...]:
    """Name all games, sorted.

    >>> "my_shelfie" in names()
    True
    """
    here = Path(__file__).parent
    return tuple(sorted(path.parent.name for path in here.glob("*/__init__.py")))


@cache
def title(game_id: str, language: str = "en") -> str:
    """Return the title on the box without reading the rules.

    >>> title("my_shelfie")
    'My Shelfie'
    """
    path = Path(__file__).parent / game_id / "text" / f"{language}.json"
    return str(json.loads(path.read_text(encoding="utf-8"))["name"])


def load(game_id: str) -> "Game":
    """Return a game by its id.

    >>> load("my_shelfie").name
    'My Shelfie'
    """
    if game_id not in names():
        raise UsageError(f"there is no game {game_id!r}; the games are: {', '.join(names())}")
    from ludoteca.core.game import Game

    game = importlib.import_module(f"{__name__}.{game_id}").GAME
    assert isinstance(game, Game)
    return game
