"""Points of My Shelfie: personal goal, common goals, groups and the end game token."""

from collections.abc import MutableSequence, Sequence

from ludoteca.core.bits import popcount
from ludoteca.games.my_shelfie.catalog import END_GAME_POINTS, PERSONAL_MASKS, PERSONAL_POINTS
from ludoteca.games.my_shelfie.layout import TYPES, MyShelfie
from ludoteca.games.my_shelfie.scoring.groups import group_points
from ludoteca.games.my_shelfie.wire import ShelfieScore

PARTS = ("common", "end_game_token", "personal", "groups")
"""The parts of a score, in the order in which they are counted."""


def count_matches(bookshelf: Sequence[int], card: int) -> int:
    """Count the tiles that lie as a personal goal card shows them."""
    matches = 0
    for kind in range(TYPES):
        matches += popcount(bookshelf[kind] & PERSONAL_MASKS[card][kind])
    return matches


def personal_points(bookshelf: Sequence[int], card: int) -> int:
    """Count the points of a personal goal card; card 0 is an unknown one and gives none."""
    return PERSONAL_POINTS[count_matches(bookshelf, card)]


def common_points(s: MyShelfie, seat: int) -> int:
    """Add the scoring tokens of a seat."""
    return s.tokens[seat][0] + s.tokens[seat][1]


def end_game_points(s: MyShelfie, seat: int) -> int:
    """Return the point of the end game token to the seat that has it."""
    return END_GAME_POINTS if s.end_game_token == seat else 0


def score(s: MyShelfie, seat: int) -> int:
    """Count a seat's score as if the match ended now."""
    points = common_points(s, seat) + end_game_points(s, seat)
    points += personal_points(s.bookshelf[seat], s.personal_goal[seat])
    return points + group_points(s.bookshelf[seat])


def score_parts(s: MyShelfie, seat: int) -> ShelfieScore:
    """Show where a seat's score comes from."""
    common, end_game = common_points(s, seat), end_game_points(s, seat)
    personal = personal_points(s.bookshelf[seat], s.personal_goal[seat])
    groups = group_points(s.bookshelf[seat])
    return {
        "common": common,
        "end_game_token": end_game,
        "personal": personal,
        "groups": groups,
        "total": common + end_game + personal + groups,
    }


def parts_into(s: MyShelfie, seat: int, out: MutableSequence[int]) -> None:
    """Write the parts of a seat's score in their order."""
    out[0] = common_points(s, seat)
    out[1] = end_game_points(s, seat)
    out[2] = personal_points(s.bookshelf[seat], s.personal_goal[seat])
    out[3] = group_points(s.bookshelf[seat])


def winners(s: MyShelfie, scores: Sequence[int]) -> int:
    """Return the one seat that wins: the highest score, of equal ones the furthest from seat 0."""
    winner = 0
    for seat in range(1, s.players):
        if scores[seat] >= scores[winner]:
            winner = seat
    return 1 << winner


TALLY_ROWS = tuple(f"goal_{goal}" for goal in range(1, 13))
TALLY_COLUMNS = ("in_play", "met_by_0", "met_by_1", "met_by_2", "met_by_3")
"""What a simulation counts: how often each common goal was in play, and met by each seat."""


def tally_into(s: MyShelfie, counts: MutableSequence[MutableSequence[int]]) -> None:
    """Count the common goals in play and who met them."""
    for card in range(s.goals_in_play):
        row = s.common_goals[card] - 1
        counts[row][0] += 1
        for seat in range(s.players):
            if s.tokens[seat][card] != 0:
                counts[row][1 + seat] += 1
