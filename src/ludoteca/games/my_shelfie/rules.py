"""What may be done in a turn of My Shelfie, and what it does."""

from collections.abc import Sequence

from ludoteca.core.bits import BITS_OF_BYTE, nth_index, popcount
from ludoteca.games.my_shelfie.actions import (
    ACTIONS,
    ORDERS,
    TAKE_BITS,
    TAKE_MASK,
    TAKE_SIZE,
    TAKES_FROM,
    column_of,
    take_of,
)
from ludoteca.games.my_shelfie.catalog import IN_PLAY, TOKEN_POINTS
from ludoteca.games.my_shelfie.deal import begin_refill
from ludoteca.games.my_shelfie.layout import (
    COLUMNS,
    DOWN,
    FOUR_OR_FEWER,
    ISOLATED_KEEP,
    LANE,
    NO_DEAL,
    NOBODY,
    RIGHT,
    ROWS,
    MyShelfie,
)
from ludoteca.games.my_shelfie.scoring.common_goals import COLUMN, LANES, LEAST_TILES, is_met

REFILL_AT = 4
"""Most tiles left when the living room is refilled (`four_or_fewer`)."""

INVERSES = (0, *(-(-(1 << 20) // n) for n in range(1, 7)))
"""n * INVERSES[m] >> 20 is n // m for every n below ACTIONS: dividing would cost more."""

GATHER = sum(1 << (LANE - 1) * column for column in range(COLUMNS))
"""columns * GATHER has the lowest bits of all columns side by side, from bit GATHERED on."""
GATHERED = (LANE - 1) * (COLUMNS - 1)

(
    LEGAL,
    MATCH_OVER,
    NOT_YOUR_TURN,
    UNREADABLE,
    NOT_IN_PLAY,
    NO_TILE,
    NO_FREE_SIDE,
    FREED_BY_THIS_TAKE,
    COLUMN_TOO_FULL,
) = range(9)
"""Why an action is refused."""

REFUSALS = (
    "",
    "match_over",
    "not_your_turn",
    "unreadable_move",
    "cell_not_in_play",
    "no_tile",
    "no_free_side",
    "freed_by_this_take",
    "column_too_full",
)
"""The stable code of each refusal."""


def with_free_side(tiles: int) -> int:
    """Keep the tiles that have at least one side touching no other tile.

    >>> plus = 1 << 26 | 1 << 21 | 1 << 31 | 1 << 20 | 1 << 32
    >>> with_free_side(plus) == plus & ~(1 << 26)
    True
    """
    return tiles & ~(tiles >> DOWN & tiles << DOWN & tiles >> RIGHT & tiles << RIGHT)


def columns_with_room(filled: int, tiles: int) -> int:
    """Return the columns of a bookshelf with room for a number of tiles: their lowest bits."""
    return ~filled >> ROWS - tiles & LANES


def seat_to_move(s: MyShelfie) -> int:
    """Name the seat to move, -1 while a deal is due and once the match is over."""
    if s.due != NO_DEAL or s.over:
        return NOBODY
    return s.turn


def may_move(s: MyShelfie, seat: int) -> bool:
    """Return whether it is this seat's turn."""
    return seat_to_move(s) == seat


def turn_number(s: MyShelfie, seat: int) -> int:
    """Count up with the turns of a seat: every turn places a tile."""
    return popcount(s.filled[seat])


def is_over(s: MyShelfie) -> bool:
    """Return whether the match has ended."""
    return s.over != 0


def count_legal(s: MyShelfie, seat: int) -> int:
    """Count the ordered takes, each with every column that has room for it."""
    free = with_free_side(s.tiles)
    across = free & free >> RIGHT
    down = free & free >> DOWN
    room = ~s.filled[seat]
    count = popcount(free) * popcount(room >> ROWS - 1 & LANES)
    count += 2 * (popcount(across) + popcount(down)) * popcount(room >> ROWS - 2 & LANES)
    triples = popcount(across & free >> 2 * RIGHT) + popcount(down & free >> 2 * DOWN)
    return count + 6 * triples * popcount(room >> ROWS - 3 & LANES)


def nth_legal(s: MyShelfie, seat: int, n: int) -> int:
    """Return the n-th legal action: single tiles first, then pairs, then triples."""
    free = with_free_side(s.tiles)
    filled = s.filled[seat]
    columns = columns_with_room(filled, 1)
    count = popcount(free) * popcount(columns)
    if n < count:
        return nth_take(free, 0, columns, n, 1)
    n -= count
    across = free & free >> RIGHT
    down = free & free >> DOWN
    columns = columns_with_room(filled, 2)
    count = 2 * (popcount(across) + popcount(down)) * popcount(columns)
    if n < count:
        return nth_take(across, down, columns, n, 2)
    across &= free >> 2 * RIGHT
    down &= free >> 2 * DOWN
    return nth_take(across, down, columns_with_room(filled, 3), n - count, 3)


def nth_take(across: int, down: int, columns: int, n: int, size: int) -> int:
    """Return the n-th action among the lines that begin at the given cells."""
    choices = popcount(columns)
    rest = n * INVERSES[choices] >> 20
    column = BITS_OF_BYTE[columns * GATHER >> GATHERED & 31] >> 3 * (n - rest * choices) & 7
    line = rest * INVERSES[ORDERS[size]] >> 20
    order = rest - line * ORDERS[size]
    lines_across = popcount(across)
    shape = 2 * size - 2
    if line >= lines_across:
        line -= lines_across
        across = down
        shape += 1
    return (TAKES_FROM[shape][nth_index(across, line)] + order) * COLUMNS + column


def refusal(s: MyShelfie, seat: int, action: int) -> int:
    """Name the rule that forbids an action; LEGAL if none does."""
    if s.over:
        return MATCH_OVER
    if seat_to_move(s) != seat:
        return NOT_YOUR_TURN
    if action < 0 or action >= ACTIONS:
        return UNREADABLE
    take = take_of(action)
    reason = refusal_of_take(s, TAKE_MASK[take])
    if reason == LEGAL:
        columns = columns_with_room(s.filled[seat], TAKE_SIZE[take])
        if columns >> LANE * column_of(action) & 1 == 0:
            return COLUMN_TOO_FULL
    return reason


def refusal_of_take(s: MyShelfie, take: int) -> int:
    """Name the rule that forbids taking these tiles, whatever the bookshelf."""
    if take & ~IN_PLAY[s.players]:
        return NOT_IN_PLAY
    if take & ~s.tiles:
        return NO_TILE
    enclosed = take & ~with_free_side(s.tiles)
    if enclosed == 0:
        return LEGAL
    # Take the tiles with a free side away: does that free the others?
    left = s.tiles & ~(take & ~enclosed)
    return NO_FREE_SIDE if enclosed & ~with_free_side(left) else FREED_BY_THIS_TAKE


def is_secret(s: MyShelfie, seat: int, action: int) -> bool:
    """Return that every move is public."""
    return False


def apply(s: MyShelfie, seat: int, action: int) -> None:
    """Make a legal move: take, place, award tokens, refill, pass the turn."""
    place(s, seat, action)
    award_tokens(s, seat)
    if s.end_game_token == NOBODY and s.filled[seat] == COLUMN * LANES:
        s.end_game_token = seat
    s.turn = seat + 1 if seat + 1 < s.players else 0
    if s.end_game_token != NOBODY and s.turn == 0:
        s.over = 1
    elif refill_is_due(s.tiles, s.refill_rule):
        begin_refill(s, s.refill_rule == ISOLATED_KEEP)


def place(s: MyShelfie, seat: int, action: int) -> None:
    """Move the taken tiles into a column, the first one lowest."""
    take = action * INVERSES[COLUMNS] >> 20
    living_room = s.living_room
    bookshelf = s.bookshelf[seat]
    filled = s.filled[seat]
    # One more tile at the bottom of the column would carry to the lowest empty cell.
    space = filled + (1 << LANE * (action - take * COLUMNS)) & ~filled
    # As in kind_at; the tiles taken do not change the kinds of each other.
    ones = living_room[1] | living_room[3] | living_room[5]
    twos = living_room[2] | living_room[3]
    fours = living_room[4] | living_room[5]
    for i in range(TAKE_SIZE[take]):
        cell = TAKE_BITS[take][i]
        kind = (ones >> cell & 1) + 2 * (twos >> cell & 1) + 4 * (fours >> cell & 1)
        living_room[kind] ^= 1 << cell
        bookshelf[kind] |= space
        filled |= space
        space <<= 1
    s.filled[seat] = filled
    s.tiles &= ~TAKE_MASK[take]


def kind_at(living_room: Sequence[int], cell: int) -> int:
    """Return the kind of the tile on a cell: its binary digits, as no branch could be foretold."""
    ones = living_room[1] | living_room[3] | living_room[5]
    twos = living_room[2] | living_room[3]
    fours = living_room[4] | living_room[5]
    return (ones >> cell & 1) + 2 * (twos >> cell & 1) + 4 * (fours >> cell & 1)


def award_tokens(s: MyShelfie, seat: int) -> None:
    """Return the seat the top token of each common goal that it meets for the first time."""
    filled = s.filled[seat]
    count = popcount(filled)
    for card in range(s.goals_in_play):
        goal = s.common_goals[card]
        if (
            count >= LEAST_TILES[goal]
            and s.tokens[seat][card] == 0
            and is_met(s.bookshelf[seat], filled, goal)
        ):
            s.tokens[seat][card] = TOKEN_POINTS[s.players][s.tokens_taken[card]]
            s.tokens_taken[card] += 1


def refill_is_due(tiles: int, rule: int) -> bool:
    """Return whether the living room is refilled at the end of a turn."""
    if rule == FOUR_OR_FEWER:
        return popcount(tiles) <= REFILL_AT
    return tiles & (tiles >> DOWN | tiles >> RIGHT) == 0
