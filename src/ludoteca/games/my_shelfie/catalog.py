"""The printed facts of My Shelfie, read from `data/` and checked."""

import tomllib
from pathlib import Path
from typing import Any

from ludoteca.core.errors import DataError
from ludoteca.games.my_shelfie.layout import COLUMNS, ROWS, TYPES, cell_bit, shelf_bit

DATA = Path(__file__).parent / "data"
SIZE = 9
"""Rows and columns of the living room."""


def _lines(name: str) -> list[tuple[int, str]]:
    """Read a data file's lines with their numbers, without comments and blank lines."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [(n, line) for n, line in enumerate(lines, 1) if line and not line.startswith("#")]


def _read_facts() -> dict[str, Any]:
    with (DATA / "game.toml").open("rb") as file:
        facts = tomllib.load(file)
    if len(facts["tile"]) != TYPES:
        raise DataError(f"game.toml: {TYPES} kinds of tiles expected, {len(facts['tile'])} found")
    return facts


def _read_living_room() -> tuple[tuple[int, ...], ...]:
    rows = []
    for number, line in _lines("living_room.txt"):
        if len(line) != SIZE or set(line) - set(".234"):
            raise DataError(f"living_room.txt, line {number}: nine of . 2 3 4 expected, not {line}")
        rows.append(tuple(0 if mark == "." else int(mark) for mark in line))
    if len(rows) != SIZE:
        raise DataError(f"living_room.txt: nine rows expected, {len(rows)} found")
    return tuple(rows)


def _read_personal_goals() -> tuple[tuple[str, ...], ...]:
    lines = _lines("personal_goals.txt")
    cards: list[tuple[str, ...]] = []
    for at in range(0, len(lines), ROWS + 1):
        number, title = lines[at]
        picture = tuple(line for _, line in lines[at + 1 : at + 1 + ROWS])
        if title != str(len(cards) + 1):
            raise DataError(f"personal_goals.txt, line {number}: card {len(cards) + 1} expected")
        if sorted("".join(picture).replace(".", "")) != sorted(LETTERS):
            raise DataError(f"personal_goals.txt, line {number}: each kind of tile once, please")
        if any(len(row) != COLUMNS for row in picture):
            raise DataError(f"personal_goals.txt, line {number}: rows of five, please")
        cards.append(picture)
    return tuple(cards)


def _in_play(players: int) -> int:
    return sum(
        1 << cell_bit(row, column)
        for row, marks in enumerate(LIVING_ROOM)
        for column, mark in enumerate(marks)
        if 0 < mark <= players
    )


def _masks(picture: tuple[str, ...]) -> tuple[int, ...]:
    masks = [0] * TYPES
    for row, marks in enumerate(picture):
        for column, letter in enumerate(marks):
            if letter != ".":
                masks[LETTERS.index(letter)] |= 1 << shelf_bit(row, column)
    return tuple(masks)


_FACTS = _read_facts()

LETTERS: str = "".join(tile["letter"] for tile in _FACTS["tile"])
"""One letter for each kind of tile, in their order."""

TILE_NAMES: tuple[str, ...] = tuple(tile["name"] for tile in _FACTS["tile"])

TILE_COUNTS: tuple[int, ...] = tuple(tile["count"] for tile in _FACTS["tile"])
"""How many tiles of each kind there are."""

LIVING_ROOM = _read_living_room()
"""From how many players on each cell is used; 0 for never."""

CELLS: tuple[tuple[int, int], ...] = tuple(
    (row, column) for row in range(SIZE) for column in range(SIZE) if LIVING_ROOM[row][column]
)
"""The cells in reading order."""

CELL_BITS: tuple[tuple[int, ...], ...] = tuple(
    (*(cell_bit(row, column) for row, column in CELLS if LIVING_ROOM[row][column] <= players), 63)
    + (63,) * sum(1 for row, column in CELLS if LIVING_ROOM[row][column] > players)
    for players in range(5)
)
"""The bits of the cells in play in reading order, by the number of players; 63 ends the list."""

IN_PLAY: tuple[int, ...] = tuple(_in_play(players) for players in range(5))
"""The cells in play by the number of players."""

CELL_COUNTS: tuple[int, ...] = tuple(cells.bit_count() for cells in IN_PLAY)
"""How many cells are in play by the number of players."""

PERSONAL_GOALS = _read_personal_goals()
"""The pictures of the personal goal cards; card n is number n - 1 here."""

PERSONAL_MASKS: tuple[tuple[int, ...], ...] = (
    (0,) * TYPES,
    *(_masks(picture) for picture in PERSONAL_GOALS),
)
"""For each card (0: unknown) the cell each kind of tile should be in."""

PERSONAL_GOAL_CARDS = len(PERSONAL_GOALS)
COMMON_GOAL_CARDS = 12
"""How many common goal cards there are; `scoring` knows what they ask."""

PERSONAL_POINTS: tuple[int, ...] = tuple(_FACTS["points"]["personal_goal"])
"""By the number of matches."""

GROUP_POINTS: tuple[int, ...] = tuple(_FACTS["points"]["group"])
"""By the size of a group; larger ones give as much as the last."""

END_GAME_POINTS: int = _FACTS["points"]["end_game_token"]

TOKEN_POINTS: tuple[tuple[int, ...], ...] = tuple(
    (*_FACTS["scoring_tokens"].get(str(players), []), 0, 0, 0, 0)[:4] for players in range(5)
)
"""By the number of players, then by how many tokens of the stack are taken already."""
