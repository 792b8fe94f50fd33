"""The rules of Pig: actions, chance, points, and what may be done."""

from collections.abc import MutableSequence, Sequence

from ludoteca_pig.layout import SEATS, TARGETS, Pig

ROLL, HOLD = 0, 1
ACTIONS = 2
"""Every action is below this number."""

SIDES, BUST = 6, 1
"""Sides of the die, and the one that ends a turn."""

LEGAL, MATCH_OVER, NOT_YOUR_TURN, UNREADABLE, NOTHING_TO_HOLD, ENOUGH = range(6)
REFUSALS = (
    "", "match_over", "not_your_turn", "unreadable_move", "nothing_to_hold", "enough",
)  # fmt: skip
"""The stable code of each refusal."""

TALLY_ROWS = ("won",)
TALLY_COLUMNS = ("matches", "by_0", "by_1", "by_2", "by_3")
"""What a simulation counts: how many matches each seat won."""


# Chance


def start(s: Pig, players: int, options: Sequence[int]) -> None:
    """Set up the empty table."""
    s.players = players
    s.target = TARGETS[options[0]]
    s.turn = 0
    s.turns = 0
    s.pot = 0
    s.due = 0
    s.over = 0
    for seat in range(SEATS):
        s.points[seat] = 0


def deal_name(s: Pig) -> str:
    """Name the deal that is due, "" if none is."""
    return "die" if s.due else ""


def roll_size(s: Pig) -> int:
    """Return the sides of the die while it is rolling."""
    return SIDES if s.due else 0


def outcome_of(s: Pig, roll: int) -> int:
    """Return the side that a roll decides."""
    return roll + 1


def put_outcome(s: Pig, outcome: int) -> None:
    """Add what the die shows; a 1 takes it all and ends the turn."""
    s.due = 0
    s.pot += outcome
    if outcome == BUST:
        s.pot = 0
        pass_on(s)


def pass_on(s: Pig) -> None:
    """Let the next seat begin its turn."""
    s.turn = (s.turn + 1) % s.players
    s.turns += 1


def fill_unknown(s: Pig, seat: int, rng: MutableSequence[int]) -> None:
    """Nothing is hidden."""


def faults(s: Pig) -> int:
    """Check what must always hold; 0 if all is well."""
    return int(s.pot < 0 or s.turn < 0 or s.turn >= s.players)


# Points


def score(s: Pig, seat: int) -> int:
    """Return what a seat has kept."""
    return s.points[seat]


def score_parts(s: Pig, seat: int) -> dict[str, int]:
    """Show where a seat's score comes from."""
    return {"kept": s.points[seat], "total": s.points[seat]}


def winners(s: Pig, scores: Sequence[int]) -> int:
    """Return all seats with the best score, as bits."""
    best = 0
    for seat in range(s.players):
        best = max(best, scores[seat])
    found = 0
    for seat in range(s.players):
        if scores[seat] == best:
            found |= 1 << seat
    return found


def tally_into(s: Pig, counts: MutableSequence[MutableSequence[int]]) -> None:
    """Count who won."""
    counts[0][0] += 1
    counts[0][1 + s.turn] += 1


# Moves


def is_over(s: Pig) -> bool:
    """Return whether somebody has reached the target."""
    return s.over == 1


def may_move(s: Pig, seat: int) -> bool:
    """Return whether it is this seat's turn, and the die lies still."""
    return s.over == 0 and s.due == 0 and seat == s.turn


def seat_to_move(s: Pig) -> int:
    """Name the seat to move, -1 while the die is rolling and once all is over."""
    return s.turn if s.over == 0 and s.due == 0 else -1


def turn_number(s: Pig, seat: int) -> int:
    """Count the turns."""
    return s.turns


def has_enough(s: Pig) -> bool:
    """Return whether holding wins: then rolling on is pointless, and not allowed."""
    return s.points[s.turn] + s.pot >= s.target


def count_legal(s: Pig, seat: int) -> int:
    """Count the legal actions: roll, hold, or both."""
    return 1 if s.pot == 0 or has_enough(s) else 2


def nth_legal(s: Pig, seat: int, n: int) -> int:
    """Return the n-th legal action."""
    return HOLD if n == 1 or has_enough(s) else ROLL


def refusal(s: Pig, seat: int, action: int) -> int:
    """Name the rule that forbids an action; 0 if it is legal."""
    if is_over(s):
        return MATCH_OVER
    if not may_move(s, seat):
        return NOT_YOUR_TURN
    if action != ROLL and action != HOLD:
        return UNREADABLE
    if action == HOLD:
        return NOTHING_TO_HOLD if s.pot == 0 else LEGAL
    return ENOUGH if has_enough(s) else LEGAL


def is_secret(s: Pig, seat: int, action: int) -> bool:
    """Every move is seen by all."""
    return False


def apply(s: Pig, seat: int, action: int) -> None:
    """Roll the die, or keep the points of this turn."""
    if action == ROLL:
        s.due = 1
        return
    s.points[seat] += s.pot
    s.pot = 0
    if s.points[seat] >= s.target:
        s.over = 1
    else:
        pass_on(s)
