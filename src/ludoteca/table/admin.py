"""What an admin decides over the heads of the people at a table."""

from ludoteca.table import events, proposal
from ludoteca.table.decision import Decision, Draft, Refusal, TablePolicy
from ludoteca.table.table import Table


def end_by_admin(table: Table, now: float, policy: TablePolicy) -> Decision:
    """End a match as it stands, which can be reversed for a day; close a table before the start."""
    draft = Draft(table, now, policy)
    if table.status == "open":
        draft.add(events.Closed(at=now))
    elif table.status in ("playing", "paused"):
        assert table.progress is not None
        ply = table.progress.ply + 1
        draft.add(events.Ended(at=now, ply=ply, how="agreed", by_admin=True))
    else:
        _refuse(table)
    proposal.settle(draft)
    return draft.decision()


def reopen_by_admin(table: Table, now: float, policy: TablePolicy) -> Decision:
    """Reverse an end that is not final, or let a match that is paused go on."""
    draft = Draft(table, now, policy)
    if table.status == "over":
        assert table.progress is not None
        progress = table.progress
        draft.add(events.Undone(at=now, ply=progress.ply + 1, to=progress.checkpoints[-1].ply))
    elif table.status == "paused":
        draft.add(events.Resumed(at=now))
    elif table.status in ("final", "closed"):
        _refuse(table)
    proposal.settle(draft)
    return draft.decision()


def _refuse(table: Table) -> None:
    """Refuse what comes too late: a final match has shown its seed, a closed table has no match."""
    raise Refusal("closed" if table.status == "closed" else "match_over")
