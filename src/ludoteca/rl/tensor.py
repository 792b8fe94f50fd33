"""Tensors of any game: how long they are, and their named parts."""

from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.modules import Tensor

Array = npt.NDArray[Any]


def tensor_of(game: Game) -> Tensor:
    """Return the module of a game that turns views into numbers."""
    if game.modules.tensor is None:
        raise UsageError(f"{game.name} has no tensors yet: write its module tensor.py first")
    return game.modules.tensor


def tensor_length(game: Game, players: int) -> int:
    """Count the numbers of a tensor."""
    return sum(prod(slot.shape) for slot in tensor_of(game).slots(players))


def highest(game: Game, players: int) -> Array:
    """Return the highest value of each number of a tensor."""
    slots = tensor_of(game).slots(players)
    return np.concatenate([np.full(prod(s.shape), s.most, dtype=np.uint8) for s in slots])


def split(game: Game, players: int, observation: Array) -> dict[str, Array]:
    """Cut a tensor, or many in rows, into its named parts.

    >>> from ludoteca.games import load
    >>> parts = split(load("my_shelfie"), 2, np.zeros((5, 1072), dtype=np.uint8))
    >>> parts["bookshelf"].shape
    (5, 2, 6, 6, 5)
    """
    parts = {}
    first = 0
    for slot in tensor_of(game).slots(players):
        last = first + prod(slot.shape)
        cut = observation[..., first:last]
        parts[slot.name] = cut.reshape(*observation.shape[:-1], *slot.shape)
        first = last
    return parts
