"""The careful policy of playouts: the quick one ignores the common goals, this one aims at them.

A playout takes about three times as long and ends with some eight points more: see
`python -m benchmarks.policy`.
"""

from collections.abc import MutableSequence

from ludoteca.core.bits import popcount
from ludoteca.core.generator import below
from ludoteca.games.my_shelfie.actions import TAKE_BITS, TAKE_SIZE, column_of, take_of
from ludoteca.games.my_shelfie.catalog import TOKEN_POINTS
from ludoteca.games.my_shelfie.evaluation.progress import FULL, progress
from ludoteca.games.my_shelfie.evaluation.quick import quick_gain
from ludoteca.games.my_shelfie.layout import LANE, MyShelfie
from ludoteca.games.my_shelfie.rules import count_legal, kind_at, nth_legal
from ludoteca.games.my_shelfie.scoring.common_goals import COLUMN

TRIES = 40
"""How many random legal moves are compared."""

BEHIND = 12
"""The goals are looked at only where the tiles gain no less than this below the best so far."""

GAIN = 4
"""What the gain of the tiles counts beside a sixteenth of a goal for each point of its token."""

MET = 24
"""What meeting a goal counts beyond its last sixteenth."""


def careful_choice(s: MyShelfie, seat: int, rng: MutableSequence[int]) -> int:
    """Choose the best of some random moves by their tiles and by the common goals."""
    count = count_legal(s, seat)
    best = -1
    highest = -1000000
    most = -1000
    for _ in range(TRIES):
        action = nth_legal(s, seat, below(rng, count))
        gain = quick_gain(s, seat, action)
        if gain >= most - BEHIND:
            most = max(most, gain)
            value = GAIN * gain + outlook_after(s, seat, action)
            if value > highest:
                highest = value
                best = action
    return best


def outlook_after(s: MyShelfie, seat: int, action: int) -> int:
    """Return the outlook of the common goals after a move, which is not made."""
    take = take_of(action)
    lane = LANE * column_of(action)
    lowest = lane + popcount(s.filled[seat] >> lane & COLUMN)
    switch_tiles(s, seat, take, lowest)
    found = outlook(s, seat)
    switch_tiles(s, seat, take, lowest)
    return found


def switch_tiles(s: MyShelfie, seat: int, take: int, lowest: int) -> None:
    """Put tiles onto the bookshelf, from a cell upwards, or take them off again."""
    for n in range(TAKE_SIZE[take]):
        cell = 1 << lowest + n
        s.bookshelf[seat][kind_at(s.living_room, TAKE_BITS[take][n])] ^= cell
        s.filled[seat] ^= cell


def outlook(s: MyShelfie, seat: int) -> int:
    """Judge how far a seat has come towards the common goals that it has not met."""
    found = 0
    for card in range(s.goals_in_play):
        if s.tokens[seat][card] == 0:
            done = progress(s.bookshelf[seat], s.filled[seat], s.common_goals[card])
            if done >= FULL:
                done += MET
            found += done * TOKEN_POINTS[s.players][s.tokens_taken[card]]
    return found
