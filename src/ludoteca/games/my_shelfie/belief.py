"""Which personal goal a player probably has, by what lies in their bookshelf.

Players put tiles where their goal wants them and avoid filling its cells with others. The weight of
a card is e to the power of LIKES for each match, less AVOIDS for each of its cells that is lost:
`python -m benchmarks.belief` measures how well that guesses. Integers, so that all engines agree.
"""

from collections.abc import MutableSequence, Sequence

from ludoteca.core.bits import popcount
from ludoteca.core.generator import below
from ludoteca.core.numeric import exp
from ludoteca.games.my_shelfie.catalog import PERSONAL_GOAL_CARDS, PERSONAL_MASKS
from ludoteca.games.my_shelfie.deal import undealt_personal_goals
from ludoteca.games.my_shelfie.layout import COMMON_GOALS, PERSONAL_GOALS, SEATS, TYPES, MyShelfie

LIKES, AVOIDS = FACTORS = (2.0, 1.5)

ROW = 1 + PERSONAL_GOAL_CARDS
"""Numbers per seat: one for each card, and 0 for none."""

WEIGHTS = SEATS * ROW

PRIME = (1 << 31) - 1

SCALE = 1000
"""What a card weighs of which nothing can be seen; the sum of a row stays below 2**31."""


def weight_table(likes: float, avoids: float) -> tuple[tuple[int, ...], ...]:
    """Return what a card weighs, by matches and lost cells."""
    counts = range(TYPES + 1)
    return tuple(
        tuple(max(1, round(SCALE * exp(likes * matches - avoids * lost))) for lost in counts)
        for matches in counts
    )


WEIGHT = weight_table(LIKES, AVOIDS)


def information(s: MyShelfie, seat: int) -> int:
    """Sum up the tiles of the living room, which a refill has drawn, and the personal goal."""
    found = 1
    for kind in range(TYPES):
        found = (found * 1000003 + s.living_room[kind]) % PRIME
    return found * ROW + s.personal_goal[seat]


def weigh_unknown(s: MyShelfie, seat: int, out: MutableSequence[int]) -> None:
    """Weigh every card for every seat by the bookshelf that all can see."""
    for other in range(s.players):
        for card in range(1, ROW):
            matches = 0
            wanted = 0
            for kind in range(TYPES):
                cell = PERSONAL_MASKS[card][kind]
                matches += s.bookshelf[other][kind] & cell != 0
                wanted |= cell
            lost = popcount(wanted & s.filled[other]) - matches
            out[other * ROW + card] = WEIGHT[matches][lost]


def fill_weighed(
    s: MyShelfie, seat: int, weights: Sequence[int], rng: MutableSequence[int]
) -> None:
    """Let each other seat have one of the personal goals still possible, by their weights."""
    if s.due == COMMON_GOALS or s.due == PERSONAL_GOALS:
        return
    for other in range(s.players):
        if other != seat and s.personal_goal[other] == 0:
            cards = undealt_personal_goals(s)
            total = 0
            for card in range(1, ROW):
                if cards >> card & 1:
                    total += weights[other * ROW + card]
            roll = below(rng, total)
            card = 0
            while roll >= 0:
                card += 1
                if cards >> card & 1:
                    roll -= weights[other * ROW + card]
            s.personal_goal[other] = card
