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
    ChangeSetting,
    Enter,
    Exit,
    Kick,
    LeaveSeat,
    Message,
    Mute,
    PlayMove,
    Propose,
    QuickMatch,
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
from ludoteca.table import absence, chat, events, move, proposal, seating
from ludoteca.table.decision import Decision, Draft, Refusal, TablePolicy, Viewer, Who, acting_seat
from ludoteca.table.table import Table


def _enter(draft: Draft, who: Who, message: Enter) -> Viewer:
    own = draft.table.seats_of(who.user)
    if message.seat is not None and message.seat not in own:
        raise Refusal("not_your_seat")
    if own:
        absence.come_back(draft, who)
        seating.introduce(draft, who)
    else:
        absence.watch(draft, who)
    seat = acting_seat(draft.table, who) if message.seat is None else message.seat
    return Viewer(who.user, seat, who.language, message.drawing)


Handler = Callable[[Draft, Who, Any], Answer | Viewer | None]

HANDLERS: dict[type[Message], Handler] = {
    Enter: _enter,
    Exit: absence.leave,
    TakeSeat: seating.take_seat,
    LeaveSeat: seating.leave_seat,
    Kick: seating.kick,
    SetSeats: seating.set_seats,
    AddBot: seating.add_bot,
    RemoveBot: seating.remove_bot,
    ChangeSetting: seating.change_setting,
    Ready: seating.ready,
    Start: seating.start,
    PlayMove: move.play_move,
    Select: move.select,
    AskMoves: move.ask_moves,
    AskWhyNot: move.ask_why_not,
    Propose: proposal.propose,
    Agree: proposal.agree,
    Resign: absence.resign,
    AloneChoice: absence.choose_alone,
    Say: chat.say,
    React: chat.react,
    Mute: chat.mute,
}
"""What a table answers itself; the server around it answers the rest."""

QUESTIONS = (AskMoves, AskWhyNot)
"""Messages that change nothing, not even who is here."""


def decide(table: Table, who: Who, message: AtTable, now: float, policy: TablePolicy) -> Decision:
    """Return what a message brings; a refusal brings nothing but its answer."""
    draft, kind = Draft(table, now, policy), type(message)
    if message.match != table.match:
        return Decision((), table, refused(message, Refusal("other_table"), who.language))
    if kind not in HANDLERS:
        return Decision((), table, refused(message, Refusal("not_at_table"), who.language))
    try:
        if not isinstance(message, (Enter, Exit, *QUESTIONS)):
            absence.come_back(draft, who)
        answer = HANDLERS[kind](draft, who, message)
        if draft.table.proposals and not isinstance(message, Enter):
            proposal.settle(draft)
    except Refusal as refusal:
        return Decision((), table, refused(message, refusal, who.language))
    if isinstance(answer, Viewer):
        return draft.decision(viewer=answer)
    return draft.decision(answer or Done(request=message.request))


def join_quickly(
    table: Table, who: Who, message: QuickMatch, now: float, policy: TablePolicy
) -> Decision:
    """Seat a person who asked for a quick match."""
    draft = Draft(table, now, policy)
    try:
        seating.join_quickly(draft, who, message.contribution)
    except Refusal as refusal:
        return Decision((), table, refused(message, refusal, who.language))
    return draft.decision(Done(request=message.request))


def refused(message: Message, refusal: Refusal, language: str) -> Refused:
    """Answer a message that may not be followed."""
    return Refused(
        request=message.request,
        code=refusal.code,
        sentence=refusal.sentence(language),
        match=getattr(message, "match", None),
        ply=refusal.ply,
        retry_after=refusal.retry_after,
    )


def dropped(table: Table, user: str, now: float, policy: TablePolicy) -> Decision:
    """Let the last connection of a user at this table be lost."""
    draft = Draft(table, now, policy)
    absence.go(draft, user)
    proposal.settle(draft)
    return draft.decision()


def rematch_opened(table: Table, match: str, now: float, policy: TablePolicy) -> Decision:
    """Note at which table the same people play again."""
    draft = Draft(table, now, policy)
    if table.rematch_due:
        draft.add(events.RematchOpened(at=now, match=match))
    return draft.decision()
