"""The replay stream: a record as JSON objects, one a line."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from ludoteca.core.game import EVERYTHING, Game
from ludoteca.core.types import State
from ludoteca.record.read import ReadRecord
from ludoteca.record.replay import Step


def replay_lines(record: ReadRecord, seat: int | None = EVERYTHING) -> Iterator[dict[str, Any]]:
    """Return the start, every ply and, of a match that is over, the result.

    With a seat, each line has that seat's `view` instead of the full `position`.
    """
    game, timeline, header = record.header.game, record.timeline, record.header

    def shown(state: State) -> dict[str, Any]:
        if seat == EVERYTHING:
            return {"position": game.position(state)}
        return {"view": game.position(game.view(state, seat).state)}

    yield {
        "kind": "start",
        "game": game.id,
        "rules": game.version,
        "options": header.options,
        "players": list(header.players),
        **shown(timeline.start),
    }
    for step in timeline.steps:
        yield {
            "kind": step.kind,
            "ply": step.ply,
            **_fields(record, step, seat),
            **shown(step.state),
        }
    if timeline.is_over:
        result = timeline.result()
        yield {"kind": "result", "scores": result.scores, "winners": result.winners}


def replay_with_standing(record: ReadRecord, seat: int | None) -> list[dict[str, Any]]:
    """Return the lines, and after each how everybody stands; `seat` None: all cards are open."""
    game, timeline = record.header.game, record.timeline
    states = [timeline.start, *(step.state for step in timeline.steps)]
    answer = []
    shown = replay_lines(record, EVERYTHING if seat is None else seat)
    for line, state in zip_longest(shown, states):  # the result comes without a state
        if state is not None:
            line["standing"] = _standing(game, state, seat)
        answer.append(line)
    return answer


def _standing(game: Game, state: State, seat: int | None) -> list[dict[str, Any]]:
    """Show how everybody stands: as one seat knows it, or each as the seat itself knows it."""
    if seat is not None:
        return game.standing(game.view(state, seat))
    return [game.standing(game.view(state, s))[s] for s in range(game.players(state))]


def _fields(record: ReadRecord, step: Step, viewer: int | None) -> dict[str, Any]:
    game = record.header.game
    notation = game.modules.notation
    if step.kind == "undo":
        return {"to": step.to}
    if step.kind == "end":
        return {"how": step.how} if step.seat is None else {"how": step.how, "seat": step.seat}
    assert step.before is not None
    if step.kind == "deal":
        return {"text": notation.format_deal(step.before, step.outcomes, viewer)}
    assert step.seat is not None
    assert step.action is not None
    text = notation.format_move(step.before, step.seat, step.action)
    move = notation.move_fields(step.before, step.seat, step.action)
    if viewer not in (EVERYTHING, step.seat) and game.is_secret(
        step.before, step.seat, step.action
    ):
        text, move = game.hidden_move(step.before, step.seat, step.action)
    return {"seat": step.seat, "text": text, "move": move}
