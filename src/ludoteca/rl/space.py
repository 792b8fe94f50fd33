"""The spaces of observations, masks and actions, as Gymnasium describes them."""

from typing import Any

import numpy as np
from gymnasium import spaces

from ludoteca import games
from ludoteca.core.game import Game
from ludoteca.rl.tensor import highest, tensor_length, tensor_of

ALL_BITS = 2**62 - 1
"""No word of a factored mask is higher."""


def environment_ids() -> dict[str, str]:
    """Return the id of each game's environments; a change of rules gives new ones.

    >>> environment_ids()["my_shelfie"]
    'ludoteca/my_shelfie-v1'
    """
    found = (games.load(name) for name in games.names())
    return {game.id: f"ludoteca/{game.id}-v{game.version}" for game in found}


def mask_space(game: Game, form: str = "dense") -> spaces.Box:
    """Describe a mask in one of its forms."""
    actions = game.modules.actions.ACTIONS
    if form == "packed":
        return spaces.Box(0, 255, (-(-actions // 8),), np.uint8)
    if form == "factored":
        return spaces.Box(0, ALL_BITS, (len(tensor_of(game).FACTORS),), np.int64)
    return spaces.Box(0, 1, (actions,), np.int8)


def observation_space(game: Game, players: int, form: str = "dense") -> spaces.Dict:
    """Describe what an agent is given: its tensor and, unless the form is none, its mask."""
    shape = (tensor_length(game, players),)
    tensor = spaces.Box(np.zeros(shape, np.uint8), highest(game, players), shape, np.uint8)
    parts: dict[str, spaces.Space[Any]] = {"observation": tensor}
    if form != "none":
        parts["action_mask"] = mask_space(game, form)
    return spaces.Dict(parts)


def action_space(game: Game) -> spaces.Discrete:
    """Describe all actions."""
    return spaces.Discrete(game.modules.actions.ACTIONS)
