"""What may be bid in Goofspiel, and what happens when all have bid."""

from ludoteca.core.bits import nth_index, popcount
from ludoteca.games.goofspiel.actions import ACTIONS
from ludoteca.games.goofspiel.layout import NO_CARD, Goofspiel

LEGAL, MATCH_OVER, NOT_YOUR_TURN, UNREADABLE, NOT_IN_HAND = range(5)
"""Why an action is refused."""

REFUSALS = ("", "match_over", "not_your_turn", "unreadable_move", "not_in_hand")
"""The stable code of each refusal."""


def is_over(s: Goofspiel) -> bool:
    """Return whether all prizes are gone."""
    return s.prize == NO_CARD and s.pile == 0


def may_move(s: Goofspiel, seat: int) -> bool:
    """Return whether a seat has not bid yet for the prize on the table."""
    return s.prize != NO_CARD and s.bid[seat] == NO_CARD


def turn_number(s: Goofspiel, seat: int) -> int:
    """Count the turns of a seat: one for each prize."""
    return s.cards - popcount(s.hand[seat])


def seat_to_move(s: Goofspiel) -> int:
    """Name the lowest seat that has not bid, -1 if there is none."""
    for seat in range(s.players):
        if may_move(s, seat):
            return seat
    return -1


def count_legal(s: Goofspiel, seat: int) -> int:
    """Count the cards in hand: each may be bid."""
    return popcount(s.hand[seat])


def nth_legal(s: Goofspiel, seat: int, n: int) -> int:
    """Return the n-th card in hand."""
    return nth_index(s.hand[seat], n)


def refusal(s: Goofspiel, seat: int, action: int) -> int:
    """Name the rule that forbids a bid; 0 if it is legal."""
    if is_over(s):
        return MATCH_OVER
    if not may_move(s, seat):
        return NOT_YOUR_TURN
    if not 0 < action < ACTIONS:
        return UNREADABLE
    return LEGAL if s.hand[seat] >> action & 1 else NOT_IN_HAND


def is_secret(s: Goofspiel, seat: int, action: int) -> bool:
    """Return whether somebody else has still to bid: the last bid turns all cards up."""
    for other in range(s.players):
        if other != seat and s.bid[other] == NO_CARD:
            return True
    return False


def apply(s: Goofspiel, seat: int, action: int) -> None:
    """Lay a card face down; when all have, the best bid takes the prize.

    Bots try moves on views too: there, a bid that is hidden leaves the round open.
    """
    s.bid[seat] = action
    for other in range(s.players):
        if s.bid[other] <= NO_CARD:
            return
    winner = best_bidder(s)
    if winner >= 0:
        s.won[winner] |= 1 << s.prize
    for other in range(s.players):
        s.hand[other] &= ~(1 << s.bid[other])
        s.shown[other] = s.bid[other]
        s.bid[other] = NO_CARD
    s.prize = NO_CARD


def best_bidder(s: Goofspiel) -> int:
    """Name the seat with the highest bid; -1 if several share it: then nobody gets the prize."""
    winner, best = -1, NO_CARD
    for seat in range(s.players):
        if s.bid[seat] > best:
            winner, best = seat, s.bid[seat]
        elif s.bid[seat] == best:
            winner = -1
    return winner
