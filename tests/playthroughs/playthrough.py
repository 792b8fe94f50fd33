"""A record told in full: every ply with the position, what is legal and what the seats see."""

from collections.abc import Iterator

from ludoteca.core.game import Game
from ludoteca.core.types import State
from ludoteca.record.read import ReadRecord

DRAWN_EVERY, ALL_SEATS_EVERY = 4, 20
"""Plies between drawings for the seat to move, and for every seat."""


def playthrough(record: ReadRecord) -> str:
    """Write a match as text; it changes whenever rules, notation, views or drawings do."""
    return "\n".join(line.rstrip() for line in _lines(record)) + "\n"


def _lines(record: ReadRecord) -> Iterator[str]:
    header, timeline = record.header, record.timeline
    yield from header.lines()
    yield from _situation(header.game, header.players, timeline.start, 0)
    for step in timeline.steps:
        yield f"== {step.ply}: {step.text}"
        yield from _situation(header.game, header.players, step.state, step.ply)
    if timeline.is_over:
        result = timeline.result()
        for name, parts in zip(header.players, result.scores, strict=True):
            yield f"{name}: {parts}"
        yield f"winners: {result.winners}"


def _situation(game: Game, names: tuple[str, ...], state: State, ply: int) -> Iterator[str]:
    yield game.modules.notation.format_position(state)
    movers = game.movers(state)
    for mover in movers:
        yield f"seat {mover}: {len(game.legal(state, mover))} legal moves"
    seats: list[int | None] = list(movers[:1]) if ply % DRAWN_EVERY == 0 else []
    if ply % ALL_SEATS_EVERY == 0 or game.is_over(state):
        seats = [*range(len(names)), None]
    for seat in seats:
        yield f"-- {'spectator' if seat is None else names[seat]}"
        yield game.draw(game.view(state, seat), names)
