"""What a seat of Goofspiel may know, and any state in the form of the record."""

import msgspec

from ludoteca.games.goofspiel.layout import HIDDEN, NO_CARD, Goofspiel, cards_of
from ludoteca.games.goofspiel.rules import is_over, seat_to_move


class Seat(msgspec.Struct, frozen=True):
    """What lies before one player."""

    hand: list[int]
    has_bid: bool
    bid: int | None
    shown: int | None
    won: list[int]


class Position(msgspec.Struct, frozen=True):
    """A state as the record shows it."""

    to_move: int | None
    over: bool
    prize: int | None
    pile: list[int]
    seats: list[Seat]


def mask(s: Goofspiel, seat: int | None) -> Goofspiel:
    """Build a state of all that a seat may know: everything but the others' bids."""
    seen = Goofspiel()
    seen.players = s.players
    seen.cards = s.cards
    seen.prize = s.prize
    seen.pile = s.pile
    seen.hand = list(s.hand)
    seen.shown = list(s.shown)
    seen.won = list(s.won)
    for other in range(s.players):
        if s.bid[other] != NO_CARD:
            seen.bid[other] = s.bid[other] if other == seat else HIDDEN
    return seen


def position(s: Goofspiel) -> Position:
    """Return a state in the form of the record; what it leaves open is null."""
    mover = seat_to_move(s)
    return Position(
        to_move=None if mover < 0 else mover,
        over=is_over(s),
        prize=s.prize or None,
        pile=cards_of(s.pile),
        seats=[_seat(s, seat) for seat in range(s.players)],
    )


def _seat(s: Goofspiel, seat: int) -> Seat:
    return Seat(
        hand=cards_of(s.hand[seat]),
        has_bid=s.bid[seat] != NO_CARD,
        bid=s.bid[seat] if s.bid[seat] > NO_CARD else None,
        shown=s.shown[seat] or None,
        won=cards_of(s.won[seat]),
    )
