"""What the menu of a table offers: proposals, the choice of the last one, ways out."""

from collections.abc import Iterator

from ludoteca.tui.form import Row
from ludoteca.tui.match_view import MatchView
from ludoteca.tui.status import format_time, is_alone

OFFERS = {
    "playing": (("undo", "page.undo"), ("pause", "page.pause"), ("end", "page.end_together")),
    "paused": (("resume", "page.resume"), ("end", "page.end_together")),
    "over": (("reverse", "page.reverse"), ("end", "page.leave_ended")),
    "final": (("rematch", "page.play_again"),),
}
"""What can be proposed, by how the table stands; each with its words."""


def alone_rows(match: MatchView, now: float) -> list[Row]:
    """List what the last one at the table may choose, with the time until a win."""
    if not is_alone(match):
        return []
    said, wins_at = match.words, match.table.alone_wins_at
    note = ""
    if wins_at is not None and wins_at > now:
        note = said.say("tui.menu.in_time", time=format_time(wins_at - now, said))
    return [
        Row("alone wait", said["page.wait"]),
        Row("alone bots", said["page.with_bots"]),
        Row("alone win", said["page.take_win"], note=note),
    ]


def offers(match: MatchView) -> Iterator[Row]:
    """List what can be proposed to the others, or taken back of it."""
    if match.seat is None:
        return
    said = match.words
    mine: set[str] = {each.matter for each in match.table.proposals if each.by in match.seats}
    for matter, key in OFFERS.get(match.table.status, ()):
        if matter in mine:
            yield Row(f"withdraw {matter}", f"{said['page.withdraw']}: {said[key]}")
        else:
            yield Row(f"propose {matter}", said[key])


def last_rows(match: MatchView) -> list[Row]:
    """List what stands at the end of the menu."""
    said = match.words
    rows = [Row("rules", said["page.rules"])]
    if match.seat is not None and not match.ending:
        key = "page.resign_more" if len(match.table.seats) > 2 else "page.resign_two"
        rows.append(Row("resign", said["page.resign"], note=said[key]))
    return [*rows, Row("leave", said["page.leave_table"])]
