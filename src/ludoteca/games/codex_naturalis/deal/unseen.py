"""What a view leaves open, decided at random and each possibility equally likely.

A deck of a view is the set of all cards that may be in it. Cards known by their backs, in hands, on
decks and face down in play areas, are given a card of that back from this set; what remains is
below the tops.
"""

from collections.abc import MutableSequence

from ludoteca.core.bits import nth_index, popcount
from ludoteca.core.generator import below
from ludoteca.games.codex_naturalis.catalog import BACK_SIZE, FIRST_OBJECTIVE, OBJECTIVE_CARDS
from ludoteca.games.codex_naturalis.deal.hand import back_code, kind_of, rank
from ludoteca.games.codex_naturalis.layout import (
    BACK,
    DECK,
    HAND,
    KINDS,
    STARTER,
    CodexNaturalis,
)
from ludoteca.games.codex_naturalis.play_area import (
    lies_in_area,
    open_spots,
    put_card,
    slot_with,
    take_spots,
)


def fill_unknown(s: CodexNaturalis, seat: int, rng: MutableSequence[int]) -> None:
    """Decide at random what a seat's view leaves open, in agreement with all it shows."""
    if s.masked == 0:
        return
    for other in range(s.players):
        fill_hand(s, other, rng)
    fill_table(s, rng)
    fill_objectives(s, rng)
    s.masked = 0


def fill_table(s: CodexNaturalis, rng: MutableSequence[int]) -> None:
    """Turn every back on a deck or in a play area into a card."""
    for other in range(s.players):
        if s.phase == STARTER and s.chosen >> other & 1 and s.placed[other] == 0:
            put_card(s, other, s.starter[other], below(rng, 2), 0)
    for kind in range(KINDS):
        if s.top[kind] < 0:
            s.top[kind] = draw_unknown(s, s.top[kind], rng)
    fill_areas(s, rng)


def fill_areas(s: CodexNaturalis, rng: MutableSequence[int]) -> None:
    """Let each card that stands in for one face down be a card of that back."""
    if s.stand_ins[0] | s.stand_ins[1] == 0:
        return
    for other in range(s.players):
        for n in range(1, s.placed[other]):
            card = s.area[other][n]
            kind = kind_of(card)
            bit = 1 << card - 1 - DECK * kind
            if s.stand_ins[kind] & bit:
                real = draw_unknown(s, back_code(card), rng)
                if real != card:
                    swap_cards(s, other, n, real)
                s.stand_ins[kind] &= ~(1 << real - 1 - DECK * kind)


def swap_cards(s: CodexNaturalis, seat: int, n: int, real: int) -> None:
    """Let the n-th card of an area be another one; if that stands in elsewhere, they change places.

    Both have the same back: nothing but the number is another.
    """
    card = s.area[seat][n]
    kind = kind_of(card)
    slot = slot_with(s, seat, card)
    spots = take_spots(s, seat, card)
    cell = s.cell[card]
    if s.stand_ins[kind] >> real - 1 - DECK * kind & 1:
        owner = 0
        while not lies_in_area(s, owner, real):
            owner += 1
        place = 1
        while s.area[owner][place] != real:
            place += 1
        s.slots[owner][slot_with(s, owner, real)] = card
        s.area[owner][place] = card
        open_spots(s, owner, card, take_spots(s, owner, real))
        s.cell[card] = s.cell[real]
    else:
        s.cell[card] = 0
        s.side[card] = 0
        s.stand_ins[kind] &= ~(1 << card - 1 - DECK * kind)
    s.slots[seat][slot] = real
    s.area[seat][n] = real
    s.cell[real] = cell
    s.side[real] = BACK
    open_spots(s, seat, real, spots)


def fill_hand(s: CodexNaturalis, other: int, rng: MutableSequence[int]) -> None:
    """Put a card in place of each back of a hand, those that everybody saw first."""
    for kind in range(KINDS):
        place_seen(s, other, kind)
    for slot in range(HAND):
        if s.hand[other][slot] < 0:
            s.hand[other][slot] = draw_unknown(s, s.hand[other][slot], rng)
    sort_hand(s, other)


def place_seen(s: CodexNaturalis, other: int, kind: int) -> None:
    """Put each card that everybody saw go into a hand there, in place of its back."""
    seen = s.seen[other][kind]
    while seen != 0:
        index = nth_index(seen, 0)
        seen &= seen - 1
        card = index + 1 + DECK * kind
        slot = 0
        while slot < HAND and s.hand[other][slot] != card:
            slot += 1
        if slot == HAND:  # not known already: in place of its back
            slot = 0
            while s.hand[other][slot] != -1 - (card - 1) // BACK_SIZE:
                slot += 1
            s.hand[other][slot] = card


def draw_unknown(s: CodexNaturalis, code: int, rng: MutableSequence[int]) -> int:
    """Take a card with this back from those that may be in the deck."""
    kind = kind_of(code)
    first = rank(code) - 1 - DECK * kind
    cards = s.deck[kind] >> first & (1 << BACK_SIZE) - 1
    index = first + nth_index(cards, below(rng, popcount(cards)))
    s.deck[kind] &= ~(1 << index)
    return index + 1 + DECK * kind


def sort_hand(s: CodexNaturalis, seat: int) -> None:
    """Bring a hand of known cards into rising order."""
    hand = s.hand[seat]
    for n in range(1, HAND):
        m = n
        while m > 0 and hand[m] != 0 and hand[m - 1] > hand[m]:
            hand[m], hand[m - 1] = hand[m - 1], hand[m]
            m -= 1


def fill_objectives(s: CodexNaturalis, rng: MutableSequence[int]) -> None:
    """Return each seat objective cards in place of the unknown ones, and let it have kept one."""
    cards = unknown_objectives(s)
    for seat in range(s.players):
        for n in range(2):
            if s.objectives_dealt[seat][n] < 0:
                index = nth_index(cards, below(rng, popcount(cards)))
                cards &= ~(1 << index)
                s.objectives_dealt[seat][n] = FIRST_OBJECTIVE + index
        if s.secret_objective[seat] < 0:
            s.secret_objective[seat] = s.objectives_dealt[seat][below(rng, 2)]


def unknown_objectives(s: CodexNaturalis) -> int:
    """Return the objective cards that are known to be nowhere, bit n for the n-th."""
    cards = (1 << OBJECTIVE_CARDS) - 1
    for n in range(2):
        cards &= ~objective_bit(s.common_objectives[n])
        for seat in range(s.players):
            cards &= ~objective_bit(s.objectives_dealt[seat][n])
    return cards


def objective_bit(card: int) -> int:
    """Return the bit of a known objective card, 0 for an unknown one."""
    return 1 << card - FIRST_OBJECTIVE if card > 0 else 0
