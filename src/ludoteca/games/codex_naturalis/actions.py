"""Each possible move of Codex Naturalis as one integer.

     0 …  1  take the front, the back of the starter card
     2 …  3  keep the first, the second objective card
     4 …  5  draw from the resource deck, the gold deck
     6 …  9  draw a face-up card: two places of resource cards, two of gold cards
    10 …     place a card: (2 * place in the hand + side) * SPOTS + spot

A spot (see `layout`) is a corner of a card that lies there already. Of the corners that one
position covers, the one of the card that first made the position legal stands for it.
"""

from ludoteca.games.codex_naturalis.layout import CARD_IDS, HAND

TAKE_FRONT = 0
KEEP_FIRST = 2
DRAW_DECK = 4
DRAW_FACE_UP = 6
PLACE_CARD = 10
"""Where each kind of move begins."""

SPOTS = 4 * CARD_IDS
"""The corners of all cards."""

ACTIONS = PLACE_CARD + 2 * HAND * SPOTS
"""How many different moves there are."""


def place_action(slot: int, side: int, spot: int) -> int:
    """Join a place in the hand, a side and a spot into an action."""
    return PLACE_CARD + (2 * slot + side) * SPOTS + spot


def slot_of(action: int) -> int:
    """Return the place in the hand of a placing action."""
    return (action - PLACE_CARD) // (2 * SPOTS)


def side_of(action: int) -> int:
    """Return the side of a placing action."""
    return (action - PLACE_CARD) // SPOTS & 1


def spot_of(action: int) -> int:
    """Return the spot of a placing action."""
    return (action - PLACE_CARD) % SPOTS
