"""A view of Goofspiel as text for people."""

from collections.abc import Mapping, Sequence

from ludoteca.core.colour import colour
from ludoteca.games.goofspiel.layout import HIDDEN, NO_CARD, Goofspiel, cards_of
from ludoteca.games.goofspiel.scoring import score

NAME_WIDTH = 18
"""Columns for a name."""


def draw(s: Goofspiel, seat: int | None, names: Sequence[str], words: Mapping[str, str]) -> str:
    """Draw a masked state: the prize and what is to come, then a few lines for each seat."""
    lines = [
        f"{words['prize']}: {colour('y', str(s.prize or '-'))}",
        f"{words['to_come']}: {_row(s.pile)}",
    ]
    for who in range(s.players):
        name = colour("B", f"{names[who][:NAME_WIDTH]:{NAME_WIDTH}}")
        lines += [
            "",
            f"{name} {score(s, who):3} {words['points']}   {_bid(s, who, words)}",
            f"  {words['hand']}: {_row(s.hand[who])}",
            f"  {words['won']}: {_row(s.won[who])}",
        ]
    return "\n".join(line.rstrip() for line in lines)


def _row(cards: int) -> str:
    return " ".join(map(str, cards_of(cards))) or "-"


def _bid(s: Goofspiel, who: int, words: Mapping[str, str]) -> str:
    """Return what a seat bids, has hidden, or has shown for the prize before."""
    if s.bid[who] == HIDDEN:
        return words["face_down"]
    if s.bid[who] != NO_CARD:
        return f"{words['bid']}: {colour('c', str(s.bid[who]))}"
    return f"{words['shown']}: {s.shown[who]}" if s.shown[who] else ""


def legal_summary(s: Goofspiel, seat: int, words: Mapping[str, str]) -> str:
    """Return how to bid, and which cards are left."""
    return f"{words['how_to_move']}\n{words['hand']}: {_row(s.hand[seat])}"
