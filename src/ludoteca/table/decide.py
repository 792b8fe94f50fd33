"""The one door to a table: a message comes in, a decision goes out, nothing else happens.

The caller saves the events of a decision first, then takes its table as the present one, then
answers, then tells everybody (`tell.frames`).
"""

from collections.abc import Callable
from typing import Any

from ludoteca.protocol.from_client import (
    AddBot,
    Agree,
    AloneChoice,
    AskMoves,
    AskWhyNot,
    AtTable,
    Enter,
    Exit,
    Kick,
    LeaveSeat,
    Message,
    Mute,
    PlayMove,
    Propose,
    React,
    Ready,
    RemoveBot,
    Resign,
    Say,
    Select,
    SetSeats,
    Start,
    TakeSeat,
)
from ludoteca.protocol.to_client import Answer, Done, Refused
from ludoteca.table import agreeing, events, leaving, playing, seating, talking
from ludoteca.table.draft import Decision, Draft, House, Refusal, Viewer, Who, acting_seat
from ludoteca.table.playing import BotMove
from ludoteca.table.state import Table

Handler = Callable[[Draft, Who, Any], Answer | None]

HANDLERS: dict[type[Message], Handler] = {
    Exit: leaving.leave,
    TakeSeat: seating.take_seat,
    LeaveSeat: seating.leave_seat,
    Kick: seating.kick,
    SetSeats: seating.set_seats,
    AddBot: seating.add_bot,
    RemoveBot: seating.remove_bot,
    Ready: seating.ready,
    Start: seating.start,
    PlayMove: playing.play_move,
    Select: playing.select,
    AskMoves: playing.ask_moves,
    AskWhyNot: playing.ask_why_not,
    Propose: agreeing.propose,
    Agree: agreeing.agree,
    Resign: leaving.resign,
    AloneChoice: leaving.choose_alone,
    Say: talking.say,
    React: talking.react,
    Mute: talking.mute,
}
"""What a table answers itself, `Enter` aside; the rest is for the house around it."""

QUESTIONS = (AskMoves, AskWhyNot)
"""Messages that change nothing, not even who is here."""


def decide(table: Table, who: Who, message: AtTable, now: float, house: House) -> Decision:
    """Say what a message brings; a refusal brings nothing but its answer."""
    try:
        return _follow(Draft(table, now, house), who, message)
    except Refusal as refusal:
        return Decision((), table, refused(message, refusal, who.language))


def _follow(draft: Draft, who: Who, message: AtTable) -> Decision:
    if message.match != draft.table.match:
        raise Refusal("other_table")
    if isinstance(message, Enter):
        return _enter(draft, who, message)
    if type(message) not in HANDLERS:
        raise Refusal("not_at_table")
    if not isinstance(message, (Exit, *QUESTIONS)):
        leaving.come_back(draft, who)
    answer = HANDLERS[type(message)](draft, who, message)
    agreeing.settle(draft)
    return draft.decision(answer or Done(request=message.request))


def refused(message: Message, refusal: Refusal, language: str) -> Refused:
    """Answer a message that may not be followed."""
    return Refused(
        request=message.request,
        code=refusal.code,
        sentence=refusal.sentence(language),
        match=getattr(message, "match", None),
        ply=refusal.ply,
    )


def _enter(draft: Draft, who: Who, message: Enter) -> Decision:
    own = draft.table.seats_of(who.visitor)
    if message.seat is not None and message.seat not in own:
        raise Refusal("not_your_seat")
    if own:
        leaving.come_back(draft, who)
        seating.introduce(draft, who)
    else:
        leaving.watch(draft, who)
    seat = acting_seat(draft.table, who) if message.seat is None else message.seat
    return draft.decision(viewer=Viewer(who.visitor, seat, who.language, message.drawing))


def dropped(table: Table, visitor: str, now: float, house: House) -> Decision:
    """Let the last connection of a visitor at this table be lost."""
    draft = Draft(table, now, house)
    leaving.go(draft, visitor)
    agreeing.settle(draft)
    return draft.decision()


def bot_chose(table: Table, answer: BotMove, now: float, house: House) -> Decision:
    """Take a bot's choice; one that is not wanted any more brings nothing."""
    draft = Draft(table, now, house)
    try:
        playing.bot_move(draft, answer)
    except Refusal:
        return Decision((), table)
    agreeing.settle(draft)
    return draft.decision()


def rematch_opened(table: Table, match: str, now: float, house: House) -> Decision:
    """Note at which table the same people play again."""
    draft = Draft(table, now, house)
    if table.rematch_due:
        draft.add(events.RematchOpened(at=now, match=match))
    return draft.decision()
