"""What one seat of a match may know, ready to look at."""

from dataclasses import dataclass
from typing import Any

import msgspec

from ludoteca.api.moves import Move, move_of
from ludoteca.core.game import Game, View


@dataclass(frozen=True, eq=False)
class SeatView:
    """What a seat (None: a spectator) may know of a position, and nothing else."""

    game: Game
    names: tuple[str, ...]
    view: View
    """The same for bots: what `choose` takes."""

    @property
    def seat(self) -> int | None:
        """Whose view it is."""
        return self.view.seat

    @property
    def position(self) -> dict[str, Any]:
        """All that the seat knows, in the words of the record; None for what is hidden."""
        position: dict[str, Any] = msgspec.to_builtins(self.game.position(self.view.state))
        return position

    @property
    def legal_moves(self) -> list[Move]:
        """What the seat may do now."""
        if self.seat is None:
            return []
        state, seat = self.view.state, self.seat
        return [move_of(self.game, state, seat, each) for each in self.game.legal(state, seat)]

    def draw(self, language: str = "en") -> str:
        """Draw it as plain text."""
        return self.game.draw(self.view, self.names, language)

    def svg(self, language: str = "en") -> str:
        """Draw it as an SVG picture, with the drawings of the page."""
        return self.game.svg(self.view, self.names, language)

    def _repr_svg_(self) -> str:
        """Show it in a notebook."""
        return self.svg()

    def __str__(self) -> str:
        """Draw it."""
        return self.draw()

    def __repr__(self) -> str:
        """Tell whose view of which game it is."""
        whose = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<SeatView of {self.game.id}, {whose}>"
