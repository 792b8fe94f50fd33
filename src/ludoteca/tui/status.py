"""What is true of a table beside its position: clocks, who is away, what is proposed or not saved.

Times are those of the server: `now` is its clock.
"""

import math
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from rich.cells import cell_len

from ludoteca.language import Words
from ludoteca.protocol.common import BankClock, Clock, DaysClock, TurnClock
from ludoteca.protocol.to_client import ClockInfo, TableInfo
from ludoteca.tui.canvas import Canvas, Paint, fitted
from ludoteca.tui.drawable import Drawable
from ludoteca.tui.match_view import MatchView

DAY, HOUR, MINUTE = 86_400, 3_600, 60


def format_time(seconds: float, said: Words) -> str:
    """Write a length of time as people read it.

    >>> from ludoteca.language import words
    >>> [format_time(each, words("de")) for each in (83.2, 7500, 3 * DAY + 4 * HOUR)]
    ['1:24', '2:05:00', '3 T 4 Std.']
    """
    whole = max(0, math.ceil(seconds))
    if whole >= DAY:
        return said.say("page.days_hours", days=whole // DAY, hours=whole % DAY // HOUR)
    minutes, rest = whole % HOUR // MINUTE, whole % MINUTE
    if whole >= HOUR:
        return f"{whole // HOUR}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


def describe_clock(clock: Clock, said: Words) -> str:
    """Show how much time there is."""
    if isinstance(clock, TurnClock):
        return said.say("page.clock.turn_of", n=clock.seconds)
    if isinstance(clock, BankClock):
        minutes = round(clock.seconds / 60)
        return said.say("page.clock.bank_of", n=minutes, more=clock.increment)
    if isinstance(clock, DaysClock):
        return said.say("page.clock.days_of", n=clock.days)
    return said["page.clock.none"]


def time_left(clock: ClockInfo, seat: int, now: float) -> float | None:
    """Return the seconds a seat has left: a running clock ends at its moment."""
    ends = clock.ends[seat]
    return clock.left[seat] if ends is None else ends - now


def clocks(match: MatchView, now: float, width: int, said: Words) -> str:
    """Write the clocks of all seats; where there is no room, only those that run."""
    clock = match.position.clock if match.position else None
    if clock is None or match.ending:
        return ""
    seats = range(len(clock.left))

    def written(some: list[int]) -> str:
        times = ((match.names[seat], time_left(clock, seat, now)) for seat in some)
        return "  ".join(
            f"{name} {format_time(left, said)}" for name, left in times if left is not None
        )

    found = written(list(seats))
    if len(found) <= width:
        return found
    return written([seat for seat in seats if clock.ends[seat] is not None])


def is_counting(match: MatchView) -> bool:
    """Return whether something on the screen changes with every second."""
    clock = match.position.clock if match.position else None
    runs = clock is not None and any(end is not None for end in clock.ends)
    table = match.table
    return not match.ending and (
        runs
        or (table.alone is not None and table.alone_wins_at is not None)
        or any(seat.bot_at is not None for seat in table.seats)
    )


def is_alone(match: MatchView) -> bool:
    """Return whether the viewer is the last one at the table, and may decide."""
    return match.table.alone is not None and match.table.alone in match.seats and not match.ending


def state_of(match: MatchView, now: float, said: Words) -> str:
    """Describe what else is true of the table; nothing if all is as usual."""
    if match.outage is not None:
        return match.outage or said["page.outage"]
    table = match.table
    sentences = []
    if is_alone(match):
        sentences.append(said["page.alone"])
        if table.alone_wins_at is not None and table.alone_wins_at > now:
            left = format_time(table.alone_wins_at - now, said)
            sentences.append(said.say(_alone_key(table), time=left))
    elif not match.ending:
        sentences += _absences(table, match, now, said)
    sentences += _proposals(table, match, said)
    delay = table.setting.spectator_delay
    if delay and match.seat is None and not match.ending:
        sentences.append(said.say("page.delayed", n=delay))
    if match.ending and table.status == "over":
        sentences.append(_reversible(match, said))
    return " ".join(sentences)


def _alone_key(table: TableInfo) -> str:
    """Name what happens when the countdown of the last one is over."""
    if table.alone_choice == "win":
        return "page.alone_win_time"
    undecided = table.alone_choice is None and table.setting.leaving == "bot"
    return "page.alone_bots_time" if undecided else "page.alone_time"


def _absences(table: TableInfo, match: MatchView, now: float, said: Words) -> Iterator[str]:
    for seat in table.seats:
        if seat.kind != "person" or seat.seat in match.seats or not seat.away:
            continue
        if seat.bot:
            yield said.say("page.bot_plays_for", name=seat.name)
        elif seat.bot_at is not None:
            left = format_time(seat.bot_at - now, said)
            yield said.say("page.away_until", name=seat.name, time=left)
        else:
            yield said.say("page.is_away", name=seat.name)


def _proposals(table: TableInfo, match: MatchView, said: Words) -> Iterator[str]:
    for proposal in table.proposals:
        yield said.say(f"page.proposal.{proposal.matter}", name=match.names[proposal.by])


def _reversible(match: MatchView, said: Words) -> str:
    assert match.ending is not None
    until = match.ending.reversible_until
    if until is None:
        return said["page.match_over"]
    moment = datetime.fromtimestamp(until, tz=UTC).astimezone()
    return said.say("tui.table.reversible", time=f"{moment:%Y-%m-%d %H:%M}")


class StatusLine(Drawable):
    """A line under the title; it is there only while there is something to say."""

    DEFAULT_CSS = "StatusLine { height: 1; display: none; }"

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.text = ""

    def say(self, text: str) -> None:
        """Show a sentence, or nothing."""
        if text != self.text:
            self.text = text
            self.display = bool(text)
            self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the line."""
        look, palette = self.look, self.look.palette
        canvas.fill(0, 0, canvas.width, 1, palette.raised)
        text = look.text(self.text)
        text = fitted(text, min(canvas.width - 2, cell_len(text)), look.glyphs.ellipsis)
        canvas.put(1, 0, text, Paint(palette.glow, palette.raised, bold=True))
