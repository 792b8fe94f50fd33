"""Moves: read, checked against what the mover may know, made once, and the deals that follow."""

from dataclasses import dataclass

from ludoteca.core.dice import Dice
from ludoteca.core.errors import LudotecaError, MoveError
from ludoteca.core.game import EVERYTHING, SPECTATOR, View
from ludoteca.language import words
from ludoteca.protocol.from_client import AskMoves, AskWhyNot, PlayMove, Select
from ludoteca.protocol.to_client import Accepted, Continuations, WhyNot
from ludoteca.table import events
from ludoteca.table.course import Course
from ludoteca.table.draft import Draft, Refusal, Who, acting_seat
from ludoteca.table.state import Known, Table


@dataclass(frozen=True)
class BotMove:
    """The answer to a `BotTask`: an action of the game, chosen by a bot."""

    seat: int
    ply: int
    action: int


def course_of(table: Table) -> Course:
    """Give the match; refuse if it has not begun."""
    if table.course is None or table.status in ("open", "closed"):
        raise Refusal("not_started")
    return table.course


def check_playing(table: Table) -> Course:
    """Give the match if moves can be made now."""
    course = course_of(table)
    if table.status == "paused":
        raise Refusal("paused")
    if not table.is_playing:
        raise Refusal("match_over")
    return course


def play_move(draft: Draft, who: Who, message: PlayMove) -> Accepted:
    """Make a move; one that was made before is only answered again."""
    known = draft.table.known.get(message.move_id)
    if known is not None:
        return _again(draft, who, message, known)
    seat = draft.own_seat(who)
    course = check_playing(draft.table)
    _check_plays(draft.table, seat)
    _check_ply(draft.table, course, seat, message.ply)
    action = read_move(draft.table, seat, message.move, who.language)
    ply = move(draft, seat, action, move_id=message.move_id, said=(message.ply, message.move))
    return Accepted(request=message.request, match=message.match, ply=ply)


def _again(draft: Draft, who: Who, message: PlayMove, known: Known) -> Accepted:
    if known.visitor != who.visitor or known.said != (message.ply, message.move):
        raise Refusal("move_id_used")
    return Accepted(request=message.request, match=message.match, ply=known.ply)


def _check_plays(table: Table, seat: int) -> None:
    """Refuse whoever has given up the seat."""
    if table.seats[seat].resigned:
        raise Refusal("resigned")


def _check_ply(table: Table, course: Course, seat: int, ply: int) -> None:
    """Refuse a move meant for another position.

    Where several seats choose at once, any ply since that choice opened will do.
    """
    opened = course.opened[seat]
    if ply > course.ply or ply < (course.ply if opened is None else opened):
        raise Refusal("stale_move", ply=course.ply)
    if opened is None:
        names = ", ".join(table.seats[mover].name for mover in course.movers)
        raise Refusal("not_your_turn", names=names)


def read_move(table: Table, seat: int, text: str, language: str) -> int:
    """Read a move and check it against what its seat may know, so that no refusal tells more."""
    game, state = table.game, _own_view(table, seat).state
    try:
        action = game.rooms.notation.parse_move(state, seat, text)
    except MoveError as error:
        raise Refusal(error.code, _sentence(table, error, language)) from None
    try:
        game.check(state, seat, action)
    except MoveError as error:
        sentence = game.refuse(error.code, state, seat, action, language).message
        raise Refusal(error.code, sentence) from None
    return action


def _sentence(table: Table, error: MoveError, language: str) -> str:
    """Give the sentence of a move that could not be read, in one's language if there is one."""
    if language == "en":
        return error.message
    try:
        return table.game.words(language)[f"refusal.{error.code}"].format(**error.values)
    except KeyError:  # no such sentence, or one that mentions more than the game has told
        return words(language).say("refusal.illegal_move")


def _own_view(table: Table, seat: int) -> View:
    return course_of(table).view(seat)


def move(
    draft: Draft,
    seat: int,
    action: int,
    move_id: str | None = None,
    said: tuple[int, str] | None = None,
    by_bot: bool = False,
) -> int:
    """Make a legal move and roll what follows; give its ply."""
    course = course_of(draft.table)
    ply = course.ply + 1
    text = draft.table.game.rooms.notation.format_move(course.state, seat, action)
    draft.add(
        events.Moved(
            at=draft.now,
            ply=ply,
            seat=seat,
            text=text,
            move_id=move_id,
            said=said,
            by_bot=by_bot,
        )
    )
    deal_what_is_due(draft)
    return ply


def deal_what_is_due(draft: Draft) -> None:
    """Roll every deal that is due; a match that is over by the rules is final."""
    game = draft.table.game
    while game.deal_name(course_of(draft.table).state) is not None:
        table, course = draft.table, course_of(draft.table)
        dice = Dice(table.seed, table.match, table.contributions, table.rolled)
        _, outcomes = game.deal_all(course.state, dice.roll)
        text = game.rooms.notation.format_deal(course.state, outcomes, EVERYTHING)
        draft.add(events.Dealt(at=draft.now, ply=course.ply + 1, text=text, used=dice.used))
    if game.is_over(course_of(draft.table).state):
        draft.add(events.Finalised(at=draft.now))


def bot_move(draft: Draft, answer: BotMove) -> None:
    """Take a bot's choice if it is still wanted."""
    table = draft.table
    if not table.is_playing or table.course is None or answer.seat not in table.movers:
        raise Refusal("not_due")
    opened = table.course.opened[answer.seat]
    wanted = opened is not None and opened <= answer.ply <= table.course.ply
    if not wanted or not table.seats[answer.seat].is_played_by_bot:
        raise Refusal("not_due")
    try:
        table.game.check(_own_view(table, answer.seat).state, answer.seat, answer.action)
    except MoveError:
        raise Refusal("illegal_move") from None
    move(draft, answer.seat, answer.action, by_bot=True)


def select(draft: Draft, who: Who, message: Select) -> None:
    """Show the others what one is choosing, if the rules make that public."""
    seat = draft.own_seat(who)
    course = check_playing(draft.table)
    _check_plays(draft.table, seat)
    _check_ply(draft.table, course, seat, message.ply)
    shown = message.partial if is_public(draft.table, seat, message.partial) else {}
    if shown != draft.table.selecting.get(seat, {}):
        draft.add(events.Selected(at=draft.now, seat=seat, partial=shown))


def is_public(table: Table, seat: int, partial: dict[str, object]) -> bool:
    """Say whether everybody could follow a choice with their own eyes.

    That is so if it begins a legal move in what spectators see, and no such move is secret.
    """
    game, course = table.game, course_of(table)
    state, seen = course.state, View(seat, course.view(SPECTATOR).state)
    try:
        found = game.actions_with(seen, partial)
    except LudotecaError:
        return False
    return bool(found) and not any(game.is_secret(state, seat, action) for action in found)


def ask_moves(draft: Draft, who: Who, message: AskMoves) -> Continuations:
    """Answer what could follow a partial choice."""
    seat = draft.own_seat(who)
    course = course_of(draft.table)
    found = []
    if draft.table.is_playing:
        view = _own_view(draft.table, seat)
        found = draft.table.game.continuations(view, message.partial, message.most)
    return Continuations(
        request=message.request, match=message.match, ply=course.ply, continuations=tuple(found)
    )


def ask_why_not(draft: Draft, who: Who, message: AskWhyNot) -> WhyNot:
    """Answer why a choice is not allowed."""
    seat = draft.own_seat(who)
    check_playing(draft.table)
    view = _own_view(draft.table, seat)
    reason = draft.table.game.why_not(view, message.partial, who.language)
    code, sentence = ("", "") if reason is None else reason
    return WhyNot(request=message.request, match=message.match, code=code, sentence=sentence)


def view_for_hint(table: Table, who: Who) -> View:
    """Give what somebody may know who asks a bot for advice; the view names the seat.

    Refused where nothing is to be chosen, and in rated matches of people.
    """
    seat = acting_seat(table, who)
    if seat is None:
        raise Refusal("not_seated")
    course = check_playing(table)
    _check_plays(table, seat)
    if table.is_rated and len(table.visitors()) > 1:
        raise Refusal("no_hints")
    if seat not in table.movers:
        names = ", ".join(table.seats[mover].name for mover in course.movers)
        raise Refusal("not_your_turn", names=names)
    return _own_view(table, seat)
