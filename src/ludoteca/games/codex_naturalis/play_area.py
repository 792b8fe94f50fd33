"""The play area of a seat: where its cards lie, what they show, where the next one may go."""

from ludoteca.core.bits import nth_index, popcount
from ludoteca.games.codex_naturalis.catalog import (
    CORNER_STEPS,
    CORNER_SYMBOLS,
    FACE_SYMBOLS,
    GUARD,
    REQUIREMENT,
    VISIBLE_CORNERS,
)
from ludoteca.games.codex_naturalis.layout import (
    CARDS_A_WORD,
    FIELD,
    SLOTS,
    SPOT_WORDS,
    CodexNaturalis,
)

LEAP = 37
"""From a slot that is taken to the one tried next; odd, so that every slot has its turn."""

BEYOND: tuple[tuple[int, ...], ...] = tuple(
    tuple(CORNER_STEPS[corner] + CORNER_STEPS[n] for n in range(4) if n != 3 - corner)
    for corner in range(4)
)
"""By corner: from a card's cell to the other three round the position that covers the corner."""

FREE, NO_CARD_THERE, OCCUPIED, HIDDEN_CORNER = 0, 1, 2, 3
"""Whether a card may be placed at a position, and why not."""


def card_at(s: CodexNaturalis, seat: int, cell: int) -> int:
    """Return the card that lies at a cell of a seat's area, 0 if none does."""
    slots = s.slots[seat]
    slot = cell & SLOTS - 1
    card = slots[slot]
    while card != 0 and s.cell[card] != cell:
        slot = slot + LEAP & SLOTS - 1
        card = slots[slot]
    return card


def slot_with(s: CodexNaturalis, seat: int, card: int) -> int:
    """Return the slot of a card that lies in a seat's area."""
    slot = s.cell[card] & SLOTS - 1
    while s.slots[seat][slot] != card:
        slot = slot + LEAP & SLOTS - 1
    return slot


def lies_in_area(s: CodexNaturalis, seat: int, card: int) -> bool:
    """Return whether a card lies in a seat's area."""
    return card != 0 and card_at(s, seat, s.cell[card]) == card


def face_of(s: CodexNaturalis, card: int) -> int:
    """Return the face that a card in some area shows."""
    return 2 * card + s.side[card]


def count_symbol(symbols: int, symbol: int) -> int:
    """Read the count of one symbol."""
    return symbols >> FIELD * symbol & (1 << FIELD) - 1


def has_symbols(symbols: int, wanted: int) -> bool:
    """Return whether no field of the symbols is below the one that is wanted."""
    return (symbols | GUARD) - wanted & GUARD == GUARD


def may_show_front(s: CodexNaturalis, seat: int, card: int) -> bool:
    """Return whether the seat's symbols allow the front of a card."""
    return has_symbols(s.symbols[seat], REQUIREMENT[card])


def refusal_at(s: CodexNaturalis, seat: int, cell: int) -> int:
    """Explain why no card may be placed at a cell; FREE if one may."""
    if card_at(s, seat, cell) != 0:
        return OCCUPIED
    reason = NO_CARD_THERE
    for corner in range(4):
        card = card_at(s, seat, cell + CORNER_STEPS[corner])
        if card != 0:
            if VISIBLE_CORNERS[face_of(s, card)] >> 3 - corner & 1 == 0:
                return HIDDEN_CORNER
            reason = FREE
    return reason


def is_open(s: CodexNaturalis, seat: int, spot: int) -> bool:
    """Return whether a spot is the one that stands for a legal position."""
    word = spot // (4 * CARDS_A_WORD)
    return s.open[seat][word] >> spot - 4 * CARDS_A_WORD * word & 1 != 0


def nth_open(s: CodexNaturalis, seat: int, n: int) -> int:
    """Return the n-th spot that stands for a legal position."""
    word = 0
    spots = s.open[seat][0]
    count = popcount(spots)
    while n >= count:
        n -= count
        word += 1
        spots = s.open[seat][word]
        count = popcount(spots)
    return 4 * CARDS_A_WORD * word + nth_index(spots, n)


def cell_of_spot(s: CodexNaturalis, spot: int) -> int:
    """Return the cell of the position that a spot stands for."""
    return s.cell[spot >> 2] + CORNER_STEPS[spot & 3]


def open_spots(s: CodexNaturalis, seat: int, card: int, corners: int) -> None:
    """Note the positions at some corners of a card, given as bits, as legal."""
    word = card // CARDS_A_WORD
    s.open[seat][word] |= corners << 4 * (card - CARDS_A_WORD * word)


def take_spots(s: CodexNaturalis, seat: int, card: int) -> int:
    """Take all spots of a card away, and return them as the bits of its corners."""
    word = card // CARDS_A_WORD
    shift = 4 * (card - CARDS_A_WORD * word)
    spots = s.open[seat][word] >> shift & 15
    s.open[seat][word] &= ~(15 << shift)
    return spots


def close_spot(s: CodexNaturalis, seat: int, spot: int) -> None:
    """Strike a position off the legal ones if this spot stands for it."""
    word = spot // (4 * CARDS_A_WORD)
    s.open[seat][word] &= ~(1 << spot - 4 * CARDS_A_WORD * word)


def put_card(s: CodexNaturalis, seat: int, card: int, side: int, cell: int) -> int:
    """Lay a card at a legal cell; return the number of corners it covers."""
    slot = cell & SLOTS - 1
    while s.slots[seat][slot] != 0:
        slot = slot + LEAP & SLOTS - 1
    s.slots[seat][slot] = card
    s.cell[card] = cell
    s.side[card] = side
    s.area[seat][s.placed[seat]] = card
    s.placed[seat] += 1
    covered = touch_neighbours(s, seat, card, cell)
    places = 0
    for word in range(SPOT_WORDS):
        places += popcount(s.open[seat][word])
    s.places[seat] = places
    return covered


def touch_neighbours(s: CodexNaturalis, seat: int, card: int, cell: int) -> int:
    """Count symbols, cover corners, and open or close the positions round a new card."""
    face = face_of(s, card)
    visible = VISIBLE_CORNERS[face]
    symbols = s.symbols[seat] + FACE_SYMBOLS[face]
    covered = 0
    fresh = 0  # corners at positions that no card had touched
    for corner in range(4):
        other = card_at(s, seat, cell + CORNER_STEPS[corner])
        if other != 0:
            covered += 1
            symbols -= CORNER_SYMBOLS[face_of(s, other)][3 - corner]
            close_spot(s, seat, 4 * other + 3 - corner)
        elif not is_touched(s, seat, cell, corner):
            fresh |= 1 << corner
        elif visible >> corner & 1 == 0:
            close_position(s, seat, cell + CORNER_STEPS[corner])
    open_spots(s, seat, card, fresh & visible)
    s.symbols[seat] = symbols
    return covered


def is_touched(s: CodexNaturalis, seat: int, cell: int, corner: int) -> bool:
    """Return whether the position at a corner of a new card has other cards round it."""
    slots = s.slots[seat]
    first = cell + BEYOND[corner][0]
    second = cell + BEYOND[corner][1]
    third = cell + BEYOND[corner][2]
    if slots[first & SLOTS - 1] | slots[second & SLOTS - 1] | slots[third & SLOTS - 1] == 0:
        return False  # no card was ever put there or had to leap from there
    return card_at(s, seat, first) | card_at(s, seat, second) | card_at(s, seat, third) != 0


def close_position(s: CodexNaturalis, seat: int, cell: int) -> None:
    """Make a free cell illegal forever: a hidden corner lies there now."""
    for corner in range(4):
        card = card_at(s, seat, cell + CORNER_STEPS[corner])
        if card != 0:
            close_spot(s, seat, 4 * card + 3 - corner)


def clear_area(s: CodexNaturalis, seat: int) -> None:
    """Take all cards out of an area."""
    for n in range(s.placed[seat]):
        card = s.area[seat][n]
        s.cell[card] = 0
        s.side[card] = 0
        s.area[seat][n] = 0
    for slot in range(SLOTS):
        s.slots[seat][slot] = 0
    for word in range(SPOT_WORDS):
        s.open[seat][word] = 0
    s.placed[seat] = 0
    s.places[seat] = 0
    s.symbols[seat] = 0
