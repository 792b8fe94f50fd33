"""What each event changes at a table, the match aside."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ludoteca.protocol.to_client import ChatLine
from ludoteca.table import clock, events
from ludoteca.table.events import Sitter
from ludoteca.table.table import GRACE, Alone, Pending, Seat, Spoken, Table

Change = Callable[[Table, Any], Table]
CHANGES: dict[type[events.Event], Change] = {}


def change(kind: type[events.Event]) -> Callable[[Change], Change]:
    """Enter a function as what an event of this kind does."""

    def enter(function: Change) -> Change:
        CHANGES[kind] = function
        return function

    return enter


def seat_for(sitter: Sitter | None) -> Seat:
    """Seat somebody, or nobody."""
    if sitter is None:
        return Seat()
    if sitter.bot is not None:
        return Seat("bot", name=sitter.name, bot=sitter.bot, ready=True)
    return Seat(
        "person",
        user=sitter.user,
        name=sitter.name,
        account=sitter.account,
        rating=sitter.rating,
        avatar=sitter.avatar,
        shared=sitter.shared,
        quick=sitter.quick,
        ready=sitter.quick,
        contribution=sitter.contribution,
        away=sitter.away,
    )


def with_seat(table: Table, number: int, **what: Any) -> Table:
    """Change one seat."""
    seats = list(table.seats)
    seats[number] = replace(seats[number], **what)
    return replace(table, seats=tuple(seats))


def _with_seats_of(table: Table, user: str, **what: Any) -> Table:
    for number in table.seats_of(user):
        table = with_seat(table, number, **what)
    return table


@change(events.SeatTaken)
def _seat_taken(table: Table, event: events.SeatTaken) -> Table:
    seats = list(table.seats)
    seats[event.seat] = seat_for(event.sitter)
    watchers = tuple(each for each in table.watchers if each != event.sitter.user)
    return replace(table, seats=tuple(seats), watchers=watchers)


@change(events.Introduced)
def _introduced(table: Table, event: events.Introduced) -> Table:
    return with_seat(
        table,
        event.seat,
        name=event.name,
        account=event.account,
        rating=event.rating,
        avatar=event.avatar,
    )


@change(events.SeatLeft)
def _seat_left(table: Table, event: events.SeatLeft) -> Table:
    seats = list(table.seats)
    user = seats[event.seat].user
    seats[event.seat] = Seat()
    banned = (*table.banned, user) if event.kicked else table.banned
    return replace(table, seats=tuple(seats), banned=banned)


@change(events.HostChanged)
def _host_changed(table: Table, event: events.HostChanged) -> Table:
    return replace(table, host=event.host, host_until=None)


@change(events.SeatsSet)
def _seats_set(table: Table, event: events.SeatsSet) -> Table:
    return replace(table, seats=tuple(table.seats[before] for before in event.order))


@change(events.Readied)
def _readied(table: Table, event: events.Readied) -> Table:
    for number in table.seats_of(event.user):
        first = number == table.seats_of(event.user)[0]
        contribution = event.contribution if first and event.ready else None
        table = with_seat(table, number, ready=event.ready, contribution=contribution)
    return table


@change(events.Closed)
def _closed(table: Table, event: events.Closed) -> Table:
    return replace(table, status="closed")


def restart_grace(table: Table, at: float) -> Table:
    """Allow those who are away time to come, when the match begins or goes on."""
    for number, seat in enumerate(table.seats):
        if seat.is_person and seat.away and seat.bot is None and table.is_live:
            table = with_seat(table, number, grace_ends=at + table.setting.grace)
    return table


# Agreeing


@change(events.Proposed)
def _proposed(table: Table, event: events.Proposed) -> Table:
    own = table.seats_of(table.seats[event.seat].user)
    pending = Pending(event.matter, event.seat, own, event.to)
    others = tuple(each for each in table.proposals if each.matter != event.matter)
    return replace(table, proposals=(*others, pending))


@change(events.Agreed)
def _agreed(table: Table, event: events.Agreed) -> Table:
    own = table.seats_of(table.seats[event.seat].user)
    return replace(
        table,
        proposals=tuple(
            replace(each, agreed=tuple(sorted({*each.agreed, *own})))
            if each.matter == event.matter
            else each
            for each in table.proposals
        ),
    )


@change(events.Withdrawn)
def _withdrawn(table: Table, event: events.Withdrawn) -> Table:
    rest = tuple(each for each in table.proposals if each.matter != event.matter)
    return replace(table, proposals=rest)


@change(events.Paused)
def _paused(table: Table, event: events.Paused) -> Table:
    return replace(table, status="paused", alone=None)


@change(events.Resumed)
def _resumed(table: Table, event: events.Resumed) -> Table:
    return restart_grace(replace(table, status="playing"), event.at)


@change(events.RematchAgreed)
def _rematch_agreed(table: Table, event: events.RematchAgreed) -> Table:
    return replace(table, rematch_seats=table.who_may_play_again())


@change(events.RematchOpened)
def _rematch_opened(table: Table, event: events.RematchOpened) -> Table:
    return replace(table, rematch_seats=(), rematch=event.match)


# Leaving


@change(events.Went)
def _went(table: Table, event: events.Went) -> Table:
    waits = table.is_live and table.status in ("playing", "paused")
    for number in table.seats_of(event.user):
        resigned = table.seats[number].resigned
        ends = event.at + table.setting.grace if waits and not resigned else None
        table = with_seat(table, number, away=True, grace_ends=ends)
    if table.status == "open" and table.is_live and event.user == table.host:
        table = replace(table, host_until=event.at + GRACE)
    return table


@change(events.Came)
def _came(table: Table, event: events.Came) -> Table:
    for number in table.seats_of(event.user):
        seat = table.seats[number]
        bot = seat.bot if seat.resigned else None
        table = with_seat(table, number, away=False, grace_ends=None, bot=bot)
    host_until = None if event.user == table.host else table.host_until
    alone = table.alone
    if alone is not None and alone.user != event.user:
        alone = None
    return replace(table, alone=alone, host_until=host_until)


@change(events.GraceOver)
def _grace_over(table: Table, event: events.GraceOver) -> Table:
    table = _with_seats_of(table, event.user, grace_ends=None)
    alone = table.alone
    if alone is not None and alone.user == event.user and alone.choice != "win":
        table = replace(table, alone=None)
    return table


@change(events.BotTookOver)
def _bot_took_over(table: Table, event: events.BotTookOver) -> Table:
    return with_seat(table, event.seat, bot=event.bot, grace_ends=None)


@change(events.Resigned)
def _resigned(table: Table, event: events.Resigned) -> Table:
    table = with_seat(table, event.seat, resigned=True, grace_ends=None)
    if table.alone is not None and table.alone.user not in table.users():
        table = replace(table, alone=None)
    return table


@change(events.LeftAlone)
def _left_alone(table: Table, event: events.LeftAlone) -> Table:
    return replace(table, alone=Alone(event.user, event.wins_at))


@change(events.AloneChose)
def _alone_chose(table: Table, event: events.AloneChose) -> Table:
    assert table.alone is not None
    return replace(table, alone=replace(table.alone, choice=event.choice))


# Time


@change(events.RanOut)
def _ran_out(table: Table, event: events.RanOut) -> Table:
    return with_seat(table, event.seat, overdue=True)


@change(events.Stood)
def _stood(table: Table, event: events.Stood) -> Table:
    return clock.stand_still(table, event.since, event.at)


# Talking


@change(events.Said)
def _said(table: Table, event: events.Said) -> Table:
    listener = None if event.to is None else table.seats[event.to]
    line = ChatLine(
        number=len(table.chat) + 1,
        at=event.at,
        name=event.name,
        text=event.text,
        seat=event.seat,
        to=event.to,
        to_name="" if listener is None else listener.name,
        spectators=event.seat is None,
    )
    spoken = Spoken(event.user, line, None if listener is None else listener.user)
    return replace(table, chat=(*table.chat, spoken))


@change(events.Muted)
def _muted(table: Table, event: events.Muted) -> Table:
    pair = (event.user, event.name)
    rest = tuple(each for each in table.muted if each != pair)
    return replace(table, muted=(*rest, pair) if event.muted else rest)


@change(events.ReactionSent)
def _reacted(table: Table, event: events.ReactionSent) -> Table:
    return table


@change(events.Selected)
def _selected(table: Table, event: events.Selected) -> Table:
    selecting = {seat: partial for seat, partial in table.selecting.items() if seat != event.seat}
    if event.partial:
        selecting[event.seat] = event.partial
    after = replace(table, selecting=selecting)
    after.worked_out.update(table.worked_out)  # of all that it changes nothing
    return after


@change(events.Watched)
def _watched(table: Table, event: events.Watched) -> Table:
    rest = tuple(each for each in table.watchers if each != event.user)
    return replace(table, watchers=(*rest, event.user) if event.here else rest)
