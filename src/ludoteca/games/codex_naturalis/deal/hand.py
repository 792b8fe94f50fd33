"""A hand of cards, kept in rising order: equal hands are equal states."""

from ludoteca.games.codex_naturalis.catalog import BACK_SIZE
from ludoteca.games.codex_naturalis.layout import DECK, CodexNaturalis


def kind_of(card: int) -> int:
    """Tell a resource card from a gold card, known or not.

    >>> kind_of(40), kind_of(41), kind_of(-4), kind_of(-5)
    (0, 1, 0, 1)
    """
    return 1 if card > DECK or card < -DECK // BACK_SIZE else 0


def back_code(card: int) -> int:
    """Return the code of a card of which only the back is known: kind and kingdom.

    >>> back_code(1), back_code(40), back_code(80), back_code(-8)
    (-1, -4, -8, -8)
    """
    return card if card < 0 else -1 - (card - 1) // BACK_SIZE


def rank(card: int) -> int:
    """Order cards by id; one known by its back counts as the lowest of those it may be."""
    return card if card > 0 else 1 - BACK_SIZE * (card + 1)


def add_to_hand(s: CodexNaturalis, seat: int, card: int) -> None:
    """Put a card where it belongs in a hand that is not full."""
    hand = s.hand[seat]
    first = hand[0]
    second = hand[1]
    if min(first, second, card) > 0:  # the usual case, without a branch on the order
        hand[0] = min(first, card)
        hand[1] = max(first, min(second, card))
        hand[2] = max(second, card)
        return
    slot = 0
    while hand[slot] != 0 and rank(hand[slot]) <= rank(card):
        slot += 1
    while card != 0:
        pushed = hand[slot]
        hand[slot] = card
        card = pushed
        slot += 1


def forget_back(s: CodexNaturalis, seat: int, card: int) -> None:
    """Forget what was seen of a seat's cards with this back: one now lies face down."""
    kind = kind_of(card)
    first = rank(back_code(card)) - 1 - DECK * kind
    s.seen[seat][kind] &= ~((1 << BACK_SIZE) - 1 << first)


def take_from_hand(s: CodexNaturalis, seat: int, slot: int) -> int:
    """Take a card out of a hand; nobody needs to remember that it was seen."""
    hand = s.hand[seat]
    card = hand[slot]
    hand[0] = hand[1] if slot == 0 else hand[0]
    hand[1] = hand[2] if slot <= 1 else hand[1]
    hand[2] = 0
    if card > 0:
        kind = kind_of(card)
        s.seen[seat][kind] &= ~(1 << card - 1 - DECK * kind)
    return card
