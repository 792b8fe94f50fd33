"""Points of Codex Naturalis: the track, the two common objectives and the secret one."""

from collections.abc import MutableSequence, Sequence

from ludoteca.games.codex_naturalis.catalog import END_POINTS, FIRST_OBJECTIVE, OBJECTIVE_CARDS
from ludoteca.games.codex_naturalis.layout import (
    OBJECTIVE_POINTS_DECIDE,
    CodexNaturalis,
)
from ludoteca.games.codex_naturalis.scoring.objectives import objective_points, times_fulfilled
from ludoteca.games.codex_naturalis.wire import CodexScore

PARTS = ("track", "common", "secret")
"""The parts of a score, in the order in which they are counted."""

TRACK_END = 29
"""The last number printed on the track; scores may go on beyond it."""


def score(s: CodexNaturalis, seat: int) -> int:
    """Count a seat's score as if the match ended now; an unknown secret objective gives nothing."""
    points = s.points[seat] + objective_points(s, seat, s.secret_objective[seat])
    points += objective_points(s, seat, s.common_objectives[0])
    return points + objective_points(s, seat, s.common_objectives[1])


def score_parts(s: CodexNaturalis, seat: int) -> CodexScore:
    """Show where a seat's score comes from."""
    common = [objective_points(s, seat, card) for card in s.common_objectives]
    secret = objective_points(s, seat, s.secret_objective[seat])
    track = s.points[seat]
    total = track + sum(common) + secret
    return {"track": track, "common": common, "secret": secret, "total": total}


def parts_into(s: CodexNaturalis, seat: int, out: MutableSequence[int]) -> None:
    """Write the parts of a seat's score in their order."""
    out[0] = s.points[seat]
    out[1] = 0
    for n in range(2):
        out[1] += objective_points(s, seat, s.common_objectives[n])
    out[2] = objective_points(s, seat, s.secret_objective[seat])


def objectives_completed(s: CodexNaturalis, seat: int) -> int:
    """Count the objective cards that a seat has fulfilled at least once."""
    completed = 1 if times_fulfilled(s, seat, s.secret_objective[seat]) > 0 else 0
    for n in range(2):
        completed += 1 if times_fulfilled(s, seat, s.common_objectives[n]) > 0 else 0
    return completed


def tie_value(s: CodexNaturalis, seat: int, total: int) -> int:
    """Return what decides between seats of equal scores."""
    if s.tie_break == OBJECTIVE_POINTS_DECIDE:
        return total - s.points[seat]
    return objectives_completed(s, seat)


def winners(s: CodexNaturalis, scores: Sequence[int]) -> int:
    """Return the seats that win: the best score, of those the best tie value, else all of them."""
    best = scores[0]
    for seat in range(1, s.players):
        best = max(best, scores[seat])
    winning = 0
    most = -1
    for seat in range(s.players):
        if scores[seat] == best:
            value = tie_value(s, seat, best)
            if value > most:
                most = value
                winning = 0
            if value == most:
                winning |= 1 << seat
    return winning


TALLY_ROWS = (
    *(f"objective_{FIRST_OBJECTIVE + n}" for n in range(OBJECTIVE_CARDS)),
    "ended_by_points",
    "ended_by_decks",
    "ended_all_blocked",
    "blocked",
    "above_29",
)
TALLY_COLUMNS = ("matches", "seat_0", "seat_1", "seat_2", "seat_3")
"""What a simulation counts.

For an objective card: in how many matches it was a common objective, and how often each seat then
fulfilled it. For each way to end: in how many matches, and which seats then had 20 points or more.
Blocked, and a track above 29: in how many matches, and which seats.
"""

ENDED, BLOCKED, ABOVE = OBJECTIVE_CARDS, OBJECTIVE_CARDS + 3, OBJECTIVE_CARDS + 4
"""The rows below the objective cards."""


def tally_into(s: CodexNaturalis, counts: MutableSequence[MutableSequence[int]]) -> None:
    """Count the common objectives and how a finished match ended."""
    for n in range(2):
        row = s.common_objectives[n] - FIRST_OBJECTIVE
        counts[row][0] += 1
        for seat in range(s.players):
            counts[row][1 + seat] += times_fulfilled(s, seat, s.common_objectives[n])
    counts[ENDED + s.ending - 1][0] += 1
    blocked = 0
    above = 0
    for seat in range(s.players):
        if s.points[seat] >= END_POINTS:
            counts[ENDED + s.ending - 1][1 + seat] += 1
        if s.places[seat] == 0:
            counts[BLOCKED][1 + seat] += 1
            blocked = 1
        if s.points[seat] > TRACK_END:
            counts[ABOVE][1 + seat] += 1
            above = 1
    counts[BLOCKED][0] += blocked
    counts[ABOVE][0] += above
