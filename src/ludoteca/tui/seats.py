"""The seats of a table before the start: how each is shown, and what may be done with it."""

from ludoteca.bots.spec import LEVELS
from ludoteca.protocol.to_client import SeatInfo
from ludoteca.tui.form import Row
from ludoteca.tui.match_view import MatchView, said_name

FREE = "free"
"""What stands for nobody among the levels of bots."""


def is_host(match: MatchView) -> bool:
    """Return whether the viewer decides about the table."""
    return match.table.host is not None and match.table.host in match.seats


def may_set_seats(match: MatchView) -> bool:
    """Return whether the viewer decides who sits where."""
    kept = match.table.played_from is not None  # who plays on keeps the seats of the record
    return is_host(match) and match.table.setting.seating == "set" and not kept


def swapped(seats: int, seat: int, by: int) -> tuple[int, ...] | None:
    """Return the order in which a seat has moved up or down by one; none beyond the last.

    >>> swapped(3, 1, -1), swapped(3, 1, 1), swapped(3, 0, -1)
    ((1, 0, 2), (0, 2, 1), None)
    """
    if not 0 <= seat + by < seats:
        return None
    order = list(range(seats))
    order[seat], order[seat + by] = order[seat + by], order[seat]
    return tuple(order)


def seat_row(seat: SeatInfo, match: MatchView) -> Row:
    """Show a seat: who sits there, and how; for the host, to be changed."""
    said = match.words
    key, label = f"seat {seat.seat}", said.say("tui.new.seat", n=seat.seat + 1)
    if seat.kind != "person" and is_host(match):
        values = [(FREE, said["tui.seating.free"])]
        values += [(level, said[f"tui.level.{level}"]) for level in LEVELS]
        if seat.bot and seat.bot not in LEVELS:
            values.append((seat.bot, seat.name))
        return Row(key, label, values, seat.bot or FREE, is_button=True)
    if seat.kind == "free":
        may_sit = match.seat is None or match.table.setting.seating == "set"
        note = said["page.sit_here"] if may_sit else ""
        return Row(key, f"{label}  {said['tui.seating.free']}", note=note, is_fact=not may_sit)
    label = f"{label}  {said_name(seat.name, said)}"
    return Row(key, label, note=_about(seat, match), is_fact=not seat_menu(seat, match))


def _about(seat: SeatInfo, match: MatchView) -> str:
    """Describe who somebody is, how strong, and whether ready."""
    said = match.words
    if seat.kind == "bot":
        return ""
    if seat.away:
        who = "page.away"
    elif seat.seat == match.table.host:
        who = "page.host"
    else:
        who = "page.account" if seat.account else "page.guest"
    rating = "" if seat.rating is None else str(seat.rating)
    ready = said["page.ready" if seat.ready else "page.not_ready"]
    return ", ".join(part for part in (said[who], rating, ready) if part)


def seat_menu(seat: SeatInfo, match: MatchView) -> list[Row]:
    """List what the host may do with a seat."""
    said = match.words
    if not is_host(match):
        return []
    rows = []
    for by, key in ((-1, "page.seat_up"), (1, "page.seat_down")):
        if may_set_seats(match) and swapped(len(match.table.seats), seat.seat, by):
            rows.append(Row(f"move {by}", said[key]))
    if seat.kind != "person":
        rows += [Row(f"bot {level}", said[f"tui.level.{level}"]) for level in LEVELS]
    if seat.kind == "bot":
        rows.append(Row(f"bot {FREE}", said["page.send_away"]))
    elif seat.kind == "person" and seat.seat not in match.seats:
        rows.append(Row("kick", said["page.send_away"]))
    return rows
