"""What may be done in Codex Naturalis, and what it does."""

from ludoteca.games.codex_naturalis.rules.legality import (
    REFUSALS,
    count_legal,
    is_blocked,
    is_over,
    is_secret,
    may_move,
    nth_legal,
    refusal,
    seat_to_move,
    turn_number,
)
from ludoteca.games.codex_naturalis.rules.turn import apply

__all__ = [
    "REFUSALS",
    "apply",
    "count_legal",
    "is_blocked",
    "is_over",
    "is_secret",
    "may_move",
    "nth_legal",
    "refusal",
    "seat_to_move",
    "turn_number",
]
