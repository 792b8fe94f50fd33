"""The one way out: every frame that a viewer gets of a table is made here."""

from collections.abc import Sequence

import msgspec

from ludoteca.protocol.to_client import (
    Chat,
    ChatLine,
    Reacted,
    Selecting,
    Snapshot,
    TableChange,
    ToClient,
    Update,
)
from ludoteca.table import events, present
from ludoteca.table.absence import may_watch
from ludoteca.table.decision import Viewer
from ludoteca.table.table import Table


def snapshot(table: Table, viewer: Viewer, request: int, after: int = 0) -> Snapshot:
    """Tell all that a viewer may know; of the chat, what comes after a number."""
    return Snapshot(
        request=request,
        table=present.table_info(table),
        seat=viewer.seat,
        seats=table.seats_of(viewer.user),
        position=present.position_info(table, viewer),
        happened=present.happened(table, viewer),
        chat=present.chat(table, viewer, after),
        muted=tuple(name for who, name in table.muted if who == viewer.user),
        ending=present.ending_info(table, viewer),
        selecting={str(seat): dict(partial) for seat, partial in table.selecting.items()},
    )


def with_chat(shown: Snapshot, chat: tuple[ChatLine, ...], spectators: int) -> Snapshot:
    """Return a snapshot with other lines of chat."""
    table = msgspec.structs.replace(shown.table, spectators=spectators)
    return msgspec.structs.replace(shown, chat=chat, table=table)


def seat_after(table: Table, viewer: Viewer) -> int | None:
    """Return from which seat a viewer sees the table now: seats may have been changed or taken."""
    own = table.seats_of(viewer.user)
    return viewer.seat if viewer.seat in own else next(iter(own), None)


def may_hear_of(table: Table, viewer: Viewer) -> bool:
    """Return whether somebody without a seat may stay: not sent away, and watching is allowed."""
    if table.seats_of(viewer.user):
        return True
    return viewer.user not in table.banned and may_watch(table)


def frames(
    before: Table, after: Table, happened: Sequence[events.Event], viewer: Viewer
) -> list[ToClient]:
    """Tell a viewer what has changed; `viewer.seat` is the one `seat_after` gives."""
    told: list[ToClient] = []
    if not may_hear_of(before, viewer):
        return told
    table_info = present.table_info(after)
    if table_info != present.table_info(before):
        told.append(TableChange(table=table_info, seat=viewer.seat))
    if not may_hear_of(after, viewer):
        return told
    update = _update(before, after, viewer)
    if update is not None:
        told.append(update)
    return told + _talk(before, after, happened, viewer)


def _talk(
    before: Table, after: Table, happened: Sequence[events.Event], viewer: Viewer
) -> list[ToClient]:
    """Tell what was said, shown and chosen."""
    told: list[ToClient] = []
    said = len(before.chat)
    for event in happened:
        if isinstance(event, events.Said):
            spoken = after.chat[said]
            said += 1
            if present.may_hear(after, viewer, spoken):
                told.append(Chat(match=after.match, line=spoken.line))
        elif isinstance(event, events.ReactionSent | events.Selected):
            told += _passing(after, event, viewer)
    return told


def _update(before: Table, after: Table, viewer: Viewer) -> Update | None:
    """Tell that the match, its clocks or its end have changed."""
    plies = before.progress.ply if before.progress is not None and before.status != "open" else 0
    same = (
        before.progress is after.progress
        and _has_resigned(before, viewer) == _has_resigned(after, viewer)
        and before.status == after.status
        and before.reversible_until == after.reversible_until
        and _times(before) == _times(after)
    )
    position = None if same else present.position_info(after, viewer)
    if position is None:
        return None
    return Update(
        match=after.match,
        happened=present.happened(after, viewer, plies),
        position=position,
        ending=present.ending_info(after, viewer),
        revealed=present.revealed(after, viewer, plies) if before.status != "final" else (),
    )


def _has_resigned(table: Table, viewer: Viewer) -> bool:
    """Return whether a viewer has given up: then nothing is there to be chosen any more."""
    return viewer.seat is not None and table.seats[viewer.seat].resigned


def _times(table: Table) -> list[tuple[bool, float]]:
    """Return what a client can't work out by itself: which clocks run, and until when."""
    info = present.clock_info(table)
    if info is None:
        return []
    pairs = zip(info.left, info.ends, strict=True)
    return [(ends is not None, round(ends or left or 0.0, 3)) for left, ends in pairs]


def _passing(
    table: Table, event: events.ReactionSent | events.Selected, viewer: Viewer
) -> list[ToClient]:
    """Tell what is not kept."""
    if isinstance(event, events.Selected):
        if viewer.seat == event.seat or table.progress is None:
            return []
        return [
            Selecting(
                match=table.match,
                ply=table.progress.ply,
                seat=event.seat,
                partial=event.partial,
            )
        ]
    if (viewer.user, event.name) in table.muted:
        return []
    return [Reacted(match=table.match, reaction=event.reaction, name=event.name, seat=event.seat)]


def your_turn(before: Table, after: Table) -> list[str]:
    """List the users whose turn has just begun, for notices beyond the table."""
    new = (seat for seat in after.movers if seat not in before.movers)
    people = (after.seats[seat] for seat in new if not after.seats[seat].is_played_by_bot)
    return list(dict.fromkeys(seat.user for seat in people))
