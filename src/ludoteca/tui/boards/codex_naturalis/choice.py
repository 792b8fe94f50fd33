"""The choice of a move of Codex Naturalis, phase by phase; it knows no rules of its own."""

from dataclasses import dataclass, field
from typing import Any

Place = tuple[int, int]

AT_ONCE = ("starter_side", "keep_objective")
"""Choices that all players make at the same time."""

SINGLE = (*AT_ONCE, "draw")
"""Choices of one thing out of a list."""


@dataclass
class CodexChoice:
    """What is chosen so far, among what may be chosen."""

    choices: dict[str, Any]
    hand: list[int] = field(default_factory=list)
    picked: int | None = None
    """Which thing of a list, or which card of the hand."""
    side: str = "front"
    place: Place | None = None

    @property
    def kind(self) -> str:
        """What is to be chosen: one of SINGLE, or `place`."""
        return next((kind for kind in SINGLE if kind in self.choices), "place")

    @property
    def things(self) -> list[Any]:
        """What can be picked."""
        return self.hand if self.kind == "place" else list(self.choices[self.kind])

    @property
    def places(self) -> list[Place]:
        """The legal places, from top to bottom and left to right: their order is their number."""
        places = [(x, y) for x, y in self.choices.get("places", ())]
        return sorted(places, key=lambda place: (-place[1], place[0]))

    @property
    def card(self) -> int | None:
        """The card that is picked from the hand."""
        if self.kind != "place" or self.picked is None:
            return None
        return self.hand[self.picked]

    def may_show(self, side: str) -> bool:
        """Return whether the picked card may be placed this side up."""
        return self.card in self.choices["place"][side]

    def pick(self, number: int) -> bool:
        """Pick a thing; a card whose front is not allowed is turned over."""
        if not 0 <= number < len(self.things):
            return False
        self.picked = number
        if self.kind == "place":
            self.side = "front" if self.may_show("front") else "back"
        return True

    def keep(self, before: "CodexChoice | None") -> None:
        """Keep what was picked if only somebody else has chosen meanwhile.

        >>> sides = {"starter_side": ["front", "back"]}
        >>> choice = CodexChoice(sides)
        >>> choice.keep(CodexChoice(sides, picked=1))
        >>> choice.fields()
        {'starter_side': 'back'}
        """
        if before is None or self.kind not in AT_ONCE:
            return
        if before.kind == self.kind and before.things == self.things:
            self.picked = before.picked

    def flip(self) -> bool:
        """Turn the card over; say whether that side is allowed."""
        other = "back" if self.side == "front" else "front"
        if self.card is None or not self.may_show(other):
            return False
        self.side = other
        return True

    def step(self, across: int, up: int) -> None:
        """Go to the nearest place in a direction.

        >>> choice = CodexChoice({"place": {}, "places": [[0, 2], [2, 2], [5, -3]]}, place=(0, 2))
        >>> choice.step(1, 0)
        >>> choice.place
        (2, 2)
        """
        if not self.places:
            return
        if self.place is None:
            self.place = self.places[0]
            return
        x, y = self.place

        def cost(place: Place) -> int:
            along = (place[0] - x) * across + (place[1] - y) * up
            beside = abs((place[0] - x) * up) + abs((place[1] - y) * across)
            return along + 3 * beside

        ahead = [p for p in self.places if (p[0] - x) * across + (p[1] - y) * up > 0]
        self.place = min(ahead, key=cost, default=self.place)

    def turn(self, by: int) -> None:
        """Go to the next place in the order of the numbers."""
        places = self.places
        if places:
            at = places.index(self.place) + by if self.place in places else 0
            self.place = places[at % len(places)]

    def partial(self) -> dict[str, Any]:
        """Return what is asked about: all of a list, or all places for a card."""
        if self.kind != "place" or self.card is None:
            return {}
        return {"place": self.card, "side": self.side}

    def fields(self) -> dict[str, Any] | None:
        """Return the whole move, once everything is chosen."""
        if self.picked is None:
            return None
        if self.kind != "place":
            return {self.kind: self.things[self.picked]}
        if self.place is None:
            return None
        return {"place": self.card, "side": self.side, "x": self.place[0], "y": self.place[1]}
