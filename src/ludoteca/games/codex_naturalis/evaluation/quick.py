"""The quick policy of playouts: the best of a few random moves by what can be seen at a glance."""

from collections.abc import MutableSequence

from ludoteca.core.bits import popcount
from ludoteca.core.generator import below
from ludoteca.games.codex_naturalis.actions import (
    DRAW_DECK,
    DRAW_FACE_UP,
    side_of,
    slot_of,
    spot_of,
)
from ludoteca.games.codex_naturalis.catalog import (
    CORNER_STEPS,
    CORNER_SYMBOLS,
    FACE_SYMBOLS,
    PAID_OBJECT,
    PER_CORNER,
    POINTS,
    REQUIREMENT,
    VISIBLE_CORNERS,
)
from ludoteca.games.codex_naturalis.layout import BACK, DECK, DRAW, FIELD, PLACE, CodexNaturalis
from ludoteca.games.codex_naturalis.play_area import (
    card_at,
    cell_of_spot,
    count_symbol,
    face_of,
)
from ludoteca.games.codex_naturalis.rules.legality import count_legal, nth_legal
from ludoteca.games.codex_naturalis.rules.turn import placing_points

TRIES = 10
"""How many placements the quick policy compares."""

RESOURCES = 4
"""The symbols that requirements ask for come first."""


def quick_choice(s: CodexNaturalis, seat: int, rng: MutableSequence[int]) -> int:
    """Choose the best of a few random placements, or the draw that helps most."""
    count = count_legal(s, seat)
    if s.phase < PLACE:
        return nth_legal(s, seat, below(rng, count))
    best = -1
    highest = -1000
    for n in range(count if s.phase == DRAW else TRIES):
        action = nth_legal(s, seat, n if s.phase == DRAW else below(rng, count))
        if s.phase == DRAW:
            gain = 8 * draw_gain(s, seat, action) + below(rng, 24)
        else:
            gain = place_gain(s, seat, action)
        if gain > highest:
            highest = gain
            best = action
    return best


def place_gain(s: CodexNaturalis, seat: int, action: int) -> int:
    """Judge a placement: points first, then symbols won and lost, then room for more."""
    card = s.hand[seat][slot_of(action)]
    side = side_of(action)
    cell = cell_of_spot(s, spot_of(action))
    face = 2 * card + side
    symbols = s.symbols[seat] + FACE_SYMBOLS[face]
    covered = 0
    for corner in range(4):
        other = card_at(s, seat, cell + CORNER_STEPS[corner])
        if other != 0:
            covered += 1
            symbols -= CORNER_SYMBOLS[face_of(s, other)][3 - corner]
    points = placing_points(card, side, covered, symbols)
    gain = 10 * points + 3 * (count_all(symbols) - count_all(s.symbols[seat]))
    gain += 2 * popcount(VISIBLE_CORNERS[face])
    if side == BACK and card > DECK:
        gain -= 4  # a gold card's front is worth waiting for
    return gain


def count_all(symbols: int) -> int:
    """Add the counts of all symbols."""
    total = symbols + (symbols >> 4 * FIELD)
    total += total >> 2 * FIELD
    return total + (total >> FIELD) & (1 << FIELD) - 1


def draw_gain(s: CodexNaturalis, seat: int, action: int) -> int:
    """Judge a draw by the card, or by its back alone."""
    if action < DRAW_FACE_UP:
        return 2 if action == DRAW_DECK else 3
    return card_gain(s, seat, s.face_up[action - DRAW_FACE_UP])


def card_gain(s: CodexNaturalis, seat: int, card: int) -> int:
    """Judge a card in the hand by its points and by what its requirement lacks."""
    if card <= DECK:
        return 2 + 2 * POINTS[card]
    lacking = lacking_symbols(s.symbols[seat], card)
    return max(0, 2 * likely_points(s, seat, card) - 2 * lacking)


def likely_points(s: CodexNaturalis, seat: int, card: int) -> int:
    """Guess what the front of a card would bring."""
    if PER_CORNER[card]:
        return POINTS[card] * 2
    if PAID_OBJECT[card] >= 0:
        return POINTS[card] * (1 + count_symbol(s.symbols[seat], PAID_OBJECT[card]))
    return POINTS[card]


def lacking_symbols(symbols: int, card: int) -> int:
    """Count the symbols that a card's requirement still lacks."""
    lacking = 0
    for symbol in range(RESOURCES):
        need = count_symbol(REQUIREMENT[card], symbol)
        if need > 0:
            lacking += max(0, need - count_symbol(symbols, symbol))
    return lacking
