"""What the learned value looks at in a seat's position: knowledge for bots, not rules.

Small numbers; the network behind them is in `data/value-N.json` and comes from `ludoteca learn`.
"""

from collections.abc import MutableSequence

from ludoteca.core.bits import popcount
from ludoteca.games.my_shelfie.catalog import PERSONAL_MASKS, TOKEN_POINTS
from ludoteca.games.my_shelfie.evaluation import ALL, FEATURES, features_into
from ludoteca.games.my_shelfie.evaluation.progress import progress
from ludoteca.games.my_shelfie.layout import COLUMNS, LANE, NOBODY, ROWS, TYPES, MyShelfie
from ludoteca.games.my_shelfie.scoring.common_goals import COLUMN
from ludoteca.games.my_shelfie.scoring.groups import group_of, touching

LARGEST = 6
"""Larger groups count like this one."""

LOOKED_AT = len(FEATURES)
ROOM = LOOKED_AT
GROUPS = ROOM + 3
GROWING = GROUPS + LARGEST
GOALS = GROWING + LARGEST
PERSONAL = GOALS + 6
TABLE = PERSONAL + 3

INPUTS = (
    *FEATURES,
    *(f"columns_with_room_for_{n}" for n in (1, 2, 3)),
    *(f"groups_of_{n}" for n in range(1, LARGEST + 1)),
    *(f"growing_groups_of_{n}" for n in range(1, LARGEST + 1)),
    *(f"{what}_of_goal_{n}" for n in (1, 2) for what in ("progress", "next_token", "token")),
    *("personal_offered", "personal_next", "growth_offered"),
    *("waits", "tiles_on_the_table", "fullest_other", "ending", "turn_left"),
)
"""What `inputs_into` writes."""

HORIZON = 0
"""Playouts go to the end: in trials, judging them earlier was no better."""

CAREFUL_FROM = {2: 10_000}
"""With fewer playouts, many quick ones are worth as much as some careful ones; with three and four
players nothing was gained."""

WIDENED = (2,)
"""Measured with two players only."""

SOLO = False
"""All take from one living room: a tree without the others' moves was weaker."""


def inputs_into(s: MyShelfie, seat: int, out: MutableSequence[int]) -> None:
    """Write what counts for a seat's chance to win."""
    features_into(s, seat, out)
    for n in range(LOOKED_AT, TABLE + 5):
        out[n] = 0
    room_into(s.filled[seat], out)
    groups_into(s, seat, out)
    for card in range(s.goals_in_play):
        at = GOALS + 3 * card
        if s.tokens[seat][card] == 0:
            out[at] = progress(s.bookshelf[seat], s.filled[seat], s.common_goals[card])
            out[at + 1] = TOKEN_POINTS[s.players][s.tokens_taken[card]]
        out[at + 2] = s.tokens[seat][card]
    personal_into(s, seat, out)
    table_into(s, seat, out)


def room_into(filled: int, out: MutableSequence[int]) -> None:
    """Count the columns that have room for one, two and three tiles."""
    for column in range(COLUMNS):
        left = ROWS - popcount(filled >> LANE * column & COLUMN)
        for n in range(min(left, 3)):
            out[ROOM + n] += 1


def groups_into(s: MyShelfie, seat: int, out: MutableSequence[int]) -> None:
    """Count groups by size, those that can grow, and the tiles on the table they could take."""
    empty = ALL & ~s.filled[seat]
    for kind in range(TYPES):
        rest = s.bookshelf[seat][kind]
        can_grow = 0
        while rest != 0:
            group = group_of(rest & -rest, rest)
            rest ^= group
            size = min(popcount(group), LARGEST) - 1
            out[GROUPS + size] += 1
            if touching(group) & empty != 0:
                out[GROWING + size] += 1
                can_grow = 1
        if can_grow != 0:
            out[PERSONAL + 2] += min(3, popcount(s.living_room[kind]))


def personal_into(s: MyShelfie, seat: int, out: MutableSequence[int]) -> None:
    """Count the cells of the personal goal whose tile is on the table, and those on top now."""
    filled = s.filled[seat]
    for kind in range(TYPES):
        cell = PERSONAL_MASKS[s.personal_goal[seat]][kind]
        if cell != 0 and cell & filled == 0:
            out[PERSONAL] += s.living_room[kind] != 0
            out[PERSONAL + 1] += (cell >> 1) & ~filled & ALL == 0


def table_into(s: MyShelfie, seat: int, out: MutableSequence[int]) -> None:
    """Write how far the match has come."""
    out[TABLE] = (seat - s.turn + s.players) % s.players
    out[TABLE + 1] = popcount(s.tiles)
    for other in range(s.players):
        if other != seat:
            out[TABLE + 2] = max(out[TABLE + 2], popcount(s.filled[other]))
    if s.end_game_token != NOBODY:
        out[TABLE + 3] = 1
        out[TABLE + 4] = seat >= s.turn
