"""Codex Naturalis in text: moves, deals and positions, each with one form that reads back."""

from ludoteca.games.codex_naturalis.notation.deals import format_deal, parse_deal
from ludoteca.games.codex_naturalis.notation.moves import (
    format_move,
    hidden_move,
    move_fields,
    parse_move,
)
from ludoteca.games.codex_naturalis.notation.positions import (
    TIE_BREAKS,
    format_position,
    parse_position,
)
from ludoteca.games.codex_naturalis.notation.refusals import refusal_values

__all__ = [
    "TIE_BREAKS",
    "format_deal",
    "format_move",
    "format_position",
    "hidden_move",
    "move_fields",
    "parse_deal",
    "parse_move",
    "parse_position",
    "refusal_values",
]
