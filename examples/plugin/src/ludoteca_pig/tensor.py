"""A view of Pig in numbers, for learners."""

from collections.abc import MutableSequence, Sequence

from ludoteca.core.modules import Slot
from ludoteca_pig.layout import Pig
from ludoteca_pig.rules import ACTIONS, may_move, refusal

MOST = 110
"""Nobody reaches more points."""

FACTORS = ("legal actions as bits",)


def slots(players: int) -> tuple[Slot, ...]:
    """Name all numbers, in order; the seat itself comes first."""
    return (
        Slot("pot", (1,), MOST, "what this turn has brought"),
        Slot("target", (1,), MOST, "the points that win"),
        Slot("points", (players,), MOST, "what each seat has kept"),
        Slot("to_move", (players,), 1, "whose turn it is"),
    )


def observe_into(s: Pig, seat: int, out: MutableSequence[int]) -> None:
    """Write what a seat sees."""
    out[0] = s.pot
    out[1] = s.target
    for n in range(s.players):
        other = (seat + n) % s.players
        out[2 + n] = s.points[other]
        if may_move(s, other):
            out[2 + s.players + n] = 1


def factors_into(s: Pig, seat: int, out: MutableSequence[int]) -> None:
    """Write the legal actions as bits."""
    for action in range(ACTIONS):
        if refusal(s, seat, action) == 0:
            out[0] |= 1 << action


def allows(factors: Sequence[int], action: int) -> bool:
    """Return whether the bits hold an action."""
    return bool(factors[0] >> action & 1)
