"""The printed facts of Codex Naturalis as tables of integers, made from checked data files.

Tables by card have an entry for each id from 0 to 86, tables by face (see `layout`) two for each.
"""

from ludoteca.games.codex_naturalis.catalog.reading import (
    CORNERS,
    KINGDOMS,
    OBJECTS,
    SYMBOLS,
    Card,
    Face,
    in_order,
    objective,
    read,
    resource_or_gold,
    starters,
)
from ludoteca.games.codex_naturalis.layout import CARDS, DECK, FIELD, ROW, cell_of

FIRST_STARTER, STARTER_CARDS = 81, 6
FIRST_OBJECTIVE, OBJECTIVE_CARDS = 87, 16

PATTERN_CARDS = 8
"""The first of the objective cards ask for a pattern, the others for a set of symbols."""

END_POINTS = 20
"""Points on the track from which the end is near."""

BLANK = Card(0, "", 0, "flat", {}, Face(("hidden",) * 4), Face(("hidden",) * 4))


def _read_cards() -> tuple[Card, ...]:
    found = [
        *read("resource_cards.csv", resource_or_gold),
        *read("gold_cards.csv", resource_or_gold),
        *starters(),
    ]
    ids = [card.id for card in found]
    in_order(ids[:DECK], 1, DECK, "resource_cards.csv")
    in_order(ids[DECK:CARDS], DECK + 1, CARDS, "gold_cards.csv")
    last = FIRST_STARTER + STARTER_CARDS - 1
    in_order(ids[CARDS:], FIRST_STARTER, last, "starter_cards.csv")
    return (BLANK, *found)


CARD_FACTS = _read_cards()
"""Resource, gold and starter cards by id."""

OBJECTIVE_FACTS = tuple(read("objective_cards.csv", objective))
"""Objective card n + FIRST_OBJECTIVE is number n here, and in the tables below."""

in_order([card.id for card in OBJECTIVE_FACTS], FIRST_OBJECTIVE, 102, "objective_cards.csv")

FACES = tuple(face for card in CARD_FACTS for face in (card.front, card.back))


def lanes(symbols: dict[str, int]) -> int:
    """Write counts of symbols as one number of fields.

    >>> lanes({"fungi": 1, "plant": 2})
    513
    """
    return sum(count << FIELD * SYMBOLS.index(symbol) for symbol, count in symbols.items())


def _lane(symbol: str) -> int:
    return lanes({symbol: 1}) if symbol in SYMBOLS else 0


CORNER_SYMBOLS: tuple[tuple[int, ...], ...] = tuple(
    tuple(_lane(symbol) for symbol in face.corners) for face in FACES
)
"""By face and corner: what the corner adds to the symbols."""

FACE_SYMBOLS: tuple[int, ...] = tuple(
    sum(_lane(symbol) for symbol in (*face.corners, *face.centre)) for face in FACES
)
"""By face: all symbols on it."""

VISIBLE_CORNERS: tuple[int, ...] = tuple(
    sum(1 << n for n in range(len(CORNERS)) if face.corners[n] != "hidden") for face in FACES
)
"""By face: the corners that may be covered, as bits."""

KINGDOM: tuple[int, ...] = tuple(
    KINGDOMS.index(card.kingdom) if card.kingdom else -1 for card in CARD_FACTS
)
"""By card: the number of its kingdom, -1 for none."""

POINTS: tuple[int, ...] = tuple(card.points for card in CARD_FACTS)

PER_CORNER: tuple[int, ...] = tuple(int(card.rule == "per_covered_corner") for card in CARD_FACTS)
"""By card: 1 if its points are paid for each corner it covers."""

PAID_OBJECT: tuple[int, ...] = tuple(
    SYMBOLS.index(card.rule[4:]) if card.rule[4:] in OBJECTS else -1 for card in CARD_FACTS
)
"""By card: the number of the object symbol that its points are paid for, -1 for none."""

REQUIREMENT: tuple[int, ...] = tuple(lanes(card.requires) for card in CARD_FACTS)

GUARD = sum(1 << FIELD * n + FIELD - 1 for n in range(len(SYMBOLS)))
"""The free top bit of each field: it survives a subtraction where the field is large enough."""

BACK_SIZE = 10
"""Number of cards with the same back: kind and kingdom."""

WHOLE_DECK = (1 << DECK) - 1
"""A whole deck."""

OBJECTIVE_POINTS: tuple[int, ...] = tuple(card.points for card in OBJECTIVE_FACTS)

SET_NEEDS: tuple[tuple[int, ...], ...] = tuple(
    tuple(card.needs.get(symbol, 0) for symbol in SYMBOLS) for card in OBJECTIVE_FACTS
)
"""By objective: how many of each symbol make a set."""

PATTERN_CELLS: tuple[tuple[int, ...], ...] = tuple(
    tuple(cell_of(cell.right, cell.up) for cell in card.cells) or (0, 0, 0)
    for card in OBJECTIVE_FACTS
)
"""By objective: the cells of a pattern, seen from its first card."""

PATTERN_KINGDOMS: tuple[tuple[int, ...], ...] = tuple(
    tuple(KINGDOMS.index(cell.kingdom) for cell in card.cells) or (-1, -1, -1)
    for card in OBJECTIVE_FACTS
)
"""By objective: the kingdom of each card of a pattern."""

PATTERN_REACH: tuple[int, ...] = tuple(
    3 if cells[2] == 2 * cells[1] else 2 for cells in PATTERN_CELLS
)
"""By objective: how many neighbouring patterns, each one step further, count once.

Neighbours lie a step from the first to the second card apart. Three cards in a line share a card
with the next two patterns, an upright pair with a third card at its side with the next one only.
"""

CORNER_STEPS: tuple[int, ...] = (1, ROW, -ROW, -1)
"""By corner: from a card's cell to the position that covers the corner."""
