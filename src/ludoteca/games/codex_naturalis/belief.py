"""Which secret objective and cards a player has probably kept, by what lies in their play area.

The weight of an objective grows with its points in the area and with what is begun of it;
`python -m benchmarks.belief` measures how well that guesses. Integers, so that all engines agree.

Of a hand, the backs and the cards that were drawn face up are known. For the other cards it counts
what was not placed: a gold card that could be placed for few points tends to stay in the hand, one
that lacked a single symbol tends to have got it and gone.
"""

from collections.abc import MutableSequence, Sequence

from ludoteca.core.bits import nth_index
from ludoteca.core.generator import below
from ludoteca.core.numeric import exp
from ludoteca.games.codex_naturalis.catalog import (
    FIRST_OBJECTIVE,
    OBJECTIVE_CARDS,
    PATTERN_CARDS,
)
from ludoteca.games.codex_naturalis.deal.hand import kind_of
from ludoteca.games.codex_naturalis.deal.unseen import (
    draw_unknown,
    fill_objectives,
    fill_table,
    place_seen,
    sort_hand,
    unknown_objectives,
)
from ludoteca.games.codex_naturalis.evaluation.progress import half_patterns, half_sets
from ludoteca.games.codex_naturalis.evaluation.quick import lacking_symbols, likely_points
from ludoteca.games.codex_naturalis.layout import DECK, HAND, KINDS, SEATS, CodexNaturalis
from ludoteca.games.codex_naturalis.scoring.objectives import objective_points

PER_POINT, PER_BEGUN = FACTORS = (0.7, 0.4)

WEIGHTS = SEATS * OBJECTIVE_CARDS
"""One number for each objective card and seat."""

SCALE = 1000
"""What an objective weighs of which nothing can be seen."""

MOST_POINTS, MOST_BEGUN = 12, 6
"""More than these tell nothing more; the sum of all weights of a seat stays below 2**31."""


def weight_table(per_point: float, per_begun: float) -> tuple[tuple[int, ...], ...]:
    """Return what an objective weighs, by its points and by how much of it is begun."""
    return tuple(
        tuple(
            round(SCALE * exp(per_point * points + per_begun * begun))
            for begun in range(MOST_BEGUN + 1)
        )
        for points in range(MOST_POINTS + 1)
    )


WEIGHT = weight_table(PER_POINT, PER_BEGUN)

FEW_POINTS, LACKS_ONE, ANY_CARD = 8, 5, 6
"""What a gold card in a hand weighs that brings less than two points at once, that lacks a single
symbol, and every other card; `python -m benchmarks.belief` measures how often each is there."""

HEAVIEST = max(FEW_POINTS, LACKS_ONE, ANY_CARD)


def begun_of(s: CodexNaturalis, seat: int, objective: int) -> int:
    """Count the patterns, or the symbols of a set, that a seat has begun."""
    if objective < PATTERN_CARDS:
        return half_patterns(s, seat, objective)
    return half_sets(s.symbols[seat], objective)


def weigh_unknown(s: CodexNaturalis, seat: int, out: MutableSequence[int]) -> None:
    """Weigh every objective for every other seat by the area that all can see."""
    for other in range(s.players):
        for n in range(OBJECTIVE_CARDS):
            weight = SCALE
            if other != seat and s.placed[other] > 0:
                points = min(objective_points(s, other, FIRST_OBJECTIVE + n), MOST_POINTS)
                begun = min(begun_of(s, other, n), MOST_BEGUN)
                weight = WEIGHT[points][begun]
            out[other * OBJECTIVE_CARDS + n] = weight


def fill_weighed(
    s: CodexNaturalis, seat: int, weights: Sequence[int], rng: MutableSequence[int]
) -> None:
    """Decide what a seat's view leaves open; which objectives were kept, by their weights."""
    if s.masked == 0:
        return
    for other in range(s.players):
        fill_hand_weighed(s, other, rng)
    fill_table(s, rng)
    for other in range(s.players):
        if s.secret_objective[other] < 0:
            keep_weighed(s, other, weights, rng)
    fill_objectives(s, rng)
    s.masked = 0


def held_weight(s: CodexNaturalis, other: int, card: int) -> int:
    """Weigh a card that a seat may have in its hand."""
    if card <= DECK:
        return ANY_CARD
    lacking = lacking_symbols(s.symbols[other], card)
    if lacking == 1:
        return LACKS_ONE
    if lacking == 0 and likely_points(s, other, card) < 2:
        return FEW_POINTS
    return ANY_CARD


def fill_hand_weighed(s: CodexNaturalis, other: int, rng: MutableSequence[int]) -> None:
    """Put a card in place of each back of a hand: what all saw first, the others by weight."""
    for kind in range(KINDS):
        place_seen(s, other, kind)
    for slot in range(HAND):
        code = s.hand[other][slot]
        if code < 0:
            card = draw_unknown(s, code, rng)
            while below(rng, HEAVIEST) >= held_weight(s, other, card):
                put_back(s, card)
                card = draw_unknown(s, code, rng)
            s.hand[other][slot] = card
    sort_hand(s, other)


def put_back(s: CodexNaturalis, card: int) -> None:
    """Let a card be among those again that may be in its deck."""
    kind = kind_of(card)
    s.deck[kind] |= 1 << card - 1 - DECK * kind


def keep_weighed(
    s: CodexNaturalis, other: int, weights: Sequence[int], rng: MutableSequence[int]
) -> None:
    """Let a seat have kept one of the objectives that are known to be nowhere."""
    cards = unknown_objectives(s)
    total = 0
    rest = cards
    while rest != 0:
        total += weights[other * OBJECTIVE_CARDS + nth_index(rest, 0)]
        rest &= rest - 1
    roll = below(rng, total)
    kept = -1
    while roll >= 0:
        kept = nth_index(cards, 0)
        cards &= cards - 1
        roll -= weights[other * OBJECTIVE_CARDS + kept]
    s.secret_objective[other] = FIRST_OBJECTIVE + kept
    s.objectives_dealt[other][below(rng, 2)] = FIRST_OBJECTIVE + kept
