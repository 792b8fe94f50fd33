"""Which secret objective a player has probably kept, by what lies in their play area.

The weight of an objective grows with its points in the area and with what is begun of it;
`python -m benchmarks.belief` measures how well that guesses. Integers, so that all engines agree.
Hands are not weighed: backs and cards that were drawn face up are known. What was not placed would
tell a little about gold cards that were kept for several turns, and is not used.
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
from ludoteca.games.codex_naturalis.deal.unseen import (
    fill_cards,
    fill_objectives,
    unknown_objectives,
)
from ludoteca.games.codex_naturalis.evaluation import half_patterns, half_sets
from ludoteca.games.codex_naturalis.layout import SEATS, CodexNaturalis
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
    fill_cards(s, rng)
    for other in range(s.players):
        if s.secret_objective[other] < 0:
            keep_weighed(s, other, weights, rng)
    fill_objectives(s, rng)
    s.masked = 0


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
