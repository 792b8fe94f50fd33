"""A full count of a position: every card must be in one place, every sum must agree."""

from ludoteca.core.bits import popcount
from ludoteca.games.codex_naturalis.catalog import (
    CORNER_STEPS,
    CORNER_SYMBOLS,
    FACE_SYMBOLS,
    FIRST_STARTER,
    WHOLE_DECK,
)
from ludoteca.games.codex_naturalis.layout import (
    CARDS,
    DECK,
    HAND,
    KINDS,
    SEATS,
    SLOTS,
    SPOT_WORDS,
    CodexNaturalis,
)
from ludoteca.games.codex_naturalis.play_area import (
    FREE,
    card_at,
    face_of,
    is_open,
    lies_in_area,
    refusal_at,
)

(
    SOUND,
    LOST_OR_DOUBLE,
    WRONG_COUNT,
    WRONG_HAND,
    WRONG_OBJECTIVE,
    WRONG_AREA,
    WRONG_SYMBOLS,
    WRONG_PLACES,
) = range(8)
"""What may be wrong with a position."""


def faults(s: CodexNaturalis) -> int:
    """Name what is wrong with a full state; 0 if every piece is where it should be."""
    for kind in range(KINDS):
        if s.below[kind] != popcount(s.deck[kind]):
            return WRONG_COUNT
        if not is_complete(s, kind):
            return LOST_OR_DOUBLE
    if not objectives_are_sound(s):
        return WRONG_OBJECTIVE
    for seat in range(SEATS):
        fault = fault_of_seat(s, seat)
        if fault != SOUND:
            return fault
    return SOUND


def fault_of_seat(s: CodexNaturalis, seat: int) -> int:
    """Name what is wrong with a hand or a play area."""
    if not hand_is_sound(s, seat):
        return WRONG_HAND
    if not area_is_sound(s, seat):
        return WRONG_AREA
    if recount_symbols(s, seat) != s.symbols[seat]:
        return WRONG_SYMBOLS
    return SOUND if places_are_sound(s, seat) else WRONG_PLACES


def bit_of(card: int, kind: int) -> int:
    """Return the bit of a card in the set of its kind, 0 if it is none of that kind."""
    index = card - 1 - DECK * kind
    return 1 << index if 0 <= index < DECK else 0


def is_complete(s: CodexNaturalis, kind: int) -> bool:
    """Return whether each card of a kind is in exactly one place."""
    found = s.deck[kind]
    count = popcount(found)
    for n in range(2 * KINDS + 1):
        bit = bit_of(s.top[kind] if n == 2 * KINDS else s.face_up[n], kind)
        found |= bit
        count += 1 if bit != 0 else 0
    for seat in range(SEATS):
        for n in range(HAND):
            bit = bit_of(s.hand[seat][n], kind)
            found |= bit
            count += 1 if bit != 0 else 0
        for n in range(s.placed[seat]):
            bit = bit_of(s.area[seat][n], kind)
            found |= bit
            count += 1 if bit != 0 else 0
    return found == WHOLE_DECK and count == DECK


def objectives_are_sound(s: CodexNaturalis) -> bool:
    """Return whether each objective and starter is in one place, and each secret was dealt."""
    found = 0
    count = 0
    for seat in range(SEATS):
        secret = s.secret_objective[seat]
        dealt = s.objectives_dealt[seat]
        if secret != 0 and secret != dealt[0] and secret != dealt[1]:
            return False
        for n in range(3):
            card = s.starter[seat] if n == 2 else dealt[n]
            if card > 0:
                found |= 1 << card - FIRST_STARTER
                count += 1
    for n in range(2):
        if s.common_objectives[n] > 0:
            found |= 1 << s.common_objectives[n] - FIRST_STARTER
            count += 1
    return popcount(found) == count


def hand_is_sound(s: CodexNaturalis, seat: int) -> bool:
    """Return whether a hand is in order and holds every card that was seen to go there."""
    seen = popcount(s.seen[seat][0]) + popcount(s.seen[seat][1])
    for n in range(HAND):
        card = s.hand[seat][n]
        if n > 0 and card != 0 and s.hand[seat][n - 1] >= card:
            return False
        if n > 0 and card != 0 and s.hand[seat][n - 1] == 0:
            return False
        for kind in range(KINDS):
            if s.seen[seat][kind] & bit_of(card, kind):
                seen -= 1
    return seen == 0


def area_is_sound(s: CodexNaturalis, seat: int) -> bool:
    """Return whether the starter card lies first and each card is found where it lies."""
    slots = 0
    for slot in range(SLOTS):
        if s.slots[seat][slot] != 0:
            slots += 1
    if slots != s.placed[seat]:
        return False
    for n in range(s.placed[seat]):
        card = s.area[seat][n]
        if (n == 0) != (card > CARDS) or not lies_in_area(s, seat, card):
            return False
    return s.placed[seat] == 0 or s.area[seat][0] == s.starter[seat]


def recount_symbols(s: CodexNaturalis, seat: int) -> int:
    """Count the symbols of an area card by card: each covers what lies there before it."""
    symbols = 0
    low = high = 0  # the cards counted, by id: below and from DECK on
    for n in range(s.placed[seat]):
        card = s.area[seat][n]
        symbols += FACE_SYMBOLS[face_of(s, card)]
        for corner in range(4):
            other = card_at(s, seat, s.cell[card] + CORNER_STEPS[corner])
            before = low >> other if other < DECK else high >> other - DECK
            if before & 1:
                symbols -= CORNER_SYMBOLS[face_of(s, other)][3 - corner]
        if card < DECK:
            low |= 1 << card
        else:
            high |= 1 << card - DECK
    return symbols


def places_are_sound(s: CodexNaturalis, seat: int) -> bool:
    """Return whether each legal position has exactly one spot, and no other position has one."""
    spots = 0
    for word in range(SPOT_WORDS):
        spots += popcount(s.open[seat][word])
    if spots != s.places[seat]:
        return False
    for n in range(s.placed[seat]):
        card = s.area[seat][n]
        for corner in range(4):
            cell = s.cell[card] + CORNER_STEPS[corner]
            legal = refusal_at(s, seat, cell) == FREE
            if count_spots(s, seat, cell) != (1 if legal else 0):
                return False
            spots -= 1 if is_open(s, seat, 4 * card + corner) else 0
    return spots == 0


def count_spots(s: CodexNaturalis, seat: int, cell: int) -> int:
    """Count the spots that stand for a position."""
    count = 0
    for corner in range(4):
        card = card_at(s, seat, cell + CORNER_STEPS[corner])
        if card != 0 and is_open(s, seat, 4 * card + 3 - corner):
            count += 1
    return count
