"""What chance decides in My Shelfie: the goal cards and the tiles that fill the living room.

The set-up deals the common goals, then a personal goal for each seat, then the tiles; later each
refill deals tiles again. Tiles are drawn one by one from the bag and laid in reading order.
"""

from collections.abc import MutableSequence, Sequence

from ludoteca.core.bits import nth_index, popcount
from ludoteca.core.generator import below
from ludoteca.games.my_shelfie.catalog import (
    CELL_BITS,
    CELL_COUNTS,
    COMMON_GOAL_CARDS,
    IN_PLAY,
    PERSONAL_GOAL_CARDS,
    TILE_COUNTS,
)
from ludoteca.games.my_shelfie.layout import (
    COLUMNS,
    COMMON_GOALS,
    FIELD,
    LANE,
    NO_DEAL,
    NOBODY,
    PERSONAL_GOALS,
    REFILL,
    ROWS,
    TILES,
    TYPES,
    MyShelfie,
)

FIELDS = sum(1 << FIELD * kind for kind in range(TYPES))
"""One in every field of the bag."""

FLOORS = sum(1 << LANE * column for column in range(COLUMNS))
CEILING = FLOORS << ROWS
"""The lowest cell of every column of a bookshelf, and the unused bit above its highest."""

HALF = 1 << FIELD - 1
HALVES = HALF * FIELDS
"""The highest bit of a field, which no count reaches, and that of every field."""

LAST = FIELD * (TYPES - 1)
"""Where the last field of the bag begins, the total."""

TILE: tuple[int, ...] = tuple(
    sum(1 << FIELD * later for later in range(kind, TYPES)) for kind in range(TYPES)
)
"""What one tile of each kind adds to the bag."""

DEALS = ("", "common_goals", "personal_goals", "tiles", "refill")
"""The name of each deal."""


def start(s: MyShelfie, players: int, options: Sequence[int]) -> None:
    """Set up the empty table; the common goals are to be dealt."""
    s.players = players
    s.refill_rule = options[0]
    s.goals_in_play = 2 - options[1]
    s.due = COMMON_GOALS
    s.cursor = 0
    s.turn = 0
    s.over = 0
    s.end_game_token = NOBODY
    s.bag = 0
    s.tiles = 0
    for kind in range(TYPES):
        s.bag += TILE_COUNTS[kind] * TILE[kind]
        s.living_room[kind] = 0
    for card in range(2):
        s.common_goals[card] = 0
        s.tokens_taken[card] = 0
    for seat in range(4):
        s.filled[seat] = 0
        s.personal_goal[seat] = 0
        for card in range(2):
            s.tokens[seat][card] = 0
        for kind in range(TYPES):
            s.bookshelf[seat][kind] = 0


def deal_name(s: MyShelfie) -> str:
    """Name the deal that is due, "" if none is."""
    return DEALS[s.due]


def roll_size(s: MyShelfie) -> int:
    """Return the number below which the next draw is made, 0 if no deal is due."""
    due = s.due
    if due >= TILES:
        return s.bag >> LAST
    if due == NO_DEAL:
        return 0
    if due == COMMON_GOALS:
        return popcount(undealt_common_goals(s))
    return popcount(undealt_personal_goals(s))


def outcome_of(s: MyShelfie, roll: int) -> int:
    """Return the kind of tile, or the card, that a roll decides."""
    if s.due >= TILES:
        # In each field whose count the roll is not below, the highest bit stays.
        return popcount((roll | HALF) * FIELDS - s.bag & HALVES)
    if s.due == COMMON_GOALS:
        return nth_index(undealt_common_goals(s), roll)
    return nth_index(undealt_personal_goals(s), roll)


def put_outcome(s: MyShelfie, outcome: int) -> None:
    """Lay a tile on the next empty cell, or turn up a card."""
    if s.due < TILES:
        turn_up_card(s, outcome)
        return
    cells = CELL_BITS[s.players]
    cursor = s.cursor
    cell = 1 << cells[cursor]
    s.bag -= TILE[outcome]
    s.living_room[outcome] |= cell
    s.tiles |= cell
    seek_empty_cell(s, cursor + 1)


def deal_all(s: MyShelfie, rng: MutableSequence[int]) -> None:
    """Deal all that is due; the tiles in one loop, with the same rolls as one by one."""
    while s.due == COMMON_GOALS or s.due == PERSONAL_GOALS:
        put_outcome(s, outcome_of(s, below(rng, roll_size(s))))
    if s.due == NO_DEAL:
        return
    cells = CELL_BITS[s.players]
    bag = s.bag
    tiles = s.tiles
    left = bag >> LAST
    for n in range(s.cursor, CELL_COUNTS[s.players]):
        if left == 0:
            break
        cell = 1 << cells[n]
        if tiles & cell == 0:
            # As in outcome_of: one in each field whose count the roll is not below. All others
            # are those of TILE[kind]; to look it up would make the next roll wait.
            passed = (below(rng, left) | HALF) * FIELDS - bag >> FIELD - 1 & FIELDS
            s.living_room[popcount(passed)] |= cell
            bag -= FIELDS - passed
            tiles |= cell
            left -= 1
    s.bag = bag
    s.tiles = tiles
    s.due = NO_DEAL
    s.cursor = 0


def turn_up_card(s: MyShelfie, card: int) -> None:
    """Put a common goal on the table, or give a personal goal to the next seat."""
    if s.due == COMMON_GOALS:
        if s.common_goals[0] == 0:
            s.common_goals[0] = card
        else:
            s.common_goals[1] = card
        if s.goals_in_play == 1 or s.common_goals[1] != 0:
            s.due = PERSONAL_GOALS
    else:
        seat = 0
        while s.personal_goal[seat] != 0:
            seat += 1
        s.personal_goal[seat] = card
        if seat == s.players - 1:
            s.due = TILES


def bag_count(bag: int, kind: int) -> int:
    """Count the tiles of one kind in the bag."""
    upto = bag >> FIELD * kind & 2 * HALF - 1
    return upto if kind == 0 else upto - (bag >> FIELD * (kind - 1) & 2 * HALF - 1)


def seek_empty_cell(s: MyShelfie, cursor: int) -> None:
    """Move the cursor on to an empty cell; end the deal when there is no cell or tile left."""
    tiles = s.tiles
    cells = CELL_BITS[s.players]
    while tiles >> cells[cursor] & 1:
        cursor += 1
    if cursor < CELL_COUNTS[s.players] and s.bag != 0:
        s.cursor = cursor
    else:
        s.due = NO_DEAL
        s.cursor = 0


def begin_refill(s: MyShelfie, keep: bool) -> None:
    """Make a refill due; the tiles left over go back into the bag unless they are kept."""
    if not keep:
        for kind in range(TYPES):
            s.bag += popcount(s.living_room[kind]) * TILE[kind]
            s.living_room[kind] = 0
        s.tiles = 0
    s.due = REFILL
    seek_empty_cell(s, 0)


def undealt_common_goals(s: MyShelfie) -> int:
    """Return the common goal cards still in the pile, bit n for card n."""
    return ((1 << COMMON_GOAL_CARDS) - 1) << 1 & ~(1 << s.common_goals[0])


def undealt_personal_goals(s: MyShelfie) -> int:
    """Return the personal goal cards that no seat is known to have, bit n for card n."""
    cards = ((1 << PERSONAL_GOAL_CARDS) - 1) << 1
    for seat in range(s.players):
        cards &= ~(1 << s.personal_goal[seat])
    return cards


def fill_unknown(s: MyShelfie, seat: int, rng: MutableSequence[int]) -> None:
    """Return each other seat one of the personal goals it may have, at random."""
    if s.due == COMMON_GOALS or s.due == PERSONAL_GOALS:
        return
    for other in range(s.players):
        if other != seat and s.personal_goal[other] == 0:
            cards = undealt_personal_goals(s)
            s.personal_goal[other] = nth_index(cards, below(rng, popcount(cards)))


def faults(s: MyShelfie) -> int:
    """Check that no tile is lost, doubled or floating and that all counts agree; 0 if so."""
    found = 0
    tiles = 0
    for kind in range(TYPES):
        count = bag_count(s.bag, kind) + popcount(s.living_room[kind])
        for seat in range(s.players):
            count += popcount(s.bookshelf[seat][kind])
        found |= count != TILE_COUNTS[kind]
        found |= (tiles & s.living_room[kind] != 0) << 1
        tiles |= s.living_room[kind]
    found |= (tiles != s.tiles or tiles & ~IN_PLAY[s.players] != 0) << 2
    for seat in range(s.players):
        filled = 0
        for kind in range(TYPES):
            found |= (filled & s.bookshelf[seat][kind] != 0) << 3
            filled |= s.bookshelf[seat][kind]
        found |= (filled != s.filled[seat] or filled & (filled + FLOORS) & ~CEILING != 0) << 4
    for card in range(2):
        taken = 0
        for seat in range(s.players):
            taken += s.tokens[seat][card] != 0
        found |= (taken != s.tokens_taken[card]) << 5
    return found
