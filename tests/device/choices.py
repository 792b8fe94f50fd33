"""Lets bots choose in given positions: run here and in the browser's Python, it must say the same.

The text of `asked` holds the positions as JSON, the value of the last line is the choices as JSON.
"""

import json
from typing import Any

from ludoteca import games
from ludoteca.bots.spec import parse_player
from ludoteca.core.generator import seeded


def choose(row: dict[str, Any]) -> int:
    """Let a bot choose in a position that is given as text."""
    game = games.load(row["game"])
    state = game.modules.notation.parse_position(row["position"])
    view = game.view(state, row["seat"])
    legal = game.legal(view.state, row["seat"])
    player = parse_player(row["bot"])
    return player.choose(game, view, legal, seeded(row["seed"]))


json.dumps([choose(row) for row in json.loads(globals().get("asked", "[]"))])
