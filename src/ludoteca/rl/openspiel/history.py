"""What happened in a match, and what each player saw of it."""

from dataclasses import dataclass, field, replace
from typing import Any, Self

from ludoteca.core.game import Game
from ludoteca.core.types import State


@dataclass(frozen=True, eq=False)
class HistoryEvent:
    """A move, or a whole deal, and where it was made; nobody writes about it until it is asked."""

    state: State
    seat: int | None
    """Who moved; None for a deal."""
    decided: tuple[int, ...]
    """The action, or the outcomes."""
    texts: dict[int | None, str] = field(default_factory=dict)

    def text(self, rules: Game, viewer: int | None) -> str:
        """Return what a seat (None: everybody) saw of it, in the words of a record."""
        if viewer not in self.texts:
            self.texts[viewer] = self._written(rules, viewer)
        return self.texts[viewer]

    def _written(self, rules: Game, viewer: int | None) -> str:
        notation = rules.modules.notation
        if self.seat is None:
            return f"deal {notation.format_deal(self.state, self.decided, viewer)}"
        (action,) = self.decided
        if viewer != self.seat and rules.is_secret(self.state, self.seat, action):
            return f"{self.seat} {rules.hidden_move(self.state, self.seat, action)[0]}"
        return f"{self.seat} {notation.format_move(self.state, self.seat, action)}"


@dataclass(frozen=True, eq=False)
class Now:
    """Where a match stands: nothing here is ever changed, so copies may share it."""

    state: State
    forgotten: tuple[int, ...]
    """For each seat: the number of first events of which it only knows what everyone saw."""
    events: tuple[HistoryEvent, ...] = ()
    deal: State | None = None
    """Where the deal that is going on began."""
    outcomes: tuple[int, ...] = ()
    """What it has decided so far."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Share it."""
        return self

    def seen(self, rules: Game, viewer: int | None) -> list[str]:
        """Return what a seat (None: everyone) saw, event by event."""
        forgotten = 0 if viewer is None else self.forgotten[viewer]
        return [
            event.text(rules, None if number < forgotten else viewer)
            for number, event in enumerate(self.events)
        ]

    def moved(self, rules: Game, seat: int, action: int) -> "Now":
        """Let a seat move."""
        event = HistoryEvent(self.state, seat, (action,))
        after = rules.apply(self.state, seat, action)
        return replace(self, state=after, events=(*self.events, event))

    def dealt(self, rules: Game, outcome: int) -> "Now":
        """Let chance decide; a deal is seen once it is complete."""
        after = rules.deal(self.state, outcome)
        begun, outcomes = self.deal or self.state, (*self.outcomes, outcome)
        if rules.deal_name(after) == rules.deal_name(begun):
            return replace(self, state=after, deal=begun, outcomes=outcomes)
        events = (*self.events, HistoryEvent(begun, None, outcomes))
        return replace(self, state=after, events=events, deal=None, outcomes=())

    def imagined(self, rules: Game, seat: int, rng: list[int]) -> "Now":
        """Draw again what a seat can't know; the others then have no memories of their own."""
        state = rules.resample(rules.view(self.state, seat), rng)
        forgotten = [len(self.events)] * len(self.forgotten)
        forgotten[seat] = self.forgotten[seat]
        return replace(self, state=state, forgotten=tuple(forgotten))
