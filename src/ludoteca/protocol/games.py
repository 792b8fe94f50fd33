"""The JSON of each game: views, moves, choices and the rest, as its own functions are typed.

The protocol leaves them open (`common.View` and others); a client looks here for what is inside.
"""

import sys
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Any

from ludoteca import games
from ludoteca.core.game import Game

Schema = dict[str, Any]

ROLES: Mapping[str, tuple[str, str]] = {
    "View": ("view", "position"),
    "Move": ("notation", "move_fields"),
    "Choices": ("choice", "choices"),
    "Notes": ("choice", "notes"),
    "Standing": ("choice", "standing"),
    "Score": ("scoring", "score_parts"),
    "Detail": ("choice", "step_detail"),
}
"""Which module and function of a game returns each object that the protocol leaves open."""


@dataclass(frozen=True)
class GameForm:
    """What one game puts in the place of an object that the protocol leaves open."""

    role: str
    name: str
    """Of its type."""
    kinds: tuple[type, ...]
    """The types it is one of."""


def hint_of(game: Game, role: str) -> Any:
    """Return the type that a game's function returns; None where it is not declared."""
    module, function = ROLES[role]
    found: Callable[..., Any] | None = getattr(getattr(game.modules, module), function, None)
    if found is None:
        return None
    hint = typing.get_type_hints(found, include_extras=True).get("return")
    is_open = hint in (None, Any) or typing.get_origin(hint) in (dict, Mapping)
    return None if is_open else hint


@cache
def forms_of(game_id: str) -> tuple[GameForm, ...]:
    """Return the forms of a game, in the order of the roles."""
    game, found = games.load(game_id), []
    for role in ROLES:
        hint = hint_of(game, role)
        if hint is not None:
            kinds = typing.get_args(hint) if isinstance(hint, UnionType) else (hint,)
            found.append(GameForm(role, _name(hint, kinds), kinds))
    return tuple(found)


def _name(hint: Any, kinds: tuple[type, ...]) -> str:
    """Return the name of a type; that of a union is the one under which its module has it."""
    if len(kinds) == 1:
        return str(hint.__name__)
    homes = (vars(sys.modules[kind.__module__]) for kind in kinds)
    return next(name for home in homes for name, value in home.items() if value == hint)
