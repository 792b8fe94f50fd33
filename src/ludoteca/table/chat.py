"""Chat: to the table, whispered, among spectators; reactions; whom one does not want to hear."""

from ludoteca.language import harmless
from ludoteca.protocol.from_client import Mute, React, Say
from ludoteca.table import events
from ludoteca.table.absence import may_watch
from ludoteca.table.decision import Draft, Refusal, Who, acting_seat
from ludoteca.table.opening import is_visible

MOST_LINES, WITHIN = 5, 10.0
"""Lines of chat allowed, and within how many seconds."""

MOST_MUTED = 50
"""Number of names a person may mute at a table."""


def say(draft: Draft, who: Who, message: Say) -> None:
    """Chat: players with the table or one of them, spectators with spectators."""
    seat = _check_here(draft, who)
    if message.to is not None:
        _check_whisper(draft, seat, message.to)
    text = harmless(message.text)
    if not is_visible(text):
        raise Refusal("nothing_said")
    recent = [
        spoken
        for spoken in draft.table.chat[-100:]
        if spoken.user == who.user and draft.now - WITHIN < spoken.line.at <= draft.now
    ]
    if len(recent) >= MOST_LINES:
        wait = recent[-MOST_LINES].line.at + WITHIN - draft.now
        raise Refusal("too_fast", retry_after=round(max(0.1, wait), 2))
    draft.add(
        events.Said(
            at=draft.now,
            user=who.user,
            name=who.name if seat is None else draft.table.seats[seat].name,
            text=text,
            seat=seat,
            to=message.to,
        )
    )


def _check_here(draft: Draft, who: Who) -> int | None:
    """Return the seat of somebody who is at the table; None for a spectator."""
    seat = acting_seat(draft.table, who)
    if seat is None and who.user not in draft.table.watchers:
        raise Refusal("enter_first" if may_watch(draft.table) else "no_spectators")
    return seat


def _check_whisper(draft: Draft, seat: int | None, to: int) -> None:
    if seat is None:
        raise Refusal("not_seated")
    if to >= len(draft.table.seats) or draft.table.seats[to].kind != "person" or to == seat:
        raise Refusal("nobody_there")


def react(draft: Draft, who: Who, message: React) -> None:
    """Show a feeling."""
    seat = _check_here(draft, who)
    draft.add(
        events.ReactionSent(
            at=draft.now,
            user=who.user,
            name=who.name if seat is None else draft.table.seats[seat].name,
            reaction=message.reaction,
            seat=seat,
        )
    )


def mute(draft: Draft, who: Who, message: Mute) -> None:
    """Mute or unmute somebody."""
    _check_here(draft, who)
    if message.muted and sum(who.user == each for each, _ in draft.table.muted) >= MOST_MUTED:
        raise Refusal("too_many_muted", most=MOST_MUTED)
    if ((who.user, message.name) in draft.table.muted) != message.muted:
        draft.add(events.Muted(at=draft.now, user=who.user, name=message.name, muted=message.muted))
