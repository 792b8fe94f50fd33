"""The plies of a match one after the other, with the position after each."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ludoteca.core.errors import LudotecaError, RecordError
from ludoteca.core.game import EVERYTHING, Game
from ludoteca.core.types import State
from ludoteca.record.header import Header

ENDS = ("resigned", "agreed", "alone")
"""How players or the table may end a match; all but `agreed` name a seat."""


@dataclass(frozen=True)
class Step:
    """One ply and the position after it."""

    ply: int
    kind: str
    """`deal`, `move`, `undo` or `end`."""
    text: str
    """What stands in the record."""
    state: State
    seat: int | None = None
    action: int | None = None
    outcomes: tuple[int, ...] = ()
    to: int | None = None
    how: str | None = None
    before: State | None = None


@dataclass(frozen=True)
class Result:
    """How a match ended."""

    scores: list[dict[str, Any]]
    winners: list[int]


@dataclass
class Timeline:
    """A match in the making: takes plies, knows the position and the way back.

    Only plies that still count are on the path: an undo takes those after its target off it.
    """

    game: Game
    start: State
    steps: list[Step] = field(default_factory=list)
    path: list[Step] = field(default_factory=list)

    @classmethod
    def of(cls, header: Header) -> "Timeline":
        """Begin with the empty table."""
        return cls(header.game, header.game.new(len(header.players), header.options))

    @property
    def state(self) -> State:
        """The present position."""
        return self.path[-1].state if self.path else self.start

    @property
    def ended(self) -> Step | None:
        """The end that players or the table made, if it stands."""
        return self.path[-1] if self.path and self.path[-1].kind == "end" else None

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by the rules or otherwise."""
        return self.ended is not None or self.game.is_over(self.state)

    def _add(self, kind: str, text: str, state: State, **more: Any) -> Step:
        step = Step(len(self.steps) + 1, kind, text, state, before=self.state, **more)
        self.steps.append(step)
        self.path.append(step)
        return step

    def _refuse_after_end(self) -> None:
        if self.ended is not None:
            raise RecordError("the match has ended; only an undo may follow")

    def move(self, seat: int, action: int) -> Step:
        """Let a seat make a move."""
        self._refuse_after_end()
        before = self.state
        after = self.game.apply(before, seat, action)
        text = self.game.modules.notation.format_move(before, seat, action)
        return self._add("move", f"{seat} {text}", after, seat=seat, action=action)

    def deal(self, outcomes: Sequence[int]) -> Step:
        """Let chance have decided one whole deal."""
        self._refuse_after_end()
        before = state = self.state
        name = self.game.deal_name(before)
        if name is None:
            raise RecordError("no deal is due here")
        for outcome in outcomes:
            if self.game.deal_name(state) != name:
                raise RecordError(f"the deal of {name} is longer than it can be")
            try:
                state = self.game.deal(state, outcome)
            except ValueError:
                text = self.game.modules.notation.format_deal(before, outcomes, EVERYTHING)
                raise RecordError(f"the deal {text!r} is impossible here") from None
        if self.game.deal_name(state) == name:
            raise RecordError(f"the deal of {name} is not complete")
        text = self.game.modules.notation.format_deal(before, outcomes, EVERYTHING)
        return self._add("deal", f"deal {text}", state, outcomes=tuple(outcomes))

    def undo(self, to: int) -> Step:
        """Go back to the position after an earlier ply; never past a deal."""
        at = next((i for i, step in enumerate(self.path) if step.ply == to), None)
        if to == 0:
            at = -1
        if at is None or at == len(self.path) - 1:
            raise RecordError(f"there is nothing to undo back to ply {to}")
        if any(step.kind == "deal" for step in self.path[at + 1 :]):
            raise RecordError("an undo never passes a deal")
        state = self.path[at].state if at >= 0 else self.start
        del self.path[at + 1 :]
        return self._add("undo", f"undo {to}", state, to=to)

    def rewind(self, length: int) -> None:
        """Keep only the first steps of the path; unlike an undo, this leaves no line."""
        kept = [step for step in self.path[:length] if step.kind != "undo"]
        self.path = [replace(step, ply=ply) for ply, step in enumerate(kept, 1)]
        self.steps = list(self.path)

    def until(self, ply: int) -> "Timeline":
        """Return the timeline as it was after a ply."""
        earlier = Timeline(self.game, self.start, self.steps[:ply])
        for step in earlier.steps:
            if step.to is not None:
                earlier.path = [kept for kept in earlier.path if kept.ply <= step.to]
            earlier.path.append(step)
        return earlier

    def end(self, how: str, seat: int | None = None) -> Step:
        """Let the players or the table end the match."""
        self._refuse_after_end()
        if self.game.is_over(self.state):
            raise RecordError("the match is over already")
        if how not in ENDS or (seat is None) != (how == "agreed"):
            raise RecordError("an end is `resigned SEAT`, `agreed` or `alone SEAT`")
        if seat is not None and not 0 <= seat < self.game.players(self.state):
            raise RecordError(f"there is no seat {seat}")
        text = f"end {how}" if seat is None else f"end {how} {seat}"
        return self._add("end", text, self.state, how=how, seat=seat)

    def read_line(self, line: str) -> Step:
        """Take one line of a record; the error says why if that can't be."""
        word, _, rest = line.partition(" ")
        try:
            if word == "deal":
                return self.deal(self.game.modules.notation.parse_deal(self.state, rest))
            if word == "undo" and _is_number(rest):
                return self.undo(int(rest))
            if word == "end":
                how, _, seat = rest.partition(" ")
                return self.end(how, int(seat) if _is_number(seat) else None)
            if _is_number(word):
                self._refuse_after_end()
                action = self.game.modules.notation.parse_move(self.state, int(word), rest)
                return self.move(int(word), action)
        except (LudotecaError, ValueError) as error:
            raise RecordError(str(error)) from None
        raise RecordError(f"{line!r} is no move, deal, undo or end")

    def result(self) -> Result:
        """Return the scores as they stand and who wins."""
        scores = self.game.scores(self.state)
        ended = self.ended
        if ended is None or ended.how == "agreed" or ended.seat is None:
            return Result(scores, self.game.winners(self.state))
        if ended.how == "alone":
            return Result(scores, [ended.seat])
        others = [seat for seat in range(len(scores)) if seat != ended.seat]
        best = max(scores[seat]["total"] for seat in others)
        winners = [seat for seat in others if scores[seat]["total"] == best]
        by_rules = [seat for seat in self.game.winners(self.state) if seat in winners]
        return Result(scores, by_rules or winners)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and (text == "0" or text[0] != "0") and len(text) < 7
