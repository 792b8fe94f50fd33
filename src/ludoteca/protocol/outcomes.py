"""What a move would bring, what a bot thinks of it, and how a match is scored in the end."""

from typing import Literal, NotRequired, TypedDict

from ludoteca.protocol.common import Detail, Move, Notes, PlayedMove, Points, Score, Standing, View


class StepSeat(TypedDict):
    """What one seat gets in a step of the final scoring."""

    points: int
    total: int
    """All steps so far."""
    detail: Detail


class ScoringStep(TypedDict):
    """A step of the final scoring; the last one is the `result`."""

    step: str
    """A part of the score, or `result`."""
    seats: NotRequired[list[StepSeat]]
    """In every step but the last."""
    winners: NotRequired[list[int]]
    """In the last step."""
    tie_break: NotRequired[str | None]
    """In the last step: what decided between equal best scores."""


class Continuation(TypedDict):
    """A legal move, and what it would bring."""

    text: str
    """What `play_move` takes as `move`."""
    move: Move
    points: Points
    notes: Notes


class HintLine(TypedDict):
    """A move that a strong bot thought about."""

    text: str
    """What `play_move` takes as `move`."""
    move: Move
    win: float
    """The chance to win, from 0 to 1."""
    score: float
    """The score expected at the end."""


class ReplayLine(TypedDict):
    """A line of a replay: the start, then one for each ply, and the result of a match that is over.

    The same as in `ludoteca replay --json`, which has no `standing`.
    """

    kind: Literal["start", "deal", "move", "undo", "end", "result"]
    ply: NotRequired[int]
    """From 1, in every line but the first and the last."""
    position: NotRequired[View]
    """The whole position after the ply, if all cards are open."""
    view: NotRequired[View]
    """Instead of it, what the seat could know that was asked for."""
    standing: NotRequired[list[Standing]]
    game: NotRequired[str]
    """In the start, as all up to `players`."""
    rules: NotRequired[int]
    options: NotRequired[dict[str, str | int]]
    players: NotRequired[list[str]]
    text: NotRequired[str]
    """A deal or a move in the game's notation; ? for what is hidden."""
    seat: NotRequired[int]
    """Whose move; in an end, who resigned or stayed alone."""
    move: NotRequired[PlayedMove]
    to: NotRequired[int]
    """The ply after which an undo goes on."""
    how: NotRequired[str]
    """In an end: resigned, agreed or alone."""
    scores: NotRequired[list[Score]]
    """In the result, as the winners."""
    winners: NotRequired[list[int]]
