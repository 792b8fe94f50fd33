"""Pig for people and records: what a seat sees, moves and positions in text, a drawing."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.core.errors import UnreadableMove
from ludoteca_pig.layout import SEATS, TARGETS, Pig
from ludoteca_pig.rules import SIDES, deal_name, seat_to_move

MOVES = ("roll", "hold")
"""The actions in words, in the order of their numbers."""

# Seeing


def mask(s: Pig, seat: int | None) -> Pig:
    """Return all that a seat may know: everything."""
    return s.copy()


def position(s: Pig) -> dict[str, Any]:
    """Return a state in the form of the record."""
    mover = seat_to_move(s)
    return {
        "to_move": None if mover < 0 else mover,
        "over": bool(s.over),
        "turn": s.turn,
        "pot": s.pot,
        "points": list(s.points[: s.players]),
    }


# Text


def format_move(s: Pig, seat: int, action: int) -> str:
    """Write a move."""
    return MOVES[action]


def parse_move(s: Pig, seat: int, text: str) -> int:
    """Read a move."""
    if text.strip() not in MOVES:
        raise UnreadableMove(f"{text.strip()[:20]!r} is not a move; write roll or hold")
    return MOVES.index(text.strip())


def move_fields(s: Pig, seat: int, action: int) -> dict[str, Any]:
    """Return a move in the form of the replay stream."""
    return {"move": MOVES[action]}


def refusal_values(s: Pig, seat: int, action: int, words: Mapping[str, str]) -> dict[str, Any]:
    """Return what the sentence of a refusal wants to mention."""
    return {"target": s.target}


def format_deal(s: Pig, outcomes: Sequence[int], seat: int | None) -> str:
    """Write a deal: what the die shows."""
    return f"die {outcomes[0]}"


def parse_deal(s: Pig, text: str) -> list[int]:
    """Read a deal that begins in this state."""
    name, _, side = text.partition(" ")
    if name != deal_name(s) or side not in map(str, range(1, SIDES + 1)):
        raise ValueError(f"a deal is written like die 4, not {text[:20]!r}")
    return [int(side)]


def format_position(s: Pig) -> str:
    """Write a state: players, target, turn, turns, pot, due, over, and the points of each seat."""
    facts = (s.players, s.target, s.turn, s.turns, s.pot, s.due, s.over)
    return " ".join(map(str, (*facts, *s.points[: s.players])))


def parse_position(text: str) -> Pig:
    """Read a state back."""
    players, target, turn, turns, pot, due, over, *points = map(int, text.split(" "))
    if players != len(points) or not 2 <= players <= SEATS or target not in TARGETS:
        raise ValueError(f"{players} players and a target of {target} can't be")
    s = Pig()
    s.players, s.target, s.turn, s.turns = players, target, turn, turns
    s.pot, s.due, s.over = pot, due, over
    for seat, kept in enumerate(points):
        s.points[seat] = kept
    return s


# Drawing


def draw(s: Pig, seat: int | None, names: Sequence[str], words: Mapping[str, str]) -> str:
    """Draw a state: the points of each seat, and the turn."""
    lines = [f"{words['target']}: {s.target}", ""]
    for who in range(s.players):
        mark = ">" if who == s.turn and not s.over else " "
        pot = f"  + {s.pot}" if who == s.turn and s.pot else ""
        lines.append(f"{mark}{names[who][:30]:30} {s.points[who]:3}{pot}")
    return "\n".join(lines)


def legal_summary(s: Pig, seat: int, words: Mapping[str, str]) -> str:
    """Describe what is legal."""
    return words["how_to_move"]
