"""How good a bookshelf looks: knowledge for bots, not rules.

The weights are found by `ludoteca tune`, not by guesswork; see `weights.toml`.
"""

import tomllib
from collections.abc import MutableSequence
from pathlib import Path

from ludoteca.core.bits import popcount
from ludoteca.games.my_shelfie.catalog import PERSONAL_MASKS, TOKEN_POINTS
from ludoteca.games.my_shelfie.evaluation.careful import careful_choice
from ludoteca.games.my_shelfie.evaluation.progress import progress
from ludoteca.games.my_shelfie.evaluation.quick import quick_choice
from ludoteca.games.my_shelfie.layout import COLUMNS, LANE, ROWS, TYPES, MyShelfie
from ludoteca.games.my_shelfie.scoring import common_points, end_game_points, personal_points
from ludoteca.games.my_shelfie.scoring.common_goals import COLUMN, LANES
from ludoteca.games.my_shelfie.scoring.groups import group_of, group_points, touching

__all__ = ["FEATURES", "careful_choice", "features_into", "quick_choice", "weights"]

FEATURES = (
    "groups",
    "personal",
    "tokens",
    "pairs",
    "personal_matches",
    "personal_lost",
    "growing",
    "stuck",
    "first_goal",
    "second_goal",
    "tiles",
    "uneven",
    "late_pairs",
    "late_growing",
)
"""What `features_into` writes."""

ALL = COLUMN * LANES
"""Every cell of a bookshelf."""


def weights(players: int) -> tuple[int, ...]:
    """Return what each feature is worth, in thousandths of a point."""
    return _WEIGHTS[players]


def _read_weights() -> dict[int, tuple[int, ...]]:
    path = Path(__file__).parents[1] / "data" / "weights.toml"
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        int(players): tuple(table[name] for name in FEATURES)
        for players, table in tables["players"].items()
    }


_WEIGHTS = _read_weights()


def features_into(s: MyShelfie, seat: int, out: MutableSequence[int]) -> None:
    """Write what counts in a seat's bookshelf."""
    bookshelf = s.bookshelf[seat]
    filled = s.filled[seat]
    empty = ALL & ~filled
    pairs = 0
    growing = 0
    stuck = 0
    matches = 0
    wanted = 0
    for kind in range(TYPES):
        tiles = bookshelf[kind]
        pairs += popcount(tiles & tiles >> 1) + popcount(tiles & tiles >> LANE)
        stuck += popcount(tiles & ~touching(tiles | empty))
        growing += growing_tiles(tiles, empty)
        cell = PERSONAL_MASKS[s.personal_goal[seat]][kind]
        matches += tiles & cell != 0
        wanted |= cell
    left = popcount(empty)
    out[0] = group_points(bookshelf)
    out[1] = personal_points(bookshelf, s.personal_goal[seat])
    out[2] = common_points(s, seat) + end_game_points(s, seat)
    out[3] = pairs
    out[4] = matches
    out[5] = popcount(wanted & filled) - matches
    out[6] = growing
    out[7] = stuck
    out[8] = goal_outlook(s, seat, 0)
    out[9] = goal_outlook(s, seat, 1)
    out[10] = ROWS * COLUMNS - left
    out[11] = unevenness(filled)
    out[12] = pairs * (ROWS * COLUMNS - left) // 16
    out[13] = growing * left // 16


def growing_tiles(tiles: int, empty: int) -> int:
    """Count the tiles in groups of two to five that can still grow."""
    count = 0
    rest = tiles & touching(tiles)
    while rest != 0:
        group = group_of(rest & -rest, rest)
        rest ^= group
        size = popcount(group)
        if size < len(GROUP_SIZES) and touching(group) & empty != 0:
            count += GROUP_SIZES[size]
    return count


GROUP_SIZES = (0, 0, 2, 3, 4, 5)
"""What a growing group of each size counts."""


def goal_outlook(s: MyShelfie, seat: int, card: int) -> int:
    """Weigh how far a common goal has come with the token that would be next."""
    if card >= s.goals_in_play or s.tokens[seat][card] != 0:
        return 0
    token = TOKEN_POINTS[s.players][s.tokens_taken[card]]
    return token * progress(s.bookshelf[seat], s.filled[seat], s.common_goals[card]) // 4


def unevenness(filled: int) -> int:
    """Return the difference between the highest and the lowest column."""
    highest = 0
    lowest = ROWS
    for column in range(COLUMNS):
        height = popcount(filled >> LANE * column & COLUMN)
        highest = max(highest, height)
        lowest = min(lowest, height)
    return highest - lowest
