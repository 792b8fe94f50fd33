"""A table as one viewer may know it: built by adding what is allowed, from that viewer's view."""

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from ludoteca.core.game import View
from ludoteca.protocol.to_client import (
    ChatLine,
    ClockInfo,
    Ending,
    Happening,
    PositionInfo,
    Proposal,
    SeatInfo,
    TableInfo,
)
from ludoteca.record import Result
from ludoteca.table import clock, proposal
from ludoteca.table.decision import Viewer
from ludoteca.table.progress import Progress
from ludoteca.table.record import result_of
from ludoteca.table.table import Seat, Spoken, Table


def view_for(table: Table, progress: Progress, viewer: Viewer) -> View:
    """Return what a viewer may know of the position; once all is final that is everything."""
    if table.status == "final":
        return View(viewer.seat, progress.state)
    return progress.view(viewer.seat)


def seat_infos(table: Table) -> tuple[SeatInfo, ...]:
    """Tell who sits on each seat; in a pause no bot will take over."""
    seats = table.seats
    if table.status == "paused":
        seats = tuple(replace(seat, grace_ends=None) for seat in seats)
    return tuple(seat_info(number, seat) for number, seat in enumerate(seats))


def seat_info(number: int, seat: Seat) -> SeatInfo:
    """Tell who sits on a seat."""
    return SeatInfo(
        seat=number,
        kind=seat.kind,
        name=seat.name,
        bot=seat.bot,
        ready=seat.ready,
        away=seat.away,
        bot_at=seat.grace_ends,
        resigned=seat.resigned,
        account=seat.account,
        rating=seat.rating,
        avatar=seat.avatar,
    )


def table_info(table: Table) -> TableInfo:
    """Tell what everybody at a table may know of it; worked out once, for all who ask."""
    found: TableInfo | None = table.worked_out.get("info")
    if found is None:
        found = table.worked_out["info"] = _table_info(table)
    return found


def _table_info(table: Table) -> TableInfo:
    alone = table.alone
    undecided = alone is not None and alone.choice != "bots"
    return TableInfo(
        match=table.match,
        status=table.status,
        setting=table.setting,
        options=table.options,
        host=next(iter(table.seats_of(table.host)), None),
        seats=seat_infos(table),
        commitment=table.commitment,
        spectators=len(table.watchers),
        proposals=tuple(
            Proposal(
                matter=each.matter,
                by=each.by,
                agreed=each.agreed,
                needed=proposal.needed(table, each.matter),
            )
            for each in table.proposals
        ),
        alone=table.seats_of(alone.user)[0] if alone is not None and undecided else None,
        alone_wins_at=alone.wins_at if alone is not None and undecided else None,
        alone_choice=_alone_choice(table),
        closes_at=table.closes_at,
        rematch_due=table.rematch_due,
        rematch=table.rematch,
        rated=table.is_rated,
        played_from=table.source,
    )


def _alone_choice(table: Table) -> Literal["wait", "win"] | None:
    choice = None if table.alone is None else table.alone.choice
    return None if choice == "bots" else choice


def clock_info(table: Table) -> ClockInfo | None:
    """Tell the time of each seat."""
    if not table.timers:
        return None
    return ClockInfo(
        left=tuple(timer.left for timer in table.timers),
        ends=tuple(clock.ends_at(timer) for timer in table.timers),
    )


def position_info(table: Table, viewer: Viewer) -> PositionInfo | None:
    """Tell the position as a viewer may know it; None before the start."""
    progress = table.progress
    if progress is None or table.status in ("open", "closed"):
        return None
    game, seat = table.game, viewer.seat
    view = view_for(table, progress, viewer)
    own = None if seat is None or table.seats[seat].resigned else seat
    drawing = None
    if viewer.drawing:
        names = [each.name for each in table.seats]
        drawing = game.draw(view, names, viewer.language)
    return PositionInfo(
        ply=progress.ply,
        view=fields(game.position(view.state)),
        movers=table.movers,
        choices=game.choices(view) if own in table.movers else {},
        standing=tuple(game.standing(view)),
        drawing=drawing,
        clock=clock_info(table),
        undo_to=progress.undo_target(own) if own is not None and table.is_playing else None,
    )


def fields(value: Any) -> dict[str, Any]:
    """Turn a struct into plain fields."""
    found: dict[str, Any] = msgspec.to_builtins(value)
    return found


def ending_info(table: Table, viewer: Viewer) -> Ending | None:
    """Tell how a match ended; while that can be reversed, only what the viewer may know."""
    progress = table.progress
    if progress is None or table.status not in ("over", "final"):
        return None
    how: Literal["rules", "resigned", "agreed", "alone", "admin"] = "rules"
    seat = None
    if progress.ended is not None:
        how, seat = progress.ended
    if table.ended_by_admin:
        how = "admin"
    result = result_of(table)
    if table.status == "final":
        return Ending(
            how=how,
            seat=seat,
            winners=tuple(result.winners),
            scores=tuple(result.scores),
            steps=_steps(table, progress, result),
            seed=table.seed.hex(),
        )
    view = view_for(table, progress, viewer)
    return Ending(
        how=how,
        seat=seat,
        winners=(seat,) if how == "alone" and seat is not None else (),
        scores=tuple(each["points"] for each in table.game.standing(view)),
        reversible_until=table.reversible_until,
    )


def _steps(table: Table, progress: Progress, result: Result) -> tuple[Any, ...]:
    """Count the final scores step by step; the record knows who wins."""
    *steps, last = table.game.final_steps(progress.state)
    if last["winners"] != result.winners:
        last = {**last, "winners": result.winners, "tie_break": None}
    return (*steps, last)


def happened(table: Table, viewer: Viewer, after: int = 0) -> tuple[Happening, ...]:
    """Tell the plies beyond a number, as a viewer may know them."""
    if table.progress is None or table.status in ("open", "closed"):
        return ()
    lines = table.progress.lines[after:]
    if table.status == "final":
        return tuple(line.full for line in lines)
    return tuple(line.for_viewer(viewer.seat) for line in lines)


def revealed(table: Table, viewer: Viewer, until: int) -> tuple[Happening, ...]:
    """Tell the plies up to a number of which a viewer could not know all before it was final."""
    if table.progress is None or table.status != "final":
        return ()
    lines = table.progress.lines[:until]
    return tuple(line.full for line in lines if line.for_viewer(viewer.seat) != line.full)


def may_hear(table: Table, viewer: Viewer, spoken: Spoken) -> bool:
    """Return whether a viewer may hear a line of chat, and wants to."""
    line = spoken.line
    if spoken.user == viewer.user:
        return True
    if (viewer.user, line.name) in table.muted:
        return False
    if line.spectators:
        return not table.seats_of(viewer.user)
    return spoken.listener in (None, viewer.user)


def chat(table: Table, viewer: Viewer, after: int = 0) -> tuple[ChatLine, ...]:
    """Tell the lines of chat beyond a number."""
    return tuple(spoken.line for spoken in table.chat[after:] if may_hear(table, viewer, spoken))
