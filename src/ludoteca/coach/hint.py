"""The best moves for a seat about to move, from what this seat may know and nothing else."""

import math
from base64 import b64encode
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass, replace

from ludoteca import bots
from ludoteca.bots.base import Line, Thought
from ludoteca.bots.spec import BotPlayer, parse_player
from ludoteca.coach.compare import QUANTILE
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game, View
from ludoteca.core.types import State
from ludoteca.protocol.outcomes import HintLine
from ludoteca.record.read import ReadRecord

USUAL_ADVISER = "mcts:500ms"
"""Who is asked for a hint unless the user names another bot."""

MOST_LINES = 5
"""Moves in a hint."""

HARDLY_TRIED = 0.1
"""A move tried less often than this share of the most tried one is not shown to people."""

Think = Callable[..., Thought]
"""How a bot gives its reasons."""


@dataclass(frozen=True)
class DecisionPoint:
    """A seat about to move, and what it may know."""

    ply: int
    """The position is the one after this ply."""
    seat: int
    view: View


def advisers() -> tuple[str, ...]:
    """Name the bots that can say what they expect of a move.

    >>> advisers()
    ('mcts', 'monte_carlo')
    """
    return tuple(name for name in bots.names() if hasattr(bots.load(name), "think"))


def parse_adviser(text: str, budget: str | None = None) -> BotPlayer:
    """Read which bot is asked for advice; a budget given apart replaces its own.

    An adviser always names the best move it knows, even if it plays with variety.

    >>> parse_adviser("mcts:2s", "500p").name
    'mcts:500p'
    """
    player = parse_player(text)
    if not isinstance(player, BotPlayer) or player.bot not in advisers():
        able = ", ".join(advisers())
        raise UsageError(f"{text} can't say what it expects of a move; those that can: {able}")
    settings = tuple(
        replace(each, variety=0.0) if hasattr(each, "variety") else each for each in player.settings
    )
    if budget is None:
        return replace(player, settings=settings)
    return replace(parse_adviser(f"{player.bot}:{budget}"), settings=settings)


def hint(game: Game, view: View, adviser: BotPlayer, rng: MutableSequence[int]) -> list[Line]:
    """List the moves that a bot thought about, the best first."""
    assert view.seat is not None
    legal = game.legal(view.state, view.seat)
    think: Think = getattr(bots.load(adviser.bot), "think")  # noqa: B009 - not every bot has it
    thought = think(game, view, legal, rng, adviser.budget, *adviser.settings)
    return [line for line in thought.lines if line.action in legal]


def tried_lines(lines: Sequence[Line]) -> list[Line]:
    """Leave out the moves of a hint that were hardly tried; the first one stays."""
    least = HARDLY_TRIED * max((line.playouts for line in lines), default=0)
    return [line for at, line in enumerate(lines) if at == 0 or line.playouts >= least]


def margin_of(line: Line) -> float:
    """Return how far the win chance of a move may be wrong, either way (95 %).

    Two wins and two losses are added (Agresti and Coull), so that few playouts are never certain.

    >>> [round(margin_of(Line(0, 0.5, 20, playouts)), 2) for playouts in (4, 100, 1000)]
    [0.35, 0.1, 0.03]
    """
    playouts = line.playouts + 4
    win = (line.win * line.playouts + 2) / playouts
    return QUANTILE * math.sqrt(win * (1 - win) / playouts)


def shown_lines(game: Game, view: View, lines: Sequence[Line]) -> tuple[HintLine, ...]:
    """Write the best moves of a hint as clients get them."""
    notation, seat = game.modules.notation, view.seat
    assert seat is not None
    return tuple(
        {
            "text": notation.format_move(view.state, seat, line.action),
            "move": dict(notation.move_fields(view.state, seat, line.action)),
            "win": round(line.win, 3),
            "score": round(line.score, 1),
        }
        for line in lines[:MOST_LINES]
    )


def packed_view(view: View) -> str:
    """Write a view for a client that thinks itself: the state of the game's engine, in base64."""
    return b64encode(view.state.to_bytes()).decode()


def decision_at(record: ReadRecord, ply: int | None = None) -> DecisionPoint:
    """Return the decision after a ply of a record; without a ply, the last one there was."""
    timeline, game = record.timeline, record.header.game
    if ply is None:
        played = [step for step in timeline.path if step.kind != "end"]
        found = [(0, timeline.start), *((step.ply, step.state) for step in played)]
        due = [(at, state) for at, state in found if game.movers(state)]
        if not due:
            raise UsageError("no move is due anywhere in this record")
        return _decision(game, *due[-1])
    last = len(timeline.steps)
    if ply > last:
        raise UsageError(f"there is no ply {ply}; plies are 0 (the empty table) to {last}")
    step = timeline.steps[ply - 1] if ply else None
    state = timeline.start if step is None else step.state
    if game.is_over(state) or (step is not None and step.kind == "end"):
        raise UsageError(f"no move is due after ply {ply}: the match is over there")
    if not game.movers(state):
        raise UsageError(f"no move is due after ply {ply}: a deal comes next")
    return _decision(game, ply, state)


def _decision(game: Game, ply: int, state: State) -> DecisionPoint:
    seat = game.movers(state)[0]
    return DecisionPoint(ply, seat, game.view(state, seat))
