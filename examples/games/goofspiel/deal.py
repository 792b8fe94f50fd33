"""What chance decides in Goofspiel: which prize is turned up next."""

from collections.abc import MutableSequence, Sequence

from ludoteca.core.bits import nth_index, popcount
from ludoteca.core.generator import below
from ludoteca.games.goofspiel.layout import HIDDEN, NO_CARD, SEATS, SUITS, Goofspiel


def start(s: Goofspiel, players: int, options: Sequence[int]) -> None:
    """Deal everybody a whole suit; a shuffled one lies on the table."""
    s.players = players
    s.cards = SUITS[options[0]]
    s.prize = NO_CARD
    s.pile = (1 << s.cards + 1) - 2
    for seat in range(SEATS):
        s.hand[seat] = s.pile if seat < players else 0
        s.bid[seat] = NO_CARD
        s.shown[seat] = NO_CARD
        s.won[seat] = 0


def deal_name(s: Goofspiel) -> str:
    """Name the deal that is due, "" if none is."""
    return "prize" if roll_size(s) > 0 else ""


def roll_size(s: Goofspiel) -> int:
    """Return below which number the next roll is made, 0 if no deal is due."""
    return popcount(s.pile) if s.prize == NO_CARD else 0


def outcome_of(s: Goofspiel, roll: int) -> int:
    """Return the prize that a roll decides."""
    return nth_index(s.pile, roll)


def put_outcome(s: Goofspiel, outcome: int) -> None:
    """Turn a prize up."""
    s.prize = outcome
    s.pile &= ~(1 << outcome)


def fill_unknown(s: Goofspiel, seat: int, rng: MutableSequence[int]) -> None:
    """Let each bid that the view hides be some card of that hand."""
    for other in range(s.players):
        if s.bid[other] == HIDDEN:
            s.bid[other] = nth_index(s.hand[other], below(rng, popcount(s.hand[other])))


def faults(s: Goofspiel) -> int:
    """Check that no card is lost or doubled; 0 if all is well."""
    found = s.pile >> s.prize & 1
    prizes = s.pile
    left = popcount(s.pile) + (s.prize != NO_CARD)
    for seat in range(s.players):
        found |= (popcount(s.hand[seat]) != left) << 1
        found |= (s.bid[seat] > 0 and s.hand[seat] >> s.bid[seat] & 1 == 0) << 2
        found |= (prizes & s.won[seat] != 0) << 3
        prizes |= s.won[seat]
    return found
