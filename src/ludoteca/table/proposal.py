"""What people at a table agree on: undo, end, pause, going on, reversing an end, playing again."""

from ludoteca.protocol.common import Matter
from ludoteca.protocol.from_client import Agree, Propose
from ludoteca.table import events
from ludoteca.table.absence import gone_for_good
from ludoteca.table.decision import Draft, Refusal, Who
from ludoteca.table.move import progress_of
from ludoteca.table.table import Pending, Table

STATUSES: dict[Matter, tuple[str, ...]] = {
    "undo": ("playing",),
    "end": ("playing", "paused", "over"),
    "pause": ("playing",),
    "resume": ("paused",),
    "reverse": ("over",),
    "rematch": ("over", "final"),
}
"""When each may be proposed; to end a match that is over means to let its end stand."""


def needed(table: Table, matter: Matter) -> tuple[int, ...]:
    """List the seats whose people must agree: mostly all; but several may end what one has left.

    A pause, and going on after it, is for those who are here or waited for.
    """
    here = _here(table)
    may_end = matter == "end" and len(here) > 1 and table.status != "over"
    if may_end or matter in ("pause", "resume"):
        return tuple(seat for seat in table.people() if table.seats[seat].user in here)
    return table.who_may_play_again() if matter == "rematch" else table.people()


def _here(table: Table) -> list[str]:
    """List the people for whom the table still waits, or need not."""
    return [user for user in table.users() if not gone_for_good(table, user)]


def propose(draft: Draft, who: Who, message: Propose) -> None:
    """Propose something; the only person at a table decides alone."""
    seat, table, matter = draft.own_seat(who), draft.table, message.matter
    progress_of(table)
    if table.status not in STATUSES[matter]:
        raise Refusal("not_now")
    if table.seats[seat].resigned and matter != "rematch":
        raise Refusal("resigned")
    if matter == "rematch" and (table.rematch_due or table.rematch is not None):
        raise Refusal("not_now")
    if any(each.matter == matter for each in table.proposals):
        _agree(draft, seat, matter)
        return
    to = None
    if matter == "undo":
        to = progress_of(table).undo_target(seat)
        if to is None:
            raise Refusal("nothing_to_undo")
    draft.add(events.Proposed(at=draft.now, matter=matter, seat=seat, to=to))


def agree(draft: Draft, who: Who, message: Agree) -> None:
    """Answer yes, or no: then the proposal is off."""
    seat = draft.own_seat(who)
    if not any(each.matter == message.matter for each in draft.table.proposals):
        raise Refusal("nothing_proposed")
    if seat not in needed(draft.table, message.matter):
        raise Refusal("not_asked")
    if message.agree:
        _agree(draft, seat, message.matter)
    else:
        draft.add(events.Withdrawn(at=draft.now, matter=message.matter))


def _agree(draft: Draft, seat: int, matter: Matter) -> None:
    pending = next(each for each in draft.table.proposals if each.matter == matter)
    if seat not in pending.agreed:
        draft.add(events.Agreed(at=draft.now, matter=matter, seat=seat))


def settle(draft: Draft) -> None:
    """Do what all who are needed have agreed on, and drop what is not possible any more."""
    for pending in draft.table.proposals:
        if pending not in draft.table.proposals:
            continue
        if draft.table.status not in STATUSES[pending.matter]:
            draft.add(events.Withdrawn(at=draft.now, matter=pending.matter))
        elif _all_agree(draft.table, pending):
            draft.add(events.Withdrawn(at=draft.now, matter=pending.matter))
            _do(draft, pending)


def _all_agree(table: Table, pending: Pending) -> bool:
    """Return whether all who are needed have agreed; where nobody is, a proposal waits."""
    asked = needed(table, pending.matter)
    return bool(asked) and set(asked) <= set(pending.agreed)


def _do(draft: Draft, pending: Pending) -> None:
    at, progress = draft.now, progress_of(draft.table)
    if pending.matter == "undo":
        assert pending.to is not None
        draft.add(events.Undone(at=at, ply=progress.ply + 1, to=pending.to))
    elif pending.matter == "end":
        if draft.table.status != "over":
            ply, agreed = progress.ply + 1, pending.agreed
            draft.add(events.Ended(at=at, ply=ply, how="agreed", agreed=agreed))
            if draft.table.reversible_until is not None:
                return
        draft.add(events.Finalised(at=at))
    elif pending.matter == "pause":
        draft.add(events.Paused(at=at))
    elif pending.matter == "resume":
        draft.add(events.Resumed(at=at))
    elif pending.matter == "reverse":
        draft.add(events.Undone(at=at, ply=progress.ply + 1, to=progress.checkpoints[-1].ply))
    else:
        draft.add(events.RematchAgreed(at=at))
