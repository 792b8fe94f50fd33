"""The data files of Codex Naturalis, read line by line and checked."""

import csv
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from ludoteca.core.errors import DataError

DATA = Path(__file__).parents[1] / "data"

KINGDOMS = ("fungi", "plant", "animal", "insect")
OBJECTS = ("quill", "inkwell", "manuscript")
SYMBOLS = (*KINGDOMS, *OBJECTS)
"""Resources and object symbols, in the order in which they are counted."""

CORNERS = ("top_left", "top_right", "bottom_left", "bottom_right")
RULES = ("flat", "per_covered_corner", "per_quill", "per_inkwell", "per_manuscript")
"""What the points of a gold card are paid for."""


class Face(NamedTuple):
    """One side of a card: four corners (a symbol, "empty" or "hidden") and the centre."""

    corners: tuple[str, ...]
    centre: tuple[str, ...] = ()


class Card(NamedTuple):
    """A resource or gold card; a starter card has no kingdom."""

    id: int
    kingdom: str
    points: int
    rule: str
    requires: dict[str, int]
    front: Face
    back: Face


class Cell(NamedTuple):
    """One card of a pattern: its kingdom, and where it lies from the first one."""

    kingdom: str
    right: int
    up: int


class Objective(NamedTuple):
    """An objective card: a pattern of cells, or a set of symbols."""

    id: int
    points: int
    shape: str
    cells: tuple[Cell, ...]
    needs: dict[str, int]


T = TypeVar("T")


def read(name: str, make: Callable[[dict[str, str]], T]) -> list[T]:
    """Make one thing of each line of a data file; a wrong line is named."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    rows = [(n, line) for n, line in enumerate(lines, 1) if line and not line.startswith("#")]
    head = rows[0][1].split(",")
    made = []
    for number, line in rows[1:]:
        values = next(csv.reader([line]))
        try:
            made.append(make(dict(zip(head, values, strict=True))))
        except ValueError as error:  # also when there are too many or too few values
            raise DataError(f"{name}, line {number}: {error}") from None
    return made


def one_of(word: str, known: tuple[str, ...]) -> str:
    """Check that a word is one of the known ones."""
    if word not in known:
        raise ValueError(f"{word!r} is none of {', '.join(known)}")
    return word


def counts(text: str) -> dict[str, int]:
    """Read symbols with their numbers.

    >>> counts("fungi:2 animal:1")
    {'fungi': 2, 'animal': 1}
    """
    pairs = [part.partition(":") for part in text.split()]
    return {one_of(symbol, SYMBOLS): int(number) for symbol, _, number in pairs}


def corners(row: dict[str, str]) -> tuple[str, ...]:
    """Read the four corners of a line."""
    return tuple(one_of(row[corner], (*SYMBOLS, "empty", "hidden")) for corner in CORNERS)


def resource_or_gold(row: dict[str, str]) -> Card:
    """Make a resource or a gold card of a line; every back is alike but for the kingdom."""
    kingdom = one_of(row["kingdom"], KINGDOMS)
    return Card(
        id=int(row["id"]),
        kingdom=kingdom,
        points=int(row["points"]),
        rule=one_of(row.get("rule", "flat"), RULES),
        requires=counts(row.get("requires", "")),
        front=Face(corners(row)),
        back=Face(("empty",) * len(CORNERS), (kingdom,)),
    )


def starter_side(row: dict[str, str]) -> tuple[int, str, Face]:
    """Make one side of a starter card of a line."""
    centre = tuple(one_of(symbol, KINGDOMS) for symbol in row["centre"].split())
    return int(row["id"]), one_of(row["side"], ("front", "back")), Face(corners(row), centre)


def objective(row: dict[str, str]) -> Objective:
    """Make an objective card of a line."""
    cells, needs = [], {}
    if one_of(row["kind"], ("pattern", "set")) == "set":
        needs = counts(row["wants"])
    else:
        for part in row["wants"].split():
            kingdom, _, steps = part.partition("@")
            right, _, up = steps.partition("/")
            cells.append(Cell(one_of(kingdom, KINGDOMS), int(right), int(up)))
        if len(cells) != 3:
            raise ValueError(f"a pattern has three cards, not {len(cells)}")
    return Objective(int(row["id"]), int(row["points"]), row["shape"], tuple(cells), needs)


def starters() -> list[Card]:
    """Put the two sides of each starter card together."""
    sides: dict[int, dict[str, Face]] = {}
    for number, side, face in read("starter_cards.csv", starter_side):
        sides.setdefault(number, {})[side] = face
    for number, faces in sides.items():
        if len(faces) != 2:
            raise DataError(f"starter_cards.csv: card {number} lacks a side")
    return [Card(n, "", 0, "flat", {}, f["front"], f["back"]) for n, f in sides.items()]


def in_order(ids: list[int], first: int, last: int, name: str) -> None:
    """Check that each card from the first to the last is there, once."""
    if ids != list(range(first, last + 1)):
        raise DataError(f"{name}: the cards {first} to {last} in order expected")
