"""My Shelfie in text: moves, deals and positions, each with one written form that reads back."""

from ludoteca.games.my_shelfie.notation.moves import (
    check_line,
    format_cell,
    format_deal,
    format_move,
    is_in_play,
    move_fields,
    parse_deal,
    parse_move,
    refusal_values,
)
from ludoteca.games.my_shelfie.notation.positions import (
    REFILL_RULES,
    format_position,
    parse_position,
)

__all__ = [
    "REFILL_RULES",
    "check_line",
    "format_cell",
    "format_deal",
    "format_move",
    "format_position",
    "is_in_play",
    "move_fields",
    "parse_deal",
    "parse_move",
    "parse_position",
    "refusal_values",
]
