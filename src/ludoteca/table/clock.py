"""How the time of each seat runs: whose, how much is left, when it is over."""

from msgspec.structs import replace

from ludoteca.protocol.common import BankClock, DaysClock, NoClock, TurnClock
from ludoteca.table.table import DAY, Table, Timer


def first_timers(table: Table) -> tuple[Timer, ...]:
    """Set all clocks, at the start."""
    full = _full(table)
    return () if full is None else tuple(Timer(full) for _ in table.seats)


def _full(table: Table) -> float | None:
    """Return the time of a whole turn, or of the bank."""
    clock = table.setting.clock
    if isinstance(clock, TurnClock | BankClock):
        return float(clock.seconds)
    return clock.days * DAY if isinstance(clock, DaysClock) else None


def is_running(table: Table, seat: int) -> bool:
    """Return whether a seat's time runs: it may move, a person plays it, and is not waited for."""
    if isinstance(table.setting.clock, NoClock) or seat not in table.movers:
        return False
    sitting = table.seats[seat]
    waited_for = table.is_live and sitting.away
    return not sitting.is_played_by_bot and not waited_for


def run(before: Table, after: Table, at: float) -> tuple[Timer, ...]:
    """Return all clocks at a time when something has changed `before` into `after`."""
    if not after.timers:
        return ()
    timers = []
    for seat, timer in enumerate(after.timers):
        left, turn, rewarded = timer.left, timer.turn, timer.rewarded
        if timer.since is not None:
            left = max(0.0, left - (at - timer.since))
        if after.progress is not before.progress:
            turn, begins, ends = _next_turn(after, seat, turn)
            if begins:
                left = _renewed(after, left)
            left, rewarded = _rewarded(after, left, rewarded, ends)
        timers.append(Timer(left, at if is_running(after, seat) else None, turn, rewarded))
    return tuple(timers)


def _next_turn(after: Table, seat: int, turn: int | None) -> tuple[int | None, bool, bool]:
    """Return the number of a seat's turn, whether one begins, and whether one ends."""
    if seat not in after.movers:
        return None, False, turn is not None
    assert after.progress is not None
    now = after.game.turn_number(after.progress.state, seat)
    return now, now != turn, turn is not None and now != turn


def _renewed(table: Table, left: float) -> float:
    return left if isinstance(table.setting.clock, BankClock) else _full(table) or 0.0


def _rewarded(
    table: Table, left: float, plies: tuple[int, ...], ends: bool
) -> tuple[float, tuple[int, ...]]:
    """Add the increment of a turn that ends; an undo takes back those of the turns it undoes."""
    clock, progress = table.setting.clock, table.progress
    assert progress is not None
    if not isinstance(clock, BankClock) or not clock.increment:
        return left, plies
    if progress.undone_to is not None:
        kept = tuple(ply for ply in plies if ply <= progress.undone_to)
        return max(0.0, left - clock.increment * (len(plies) - len(kept))), kept
    plies = tuple(ply for ply in plies if ply > progress.checkpoints[0].ply)
    return (left + clock.increment, (*plies, progress.ply)) if ends else (left, plies)


def ends_at(timer: Timer) -> float | None:
    """Return when a running time is over."""
    return None if timer.since is None else timer.since + timer.left


def stand_still(table: Table, since: float, until: float) -> Table:
    """Take a time in which the server could not work out of every clock and deadline."""

    def later(moment: float | None) -> float | None:
        return moment if moment is None or moment <= since else moment + (until - since)

    timers = tuple(
        timer
        if timer.since is None
        else replace(timer, since=timer.since + (until - max(since, timer.since)))
        for timer in table.timers
    )
    seats = tuple(
        seat if seat.grace_ends is None else replace(seat, grace_ends=later(seat.grace_ends))
        for seat in table.seats
    )
    alone = table.alone
    if alone is not None and alone.wins_at > since:
        alone = replace(alone, wins_at=alone.wins_at + (until - since))
    return replace(
        table,
        timers=timers,
        seats=seats,
        alone=alone,
        touched_at=table.touched_at + (until - since),
        host_until=later(table.host_until),
        reversible_until=later(table.reversible_until),
    )
