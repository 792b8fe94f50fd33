"""The games: every folder here is one, and nothing else lists them."""

import importlib
from pathlib import Path

from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game


def names() -> tuple[str, ...]:
    """Name all games, sorted.

    >>> "my_shelfie" in names()
    True
    """
    here = Path(__file__).parent
    return tuple(sorted(path.parent.name for path in here.glob("*/__init__.py")))


def load(game_id: str) -> Game:
    """Give a game by its id.

    >>> load("my_shelfie").name
    'My Shelfie'
    """
    if game_id not in names():
        raise UsageError(f"there is no game {game_id!r}; the games are: {', '.join(names())}")
    game = importlib.import_module(f"{__name__}.{game_id}").GAME
    assert isinstance(game, Game)
    return game
