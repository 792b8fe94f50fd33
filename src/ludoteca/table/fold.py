"""A table folded from its log: what the events of a match change, and how a log is read."""

from collections.abc import Iterable

from msgspec.structs import replace

from ludoteca import games
from ludoteca.core.errors import TableError
from ludoteca.core.game import Options
from ludoteca.protocol.common import TableSetting
from ludoteca.table import clock, events
from ludoteca.table.changes import CHANGES, change, restart_grace, seat_for
from ludoteca.table.progress import Progress
from ludoteca.table.table import GRACE, REVERSIBLE, Known, Seat, Table

PASSIVE = (events.Stood, events.Went)
"""Events that are no sign of life of anybody at the table."""


def fold(log: Iterable[events.Event]) -> Table:
    """Make a table from its log."""
    table: Table | None = None
    for event in log:
        table = apply(table, event)
    if table is None:
        raise TableError("the log of the table is empty", "empty_log")
    return table


def apply(table: Table | None, event: events.Event) -> Table:
    """Return the table after an event; the first one opens it."""
    if isinstance(event, events.TableOpened):
        return _opened(event)
    if table is None:
        raise TableError(f"a log can't begin with {events.kind_of(event)}", "bad_log")
    after = CHANGES[type(event)](table, event)
    if not event.kept:
        return after
    touched = after.touched_at if isinstance(event, PASSIVE) else event.at
    timers = clock.run(table, after, event.at)
    return replace(after, events=table.events + 1, touched_at=touched, timers=timers)


def options_of(setting: TableSetting) -> Options:
    """Return all options of a match, also those left at their default."""
    game = games.load(setting.game)
    given = {key: str(value) for key, value in setting.options.items()}
    return game.choose_options(setting.edition, given)


def _opened(event: events.TableOpened) -> Table:
    table = Table(
        match=event.match,
        game=games.load(event.setting.game),
        setting=event.setting,
        options=options_of(event.setting),
        host=event.host,
        seed=bytes.fromhex(event.seed),
        opened_at=event.at,
        touched_at=event.at,
        seats=tuple(seat_for(sitter) for sitter in event.sitters),
        source=event.source,
        events=1,
    )
    if table.is_live and any(table.seats[seat].away for seat in table.seats_of(table.host)):
        table = replace(table, host_until=event.at + GRACE)
    if event.source is None:
        return table
    progress = Progress.new(table.game, len(table.seats), table.options)
    for line in event.plies:
        progress = progress.with_line(line)
    return replace(table, progress=progress.closed())


@change(events.SettingChanged)
def _setting_changed(table: Table, event: events.SettingChanged) -> Table:
    more = event.setting.seats - len(table.seats)
    seats = (*table.seats, *[Seat()] * more)
    for number in range(len(seats) - 1, -1, -1):
        if len(seats) > event.setting.seats and seats[number].kind == "free":
            seats = (*seats[:number], *seats[number + 1 :])
    options = options_of(event.setting)
    return replace(table, setting=event.setting, options=options, seats=seats)


@change(events.Started)
def _started(table: Table, event: events.Started) -> Table:
    seats = tuple(table.seats[before] for before in event.order)
    contributions = tuple(bytes.fromhex(seat.contribution) for seat in seats if seat.contribution)
    progress = table.progress or Progress.new(table.game, len(seats), table.options)
    table = replace(
        table,
        seats=seats,
        contributions=contributions,
        progress=progress,
        status="playing",
        host_until=None,
        watchers=table.watchers if table.setting.spectators else (),
    )
    return restart_grace(replace(table, timers=clock.first_timers(table)), event.at)


def _with_progress(table: Table, progress: Progress, **changes: object) -> Table:
    """Put the next position on the table; a proposed undo and what was being chosen are past."""
    proposals = tuple(each for each in table.proposals if each.matter != "undo")
    return replace(
        table, **{"progress": progress, "proposals": proposals, "selecting": {}, **changes}
    )


@change(events.Moved)
def _moved(table: Table, event: events.Moved) -> Table:
    assert table.progress is not None
    progress = table.progress.with_move(event.seat, event.text, event.by_bot, event.action)
    seats, known = table.seats, table.known
    mover = seats[event.seat]
    if mover.overdue:
        in_time = replace(mover, overdue=False)
        seats = (*seats[: event.seat], in_time, *seats[event.seat + 1 :])
    if event.move_id is not None and event.said is not None:
        known = {**known, event.move_id: Known(mover.user, event.said, event.ply)}
    return _with_progress(table, progress, seats=seats, known=known)


@change(events.Dealt)
def _dealt(table: Table, event: events.Dealt) -> Table:
    assert table.progress is not None
    return _with_progress(table, table.progress.with_deal(event.text), rolled=event.used)


@change(events.Undone)
def _undone(table: Table, event: events.Undone) -> Table:
    assert table.progress is not None
    seats = tuple(replace(seat, overdue=False) for seat in table.seats)
    after = _with_progress(
        table,
        table.progress.with_undo(event.to),
        status="playing",
        reversible_until=None,
        ended_by_admin=False,
        seats=seats,
    )
    return after if table.is_playing else restart_grace(after, event.at)


@change(events.Ended)
def _ended(table: Table, event: events.Ended) -> Table:
    assert table.progress is not None
    behind_a_back = event.how == "agreed" and any(
        seat.is_person and seat.away and number not in event.agreed
        for number, seat in enumerate(table.seats)
    )
    reversible = event.how == "alone" or behind_a_back or event.by_admin
    until = event.at + REVERSIBLE if reversible else None
    return _with_progress(
        table,
        table.progress.with_end(event.how, event.seat),
        status="over",
        reversible_until=until,
        ended_by_admin=event.by_admin,
        proposals=(),
        alone=None,
        seats=tuple(replace(seat, grace_ends=None) for seat in table.seats),
    )


@change(events.Finalised)
def _finalised(table: Table, event: events.Finalised) -> Table:
    return replace(
        table,
        status="final",
        reversible_until=None,
        proposals=(),
        alone=None,
        seats=tuple(replace(seat, grace_ends=None, overdue=False) for seat in table.seats),
    )
