"""What time alone brings to a table, and when to look again."""

from ludoteca.table import absence, clock, events, proposal
from ludoteca.table.decision import Decision, Draft, TablePolicy
from ludoteca.table.table import Table


def tick(table: Table, now: float, policy: TablePolicy) -> Decision:
    """Let whatever is due by now happen."""
    draft = Draft(table, now, policy)
    if table.closes_at is not None:
        if now >= table.closes_at:
            draft.add(events.Closed(at=now))
        else:
            _hand_on(draft)
    elif table.status == "over":
        if table.reversible_until is not None and now >= table.reversible_until:
            draft.add(events.Finalised(at=now))
    elif table.is_playing:
        _end_grace(draft)
        _decide_for_the_last_one(draft)
        _run_out(draft)
    elif table.status == "paused":
        _end_grace(draft)
    proposal.settle(draft)
    return draft.decision()


def _hand_on(draft: Draft) -> None:
    """Hand the table to somebody who is here, if its host has been away for long."""
    table = draft.table
    if table.host_until is not None and draft.now >= table.host_until and table.present():
        host = table.seats[table.present()[0]].user
        draft.add(events.HostChanged(at=draft.now, host=host))


def _end_grace(draft: Draft) -> None:
    for user in draft.table.users():
        ends = [draft.table.seats[seat].grace_ends for seat in draft.table.seats_of(user)]
        if any(end is not None and end <= draft.now for end in ends):
            draft.add(events.GraceOver(at=draft.now, user=user))
    if draft.events:
        absence.find_alone(draft)


def _decide_for_the_last_one(draft: Draft) -> None:
    """Declare the last one winner, or follow the table's own choice if nothing was said."""
    alone = draft.table.alone
    if alone is None or draft.now < alone.wins_at:
        return
    if alone.choice is None:
        absence.choose(draft, "bots" if draft.table.setting.leaving == "bot" else "wait")
    elif alone.choice == "win":
        absence.win_alone(draft)


def _run_out(draft: Draft) -> None:
    for seat, timer in enumerate(draft.table.timers):
        end = clock.ends_at(timer)
        if end is not None and end <= draft.now and clock.is_running(draft.table, seat):
            draft.add(events.RanOut(at=draft.now, seat=seat))


def next_wake(table: Table) -> float | None:
    """Return when `tick` has something to do next; None if only people can change something."""
    moments: list[float | None] = []
    if table.status == "open":
        moments.append(table.closes_at)
        moments.append(table.host_until if table.present() else None)
    elif table.status == "over":
        moments.append(table.reversible_until)
    elif table.status == "paused":
        moments += [seat.grace_ends for seat in table.seats]
    elif table.is_playing:
        moments += [seat.grace_ends for seat in table.seats]
        moments += [clock.ends_at(timer) for timer in table.timers]
        alone = table.alone
        if alone is not None and alone.choice in (None, "win"):
            moments.append(alone.wins_at)
    return min((moment for moment in moments if moment is not None), default=None)


def after_outage(table: Table, since: float, now: float, policy: TablePolicy) -> Decision:
    """Take a time in which nothing could be saved out of all clocks and deadlines.

    Where the clock was set back, `since` is later than `now`, and they move back.
    """
    draft = Draft(table, now, policy)
    if since != now:
        draft.add(events.Stood(at=now, since=since))
    return draft.decision()


def after_restart(
    table: Table, since: float, now: float, policy: TablePolicy, comes: str | None = None
) -> Decision:
    """Go on after the process was gone since then: no time is lost, and nobody is here yet.

    Nobody but the person who comes just now, that is: they were not away. Where the clock was set
    back, `since` is later than `now`.
    """
    draft = Draft(table, now, policy)
    if since != now:
        draft.add(events.Stood(at=now, since=since))
    for user in dict.fromkeys(seat.user for seat in table.seats if seat.kind == "person"):
        if user != comes:
            absence.go(draft, user)
    return draft.decision()
