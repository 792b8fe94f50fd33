"""Moves: read, checked against what the mover may know, made once, and the deals that follow."""

from typing import Any

from ludoteca.core.errors import LudotecaError, MoveError
from ludoteca.core.game import EVERYTHING, SPECTATOR, View
from ludoteca.core.shuffle import Shuffle
from ludoteca.language import words
from ludoteca.protocol.from_client import AskMoves, AskWhyNot, PlayMove, Select
from ludoteca.protocol.to_client import Accepted, Continuations, WhyNot
from ludoteca.table import events
from ludoteca.table.decision import Draft, Refusal, Who, acting_seat
from ludoteca.table.progress import Progress
from ludoteca.table.table import Known, Table


def progress_of(table: Table) -> Progress:
    """Return the match; refuse if it has not begun."""
    if table.progress is None or table.status in ("open", "closed"):
        raise Refusal("not_started")
    return table.progress


def check_playing(table: Table) -> Progress:
    """Return the match if moves can be made now."""
    progress = progress_of(table)
    if table.status == "paused":
        raise Refusal("paused")
    if not table.is_playing:
        raise Refusal("match_over")
    return progress


def play_move(draft: Draft, who: Who, message: PlayMove) -> Accepted:
    """Make a move; one that was made before is only answered again."""
    table = draft.table
    known = table.known.get(message.move_id)
    if known is not None:
        return _again(draft, who, message, known)
    seat = draft.own_seat(who)
    progress = check_playing(table)
    _check_plays(table, seat, who)
    _check_ply(table, progress, seat, message.ply)
    game, notation = table.game, table.game.modules.notation
    seen = progress.view(seat).state  # so that no refusal tells more than the seat may know
    try:
        action = notation.parse_move(seen, seat, message.move)
    except MoveError as error:
        raise Refusal(error.code, _sentence(table, error, who.language)) from None
    if reason := game.engine.refusal(seen, seat, action):
        code = game.modules.rules.REFUSALS[reason]
        raise Refusal(code, game.refuse(code, seen, seat, action, who.language).message)
    moved = events.Moved(
        at=draft.now,
        ply=progress.ply + 1,
        seat=seat,
        text=notation.format_move(progress.state, seat, action),
        action=action,
        move_id=None if who.is_bot else message.move_id,
        said=None if who.is_bot else (message.ply, message.move),
        by_bot=who.is_bot,
    )
    draft.add(moved)
    deal_what_is_due(draft)
    return Accepted(request=message.request, match=message.match, ply=moved.ply)


def _again(draft: Draft, who: Who, message: PlayMove, known: Known) -> Accepted:
    if known.user != who.user or known.said != (message.ply, message.move):
        raise Refusal("move_id_used")
    return Accepted(request=message.request, match=message.match, ply=known.ply)


def _check_plays(table: Table, seat: int, who: Who) -> None:
    """Refuse a player who resigned, and a bot whose move is not wanted any more."""
    if who.is_bot and not table.seats[seat].is_played_by_bot:
        raise Refusal("not_due")
    if table.seats[seat].resigned and not who.is_bot:
        raise Refusal("resigned")


def _check_ply(table: Table, progress: Progress, seat: int, ply: int) -> None:
    """Refuse a move meant for another position.

    Where several seats choose at once, any ply since that choice opened will do.
    """
    opened = progress.opened[seat]
    if ply > progress.ply or ply < (progress.ply if opened is None else opened):
        raise Refusal("stale_move", ply=progress.ply)
    if opened is None:
        names = ", ".join(table.seats[mover].name for mover in progress.movers)
        raise Refusal("not_your_turn", names=names)


def _sentence(table: Table, error: MoveError, language: str) -> str:
    """Return the sentence of a move that could not be read, in one's language if there is one."""
    if language == "en":
        return error.message
    try:
        return table.game.words(language)[f"refusal.{error.code}"].format(**error.values)
    except KeyError:  # no such sentence, or one that mentions more than the game has told
        return words(language).say("refusal.illegal_move")


def _own_view(table: Table, seat: int) -> View:
    return progress_of(table).view(seat)


def deal_what_is_due(draft: Draft) -> None:
    """Roll every deal that is due; a match that is over by the rules is final."""
    game = draft.table.game
    while game.deal_name(progress_of(draft.table).state) is not None:
        table, progress = draft.table, progress_of(draft.table)
        shuffle = Shuffle(table.seed, table.match, table.contributions, table.rolled)
        _, outcomes = game.deal_one(progress.state, shuffle.draw)
        text = game.modules.notation.format_deal(progress.state, outcomes, EVERYTHING)
        draft.add(events.Dealt(at=draft.now, ply=progress.ply + 1, text=text, used=shuffle.used))
    if game.is_over(progress_of(draft.table).state):
        draft.add(events.Finalised(at=draft.now))


def select(draft: Draft, who: Who, message: Select) -> None:
    """Show the others what one is choosing, if the rules make that public."""
    seat = draft.own_seat(who)
    progress = check_playing(draft.table)
    _check_plays(draft.table, seat, who)
    _check_ply(draft.table, progress, seat, message.ply)
    shown = message.partial if is_public(draft.table, seat, message.partial) else {}
    if shown != draft.table.selecting.get(seat, {}):
        draft.add(events.Selected(at=draft.now, seat=seat, partial=shown))


def is_public(table: Table, seat: int, partial: dict[str, object]) -> bool:
    """Return whether everybody could follow a choice with their own eyes.

    That is so if it begins a legal move in what spectators see, and no such move is secret.
    """
    game, progress = table.game, progress_of(table)
    state, seen = progress.state, View(seat, progress.view(SPECTATOR).state)
    try:
        found = game.actions_with(seen, partial)
    except LudotecaError:
        return False
    return bool(found) and not any(game.is_secret(state, seat, action) for action in found)


def ask_moves(draft: Draft, who: Who, message: AskMoves) -> Continuations:
    """Answer what could follow a partial choice."""
    seat = draft.own_seat(who)
    progress = progress_of(draft.table)
    found: list[Any] = []
    if draft.table.is_playing:
        view = _own_view(draft.table, seat)
        found = draft.table.game.continuations(view, message.partial, message.most, message.skip)
    return Continuations(
        request=message.request, match=message.match, ply=progress.ply, continuations=tuple(found)
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
    """Return what somebody may know who asks a bot for advice; the view names the seat.

    Refused where nothing is to be chosen, and in rated matches of people.
    """
    seat = acting_seat(table, who)
    if seat is None:
        raise Refusal("not_seated")
    progress = check_playing(table)
    _check_plays(table, seat, who)
    if table.is_rated and len(table.users()) > 1:
        raise Refusal("no_hints")
    if seat not in table.movers:
        names = ", ".join(table.seats[mover].name for mover in progress.movers)
        raise Refusal("not_your_turn", names=names)
    return _own_view(table, seat)
