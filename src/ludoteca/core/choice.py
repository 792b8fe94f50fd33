"""What a seat may choose, what each choice would bring, and how all seats stand.

All but the final scoring is made from a view, never from more. The answers are plain dicts and
lists, in the words of the record; a game's module `choice` gives what is its own in them.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from ludoteca.core.types import State

if TYPE_CHECKING:
    from ludoteca.core.game import Game, View

Fields = Mapping[str, Any]
"""Some or all fields of a `move` of the record."""

MOST_CONTINUATIONS = 200
"""Most continuations that are worked out, in the order of the game's actions."""

NO_ACTION = -1
"""No action of any game: refused as such, unless the seat may not move at all."""


def choices(game: "Game", view: "View") -> dict[str, Any]:
    """Return the legal moves of the view's seat in few bytes; {} if it may not move."""
    seat = _mover(game, view)
    if seat is None:
        return {}
    if game.modules.choice is not None:
        return game.modules.choice.choices(view.state, seat)
    format_move = game.modules.notation.format_move
    return {"moves": [format_move(view.state, seat, n) for n in game.legal(view.state, seat)]}


def continuations(
    game: "Game", view: "View", partial: Fields, most: int = MOST_CONTINUATIONS
) -> list[dict[str, Any]]:
    """List the legal moves that contain a partial one, each with what it would bring."""
    seat = _mover(game, view)
    if seat is None:
        return []
    state, found = view.state, []
    before = game.modules.scoring.score_parts(state, seat)
    apply, score_parts = game.engine.apply, game.modules.scoring.score_parts
    notation, own = game.modules.notation, game.modules.choice
    for action in islice(_actions_with(game, state, seat, partial), most):
        after = state.copy()
        apply(after, seat, action)
        points = _gain(before, score_parts(after, seat))
        found.append(
            {
                "text": notation.format_move(state, seat, action),
                "move": notation.move_fields(state, seat, action),
                "points": points,
                "notes": {} if own is None else own.notes(state, seat, action, after, points),
            }
        )
    return found


def actions_with(
    game: "Game", view: "View", partial: Fields, most: int | None = MOST_CONTINUATIONS
) -> list[int]:
    """List the legal actions of the view's seat whose moves contain a partial one."""
    seat = _mover(game, view)
    if seat is None:
        return []
    return list(islice(_actions_with(game, view.state, seat, partial), most))


def why_not(game: "Game", view: "View", fields: Fields, language: str) -> tuple[str, str] | None:
    """Return the code and the sentence of the rule that no move with these fields keeps, if any."""
    words, state, own = game.words(language), view.state, game.modules.choice
    if view.seat is None:
        return "not_seated", words["refusal.not_seated"]
    seat = _mover(game, view)
    if seat is not None:
        if next(iter(_actions_with(game, state, seat, fields)), None) is not None:
            return None
        if own is not None:
            code, values = own.refusal_of_fields(state, seat, fields, words)
            return code, words.say(f"refusal.{code}", **values)
    reason = game.engine.refusal(state, view.seat, NO_ACTION)
    code = game.modules.rules.REFUSALS[reason]
    return code, str(game.refuse(code, state, view.seat, NO_ACTION, language))


def standing(game: "Game", view: "View") -> list[dict[str, Any]]:
    """Show for each seat what the viewer may know of its score now."""
    own, seats = game.modules.choice, range(game.players(view.state))
    if own is None:
        return [{"points": parts} for parts in game.scores(view.state)]
    return [own.standing(view.state, seat) for seat in seats]


def final_steps(game: "Game", state: State) -> list[dict[str, Any]]:
    """Count the final scores part by part, with running totals; the last step is the result.

    The result is that of the scores: who else ended the match, and how, the record knows.
    """
    own, steps = game.modules.choice, []
    scores = [_single_parts(parts) for parts in game.scores(state)]
    totals = [0] * len(scores)
    for step in scores[0]:
        seats = []
        for seat, parts in enumerate(scores):
            totals[seat] += parts[step]
            detail = {} if own is None else own.step_detail(state, seat, step)
            seats.append({"points": parts[step], "total": totals[seat], "detail": detail})
        steps.append({"step": step, "seats": seats})
    winners = game.winners(state)
    tie_break = None
    if own is not None and totals.count(max(totals)) > 1:
        tie_break = own.tie_break(state, winners)
    return [*steps, {"step": "result", "winners": winners, "tie_break": tie_break}]


def _mover(game: "Game", view: "View") -> int | None:
    """Return the view's seat if it may move."""
    if view.seat is None or not game.engine.may_move(view.state, view.seat):
        return None
    return view.seat


def _actions_with(game: "Game", state: State, seat: int, fields: Fields) -> Iterable[int]:
    """Return the legal actions whose fields contain the given ones."""
    if game.modules.choice is not None:
        return game.modules.choice.actions_with(state, seat, fields)
    move_fields = game.modules.notation.move_fields
    found = []
    for action in game.legal(state, seat):
        move = move_fields(state, seat, action)
        if all(name in move and move[name] == value for name, value in fields.items()):
            found.append(action)
    return found


def _single_parts(parts: Mapping[str, int | Sequence[int]]) -> dict[str, int]:
    """Name each part of a score that has several numbers one by one, without the total.

    >>> _single_parts({"track": 7, "common": [2, 0], "total": 9})
    {'track': 7, 'common_1': 2, 'common_2': 0}
    """
    single: dict[str, int] = {}
    for name, points in parts.items():
        if isinstance(points, int):
            single[name] = points
        else:
            single |= {f"{name}_{n}": each for n, each in enumerate(points, 1)}
    del single["total"]
    return single


def _gain(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the change of each part of a score that changes, and of the total.

    >>> _gain({"a": 7, "b": [2, 0], "total": 9}, {"a": 7, "b": [2, 3], "total": 12})
    {'b': [0, 3], 'total': 3}
    """
    gain: dict[str, Any] = {}
    for name, points in after.items():
        if isinstance(points, int):
            change: Any = points - before[name]
        else:
            change = [now - then for now, then in zip(points, before[name], strict=True)]
        if name == "total" or points != before[name]:
            gain[name] = change
    return gain
