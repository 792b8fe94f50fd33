"""Boards: a position in, moves out. A game's own board is found by the game's id."""

import importlib
import importlib.util

from ludoteca.core.game import Game
from ludoteca.tui.boards.base import Board, Scene

__all__ = ["Board", "Scene", "board_of"]


def board_of(game: Game) -> type[Board]:
    """Return the board of a game; the plain one plays any game."""
    name = f"{__name__}.{game.id}"
    found = importlib.util.find_spec(name) is not None
    module = importlib.import_module(name if found else f"{__name__}.plain")
    board: type[Board] = module.BOARD
    return board
