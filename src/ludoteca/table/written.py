"""The record of a table's match, as it stands."""

from ludoteca.core.errors import TableError
from ludoteca.record import Header, Result, Timeline, write
from ludoteca.table.state import Table


def header_of(table: Table) -> Header:
    """Give the header of a match that has begun; the seed is in it once the match is final."""
    if table.course is None or table.status in ("open", "closed"):
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
    assert table.course is not None
    lines = [line.text for line in table.course.lines]
    return write(header, lines, finished=table.status == "final")


def result_of(table: Table) -> Result:
    """Give the scores as they stand and who wins."""
    course = table.course
    assert course is not None
    timeline = Timeline(table.game, course.state)
    if course.ended is not None:
        timeline.end(*course.ended)
    return timeline.result()
