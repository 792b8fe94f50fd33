"""The record of a table's match, as it stands."""

from ludoteca.core.errors import TableError
from ludoteca.record import Header, Result, Timeline, write
from ludoteca.table.table import Table


def header_of(table: Table) -> Header:
    """Return the header of a match that has begun; the seed is in it once the match is final."""
    if table.progress is None or table.status in ("open", "closed"):
        raise TableError("the match has not begun", "not_started")
    return Header(
        game=table.game,
        match=table.match,
        options=table.options,
        players=tuple(seat.name for seat in table.seats),
        source=table.source,
        commitment=table.commitment,
        contributions=table.contributions,
        seed=table.seed if table.status == "final" else None,
    )


def record_of(table: Table) -> str:
    """Write the record: closed by its checksum once the match is final.

    It holds every secret of the match: show that of an unfinished one to nobody.
    """
    header = header_of(table)
    assert table.progress is not None
    lines = [line.text for line in table.progress.lines]
    return write(header, lines, finished=table.status == "final")


def result_of(table: Table) -> Result:
    """Return the scores as they stand and who wins."""
    progress = table.progress
    assert progress is not None
    timeline = Timeline(table.game, progress.state)
    if progress.ended is not None:
        timeline.end(*progress.ended)
    return timeline.result()
