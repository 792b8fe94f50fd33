"""The quick policy of playouts."""

from collections.abc import MutableSequence, Sequence

from ludoteca.core.bits import popcount
from ludoteca.core.generator import below
from ludoteca.games.my_shelfie.actions import TAKE_BITS, TAKE_SIZE, column_of, take_of
from ludoteca.games.my_shelfie.catalog import PERSONAL_MASKS
from ludoteca.games.my_shelfie.layout import LANE, MyShelfie
from ludoteca.games.my_shelfie.rules import count_legal, kind_at, nth_legal
from ludoteca.games.my_shelfie.scoring.common_goals import COLUMN
from ludoteca.games.my_shelfie.scoring.groups import touching

TRIES = 12
"""How many legal moves the quick policy compares."""


def quick_choice(s: MyShelfie, seat: int, rng: MutableSequence[int]) -> int:
    """Choose the best of a few random moves by what each tile finds where it lands."""
    count = count_legal(s, seat)
    best = -1
    highest = -1000
    for _ in range(TRIES):
        action = nth_legal(s, seat, below(rng, count))
        gain = quick_gain(s, seat, action)
        if gain > highest:
            highest = gain
            best = action
    return best


def quick_gain(s: MyShelfie, seat: int, action: int) -> int:
    """Judge a move: equal neighbours and the personal goal, tile by tile."""
    take = take_of(action)
    lane = LANE * column_of(action)
    space = 1 << lane + popcount(s.filled[seat] >> lane & COLUMN)
    goal: Sequence[int] = PERSONAL_MASKS[s.personal_goal[seat]]
    gain = 0
    below_kind = -1
    for n in range(TAKE_SIZE[take]):
        kind = kind_at(s.living_room, TAKE_BITS[take][n])
        tiles = s.bookshelf[seat][kind]
        gain += 1 + 4 * popcount(tiles & touching(space))
        if kind == below_kind:
            gain += 4
        if goal[kind] & space:
            gain += 8
        elif wants_other(goal, space):
            gain -= 3
        below_kind = kind
        space <<= 1
    return gain


def wants_other(goal: Sequence[int], space: int) -> bool:
    """Return whether the personal goal wants some tile in this place."""
    return (goal[0] | goal[1] | goal[2] | goal[3] | goal[4] | goal[5]) & space != 0
