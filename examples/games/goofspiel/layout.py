"""Where each thing of Goofspiel sits in the state: a set of cards is a number, bit n is card n."""

from typing import Annotated

from ludoteca.core.types import Shape, Short, Small, State

SEATS = 3
"""The most players: a pack has four suits, and one of them is the prizes."""

SUITS = (13, 7)
"""How many cards a suit has: the option of the game."""

MOST_CARDS = 13
"""The longest suit."""

NO_CARD, HIDDEN = 0, -1
"""In place of a bid: none is made yet; one is made, but the view does not show it."""


class Goofspiel(State):
    """All there is to know about a position."""

    players: Small
    cards: Small  # how many cards a suit has
    prize: Small  # the prize that is bid for; NO_CARD while the next one is to be turned up
    pile: Short  # the prizes that are not turned up yet
    hand: Annotated[list[int], Shape("i2", SEATS)]  # a card that is bid stays until all have bid
    bid: Annotated[list[int], Shape("i1", SEATS)]
    shown: Annotated[list[int], Shape("i1", SEATS)]  # the bids of the prize before
    won: Annotated[list[int], Shape("i2", SEATS)]  # the prizes of a seat


def option_indices(s: Goofspiel) -> tuple[int]:
    """Read the option back."""
    return (SUITS.index(s.cards),)


def cards_of(cards: int) -> list[int]:
    """List the cards of a set."""
    return [card for card in range(cards.bit_length()) if cards >> card & 1]
