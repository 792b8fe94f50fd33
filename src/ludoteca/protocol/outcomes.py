"""What a move would bring, what a bot thinks of it, and how a match is scored in the end."""

from typing import NotRequired, TypedDict

from ludoteca.protocol.common import Detail, Move, Notes, Points


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
