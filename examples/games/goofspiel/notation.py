"""Goofspiel in text: moves, deals and positions, each with one written form that reads back."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.core.errors import UnreadableMove
from ludoteca.games.goofspiel.deal import deal_name
from ludoteca.games.goofspiel.layout import (
    HIDDEN,
    MOST_CARDS,
    SEATS,
    SUITS,
    Goofspiel,
    cards_of,
)

NOTHING = "-"
"""In place of a card, or of a set without cards."""


def format_move(s: Goofspiel, seat: int, action: int) -> str:
    """Write a bid: the number of the card."""
    return str(action)


def parse_move(s: Goofspiel, seat: int, text: str) -> int:
    """Read a bid."""
    number = text.strip()
    if not (number.isascii() and number.isdigit() and 1 <= int(number[:3]) <= MOST_CARDS):
        raise UnreadableMove(f"{number!r} is not a bid; write the number of a card, like 7")
    return int(number)


def move_fields(s: Goofspiel, seat: int, action: int) -> dict[str, Any]:
    """Return a bid in the form of the replay stream."""
    return {"bid": action}


def refusal_values(
    s: Goofspiel, seat: int, action: int, words: Mapping[str, str]
) -> dict[str, Any]:
    """Return what the sentence of a refusal wants to mention."""
    return {"card": action, "hand": format_cards(s.hand[seat])}


def format_deal(s: Goofspiel, outcomes: Sequence[int], seat: int | None) -> str:
    """Write a deal: the prize lies open, so nobody gets a `?`."""
    return f"prize {outcomes[0]}"


def parse_deal(s: Goofspiel, text: str) -> list[int]:
    """Read a deal that begins in this state."""
    name, _, card = text.partition(" ")
    if name != deal_name(s):
        raise ValueError(f"the deal of {deal_name(s) or 'nothing'} is due, not {name!r}")
    return [_number(card)]


def format_cards(cards: int) -> str:
    """Write a set of cards, like 1,3."""
    return ",".join(map(str, cards_of(cards))) or NOTHING


def parse_cards(text: str) -> int:
    """Read a set of cards."""
    return 0 if text == NOTHING else sum(1 << card for card in {*map(_number, text.split(","))})


def format_position(s: Goofspiel) -> str:
    """Write a state: players, cards, prize, pile, and `hand:bid:shown:won` for each seat."""
    seats = (
        f"{format_cards(s.hand[n])}:{s.bid[n]}:{s.shown[n]}:{format_cards(s.won[n])}"
        for n in range(s.players)
    )
    return " ".join([f"{s.players} {s.cards} {s.prize} {format_cards(s.pile)}", *seats])


def parse_position(text: str) -> Goofspiel:
    """Read a state back."""
    players, cards, prize, pile, *seats = text.split(" ")
    s = Goofspiel()
    s.players, s.cards, s.prize = len(seats), int(cards), int(prize)
    if players != str(s.players) or not 2 <= s.players <= SEATS or s.cards not in SUITS:
        raise ValueError(f"{players} players with {len(seats)} hands of {cards} cards can't be")
    s.pile = parse_cards(pile)
    for seat, parts in enumerate(seats):
        hand, bid, shown, won = parts.split(":")
        s.hand[seat], s.won[seat] = parse_cards(hand), parse_cards(won)
        s.bid[seat], s.shown[seat] = int(bid), int(shown)
        if not HIDDEN <= s.bid[seat] <= s.cards:
            raise ValueError(f"{bid} can't be bid with {s.cards} cards")
    return s


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:3]) <= MOST_CARDS):
        raise ValueError(f"a card is a number from 1 to {MOST_CARDS}, not {text!r}")
    return int(text)
