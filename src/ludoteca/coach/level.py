"""Which levels a player was about as strong as, by what was given away with a move.

Only contested positions count: where a match is as good as won or lost, there is nothing to give
away, and any move looks like a strong one. The page follows the same rule in
`web/src/lib/analysis.ts`; `tests/coach/level_cases.json` holds what both must answer.
"""

import math
from collections.abc import Mapping, Sequence

CONTESTED = 0.05, 0.95
"""A position is contested if the chance after its best move lies between these."""

FEWEST = 8
"""With fewer contested moves nothing is said."""


def is_contested(best: float) -> bool:
    """Return whether a position counts, by the chance to win after its best move."""
    low, high = CONTESTED
    return low <= best <= high


def level_like(lost: Sequence[float], losses: Mapping[str, float]) -> tuple[str, str] | None:
    """Return the weakest and the strongest level that give away about as much with a move.

    They are the ones nearest to a standard error above and below the mean. For the moves of one
    match that covers the true level in more than four cases of five.

    `lost` has the chance given away with each contested move, `losses` what the levels give away
    on average, the weakest level first. Return None if that can't be told.

    >>> level_like([0.02, 0.04] * 9, {"easy": 0.06, "medium": 0.028, "hard": 0.01})
    ('medium', 'medium')
    >>> level_like([0.0, 0.12] * 6, {"easy": 0.06, "medium": 0.028, "hard": 0.01})
    ('easy', 'medium')
    """
    moves = len(lost)
    if moves < FEWEST or not losses:
        return None
    mean = sum(lost) / moves
    error = math.sqrt(sum((each - mean) ** 2 for each in lost) / (moves - 1) / moves)
    levels = list(losses)
    weakest = min(levels, key=lambda level: abs(losses[level] - (mean + error)))
    strongest = min(reversed(levels), key=lambda level: abs(losses[level] - (mean - error)))
    is_any = (weakest, strongest) == (levels[0], levels[-1])
    return None if is_any else (weakest, strongest)
