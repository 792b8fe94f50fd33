"""How a seat of Codex Naturalis stands: its points as far as they are known, and its objectives."""

from collections.abc import Sequence

from ludoteca.games.codex_naturalis.catalog import (
    FIRST_OBJECTIVE,
    KINGDOM,
    OBJECTIVE_POINTS,
    PATTERN_CARDS,
    PATTERN_CELLS,
    PATTERN_KINGDOMS,
    PATTERN_REACH,
)
from ludoteca.games.codex_naturalis.layout import CodexNaturalis, position_of
from ludoteca.games.codex_naturalis.notation import TIE_BREAKS
from ludoteca.games.codex_naturalis.scoring import score_parts
from ludoteca.games.codex_naturalis.scoring.objectives import has_pattern, times_fulfilled
from ludoteca.games.codex_naturalis.wire import CodexDetail, CodexStanding, ObjectiveProgress, Place

Pattern = list[Place]
"""The positions of the three cards of a pattern."""


def standing(s: CodexNaturalis, seat: int) -> CodexStanding:
    """Show a seat's points and its objectives; null for what the state does not tell.

    `seen` are the points that everybody sees: all but those of the secret objective.
    """
    points, known = score_parts(s, seat), s.secret_objective[seat] > 0
    return {
        "points": {
            "track": points["track"],
            "common": points["common"],
            "secret": points["secret"] if known else None,
            "total": points["total"] if known else None,
            "seen": points["track"] + sum(points["common"]),
        },
        "objectives": [objective(s, seat, card) for card in known_objectives(s, seat)],
    }


def known_objectives(s: CodexNaturalis, seat: int) -> list[int]:
    """List the common objectives, and the secret one of the seat if the state tells it."""
    return [card for card in (*s.common_objectives, s.secret_objective[seat]) if card > 0]


def objective(s: CodexNaturalis, seat: int, card: int) -> ObjectiveProgress:
    """Return how often a seat fulfils an objective, and which cards form its patterns."""
    fulfilled = times_fulfilled(s, seat, card)
    return {
        "objective": card,
        "fulfilled": fulfilled,
        "points": fulfilled * OBJECTIVE_POINTS[card - FIRST_OBJECTIVE],
        "cards": find_patterns(s, seat, card - FIRST_OBJECTIVE) if fulfilled else [],
    }


def find_patterns(s: CodexNaturalis, seat: int, objective: int) -> list[Pattern]:
    """Find as many patterns as are counted; sets of symbols have none.

    As `count_patterns` does: of each row of neighbouring patterns the first, then the next one that
    shares no card with it.
    """
    found: list[Pattern] = []
    if objective >= PATTERN_CARDS:
        return found
    cells = PATTERN_CELLS[objective]
    for card in s.area[seat][1 : s.placed[seat]]:
        first = s.cell[card]
        if KINGDOM[card] != PATTERN_KINGDOMS[objective][0] or has_pattern(
            s, seat, objective, first - cells[1]
        ):
            continue
        neighbour = 0
        while has_pattern(s, seat, objective, first):
            if neighbour % PATTERN_REACH[objective] == 0:
                found.append([list(position_of(first + step)) for step in cells])
            neighbour += 1
            first += cells[1]
    return found


def step_detail(s: CodexNaturalis, seat: int, step: str) -> CodexDetail:
    """Return where the points of one step of the final scoring come from."""
    cards = dict(zip(("common_1", "common_2"), s.common_objectives, strict=True))
    card = (cards | {"secret": s.secret_objective[seat]}).get(step, 0)
    return objective(s, seat, card) if card > 0 else {}


def tie_break(s: CodexNaturalis, winners: Sequence[int]) -> str:
    """Name what decides between equal scores; nothing does where several seats win."""
    return TIE_BREAKS[s.tie_break] if len(winners) == 1 else "shared"
