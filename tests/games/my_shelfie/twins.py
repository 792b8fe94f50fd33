"""Slow, plain rules of My Shelfie that the fast ones are compared with."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

Cell = tuple[int, int]
"""A (row, column); row 0 is the top row."""
Shelf = tuple[str, ...]
"""A bookshelf: six strings of five letters, the top row first, "." where there is no tile."""

FACTS = Path(__file__).parents[2] / "facts" / "shelfie"
GAME: dict[str, Any] = json.loads((FACTS / "game.json").read_text(encoding="utf-8"))

ROWS: int = GAME["shelf"]["rows"]
COLUMNS: int = GAME["shelf"]["cols"]
LETTERS: dict[str, str] = {tile["id"]: tile["letter"] for tile in GAME["tile_types"]}
"""The letter of each tile type: cats are C."""
GOALS: dict[int, dict[str, Any]] = {goal["id"]: goal["parameters"] for goal in GAME["common_goals"]}
"""The numbers and cells that the twelve common goals are made of."""
PERSONAL_GOALS: dict[int, dict[Cell, str]] = {
    card["id"]: {(cell["row"], cell["col"]): LETTERS[cell["type"]] for cell in card["cells"]}
    for card in GAME["personal_goals"]["cards"]
}
"""The cells of each personal goal card and the letter that each of them asks for."""
PERSONAL_POINTS: list[int] = GAME["scoring"]["personal_points_by_matches"]
GROUP_POINTS: dict[str, int] = GAME["scoring"]["group_points_by_size"]
END_GAME_TOKEN: int = GAME["scoring"]["end_game_token"]
MOST_TAKEN: int = GAME["turn"]["take"]["max"]
FEW_TILES = 4
"""At so many tiles or fewer the living room is refilled under the rule four_or_fewer."""


def tiles_of(picture: Sequence[str]) -> dict[Cell, str]:
    """Read the tiles out of a picture of a bookshelf or a living room."""
    return {
        (row, column): letter
        for row, letters in enumerate(picture)
        for column, letter in enumerate(letters)
        if letter not in " ."
    }


def neighbours(cell: Cell) -> set[Cell]:
    """Name the four cells that share a side with a cell."""
    row, column = cell
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def groups(shelf: Shelf) -> list[tuple[str, frozenset[Cell]]]:
    """List the maximal sets of equal tiles connected through shared sides, with their letter."""
    unseen = tiles_of(shelf)
    found = []
    while unseen:
        first = min(unseen)
        letter = unseen[first]
        group: set[Cell] = set()
        waiting = {first}
        while waiting:
            cell = waiting.pop()
            group.add(cell)
            waiting |= {near for near in neighbours(cell) - group if unseen.get(near) == letter}
        for cell in group:
            del unseen[cell]
        found.append((letter, frozenset(group)))
    return found


def holds_a_square(group: frozenset[Cell]) -> bool:
    """Tell whether some 2x2 block lies wholly inside a group."""
    return any(
        {(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)} <= group
        for row, column in group
    )


def shelf_rows(shelf: Shelf) -> list[str]:
    """List the six rows, each as a string without its empty cells."""
    return [row.replace(".", "") for row in shelf]


def shelf_columns(shelf: Shelf) -> list[str]:
    """List the five columns, each as a string without its empty cells."""
    return ["".join(row[column] for row in shelf).replace(".", "") for column in range(COLUMNS)]


def all_alike(tiles: Mapping[Cell, str], cells: Sequence[Cell]) -> bool:
    """Tell whether all these cells are filled with tiles of one type."""
    letters = {tiles.get((row, column)) for row, column in cells}
    return len(letters) == 1 and None not in letters


def number(goal_id: int, name: str) -> int:
    """Look up one of the numbers that a common goal is made of."""
    value: int = GOALS[goal_id][name]
    return value


def two_squares(shelf: Shelf) -> bool:
    """Goal 1: judge whether two different groups each hold a 2x2 block."""
    return sum(holds_a_square(group) for _, group in groups(shelf)) >= number(1, "groups")


def two_columns_all_different(shelf: Shelf) -> bool:
    """Goal 2: judge whether two full columns show all six types."""
    full = [column for column in shelf_columns(shelf) if len(column) == ROWS]
    return sum(len(set(column)) == ROWS for column in full) >= number(2, "columns")


def four_groups_of_four(shelf: Shelf) -> bool:
    """Goal 3: judge whether four groups have four tiles or more."""
    large = [group for _, group in groups(shelf) if len(group) >= number(3, "min_size")]
    return len(large) >= number(3, "groups")


def six_groups_of_two(shelf: Shelf) -> bool:
    """Goal 4: judge whether six groups have two tiles or more."""
    large = [group for _, group in groups(shelf) if len(group) >= number(4, "min_size")]
    return len(large) >= number(4, "groups")


def three_columns_max_three_types(shelf: Shelf) -> bool:
    """Goal 5: judge whether three full columns show at most three types each."""
    full = [column for column in shelf_columns(shelf) if len(column) == ROWS]
    plain = [column for column in full if len(set(column)) <= number(5, "max_types")]
    return len(plain) >= number(5, "columns")


def two_rows_all_different(shelf: Shelf) -> bool:
    """Goal 6: judge whether two full rows show five different types each."""
    full = [row for row in shelf_rows(shelf) if len(row) == COLUMNS]
    return sum(len(set(row)) == COLUMNS for row in full) >= number(6, "rows")


def four_rows_max_three_types(shelf: Shelf) -> bool:
    """Goal 7: judge whether four full rows show at most three types each."""
    full = [row for row in shelf_rows(shelf) if len(row) == COLUMNS]
    plain = [row for row in full if len(set(row)) <= number(7, "max_types")]
    return len(plain) >= number(7, "rows")


def four_corners(shelf: Shelf) -> bool:
    """Goal 8: judge whether the four corners of the bookshelf are alike."""
    return all_alike(tiles_of(shelf), GOALS[8]["cells"])


def eight_same(shelf: Shelf) -> bool:
    """Goal 9: judge whether some type occurs eight times."""
    counts = Counter(tiles_of(shelf).values())
    return any(count >= number(9, "min_count") for count in counts.values())


def x_of(centre: Cell) -> list[Cell]:
    """Name the five cells of the X around a centre."""
    row, column = centre
    corners = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
    return [centre, *corners]


def x_shape(shelf: Shelf) -> bool:
    """Goal 10: judge whether some centre and its four diagonal neighbours are alike."""
    tiles = tiles_of(shelf)
    return any(all_alike(tiles, x_of(centre)) for centre in tiles)


def five_diagonal(shelf: Shelf) -> bool:
    """Goal 11: judge whether one of the four long diagonals is all alike."""
    tiles = tiles_of(shelf)
    return any(all_alike(tiles, diagonal) for diagonal in GOALS[11]["diagonals"])


def stairs(shelf: Shelf) -> bool:
    """Goal 12: judge whether each column is one higher, or each one lower, than the last."""
    heights = [len(column) for column in shelf_columns(shelf)]
    steps = {right - left for left, right in pairwise(heights)}
    return steps in ({1}, {-1}) and min(heights) > 0


JUDGES: dict[int, Callable[[Shelf], bool]] = {
    1: two_squares,
    2: two_columns_all_different,
    3: four_groups_of_four,
    4: six_groups_of_two,
    5: three_columns_max_three_types,
    6: two_rows_all_different,
    7: four_rows_max_three_types,
    8: four_corners,
    9: eight_same,
    10: x_shape,
    11: five_diagonal,
    12: stairs,
}


def goal_met(shelf: Shelf, goal_id: int) -> bool:
    """Tell whether a bookshelf meets one of the twelve common goals."""
    return JUDGES[goal_id](shelf)


def group_points(shelf: Shelf) -> int:
    """Add up the points of all groups."""
    sizes = [len(group) for _, group in groups(shelf)]
    return sum(GROUP_POINTS.get(str(size), GROUP_POINTS["6_or_more"]) for size in sizes)


def personal_points(shelf: Shelf, card_cells: Mapping[Cell, str]) -> int:
    """Return the points for the cells of a personal goal that hold the right tile."""
    tiles = tiles_of(shelf)
    return PERSONAL_POINTS[sum(tiles.get(cell) == letter for cell, letter in card_cells.items())]


def score(
    shelf: Shelf,
    card_cells: Mapping[Cell, str],
    scoring_tokens: Sequence[int] = (),
    has_end_game_token: bool = False,
) -> int:
    """Add up everything a seat has at the end of the match."""
    earned = sum(scoring_tokens) + (END_GAME_TOKEN if has_end_game_token else 0)
    return earned + personal_points(shelf, card_cells) + group_points(shelf)


def takeable_lines(living_room: Sequence[str]) -> set[tuple[Cell, ...]]:
    """Name every line of one to three tiles that may be taken, whatever room the shelf has."""
    tiles = set(tiles_of(living_room))
    free = {cell for cell in tiles if neighbours(cell) - tiles}
    lines = set()
    for row, column in free:
        for down, right in ((0, 1), (1, 0)):
            for length in range(1, MOST_TAKEN + 1):
                line = tuple((row + down * i, column + right * i) for i in range(length))
                if free.issuperset(line):
                    lines.add(line)
    return lines


def refill_due(living_room: Sequence[str], rule: str) -> bool:
    """Tell whether the living room is refilled at the end of the turn."""
    tiles = set(tiles_of(living_room))
    if rule == "four_or_fewer":
        return len(tiles) <= FEW_TILES
    if rule in ("isolated_return", "isolated_keep"):
        return not any(neighbours(cell) & tiles for cell in tiles)
    raise ValueError(f"there is no refill rule {rule!r}")


Grid = list[list[str]]
"""A bookshelf in the making: every cell has a letter, the heights are cut afterwards."""


def mosaic(rng: Random) -> Grid:
    """Fill a grid with any of a few letters, sometimes of all six."""
    letters = rng.sample("CBGFTP", rng.randint(1, 6))
    return [[rng.choice(letters) for _ in range(COLUMNS)] for _ in range(ROWS)]


def mirrored(rng: Random) -> Grid:
    """Fill a grid that looks the same from the left, the right, above and below."""
    grid = mosaic(rng)
    folded = [[row[min(i, COLUMNS - 1 - i)] for i in range(COLUMNS)] for row in grid]
    return [list(folded[min(i, ROWS - 1 - i)]) for i in range(ROWS)]


def repeated_rows(rng: Random) -> Grid:
    """Fill a grid with one or two rows, again and again."""
    rows = mosaic(rng)[: rng.randint(1, 2)]
    return [list(rng.choice(rows)) for _ in range(ROWS)]


def repeated_columns(rng: Random) -> Grid:
    """Fill a grid with rows of one letter, so that all its columns are alike."""
    return [[rng.choice("CBGFTP")] * COLUMNS for _ in range(ROWS)]


def varied_rows(rng: Random) -> Grid:
    """Fill a grid with rows of five different letters."""
    return [rng.sample("CBGFTP", COLUMNS) for _ in range(ROWS)]


def varied_columns(rng: Random) -> Grid:
    """Fill a grid with columns of six different letters."""
    columns = [rng.sample("CBGFTP", ROWS) for _ in range(COLUMNS)]
    return [[column[row] for column in columns] for row in range(ROWS)]


def blocks(rng: Random) -> Grid:
    """Fill a grid with rectangles of one size, each of one letter."""
    height, width = rng.choice([(1, 2), (2, 1), (2, 2), (3, 1), (4, 1), (2, 3), (3, 2), (1, 5)])
    colours = mosaic(rng)
    return [[colours[i // height][j // width] for j in range(COLUMNS)] for i in range(ROWS)]


def planted(rng: Random) -> Grid:
    """Fill a grid at random and paint the cells of an X, a diagonal or the corners alike."""
    grid = mosaic(rng)
    x = x_of((rng.randint(1, ROWS - 2), rng.randint(1, COLUMNS - 2)))
    diagonal = rng.choice(GOALS[11]["diagonals"])
    letter = rng.choice("CBGFTP")
    for row, column in rng.choice([x, diagonal, GOALS[8]["cells"]]):
        grid[row][column] = letter
    return grid


GRIDS = (mosaic, mirrored, repeated_rows, repeated_columns, varied_rows, varied_columns, blocks)
"""The ways to fill a grid; planted ones are mixed in besides."""


def random_heights(rng: Random) -> list[int]:
    """Choose column heights: full, nearly full, any, a flight of stairs, or nearly one."""
    any_heights = [rng.randint(0, ROWS) for _ in range(COLUMNS)]
    nearly_full = [rng.randint(ROWS - 1, ROWS) for _ in range(COLUMNS)]
    low = rng.randint(0, 2)
    flight = [low + step for step in range(COLUMNS)][:: rng.choice([1, -1])]
    nearly_stairs = [max(0, min(ROWS, height + rng.choice([0, 0, 0, 1]))) for height in flight]
    full = [ROWS] * COLUMNS
    return rng.choice([full, full, nearly_full, any_heights, flight, nearly_stairs])


def random_shelves(rng: Random, count: int) -> Iterator[Shelf]:
    """Make bookshelves that obey gravity, often meet a common goal and often just miss it."""
    for _ in range(count):
        grid = rng.choice((*GRIDS, planted, planted))(rng)
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            grid[rng.randrange(ROWS)][rng.randrange(COLUMNS)] = rng.choice("CBGFTP")
        heights = random_heights(rng)
        yield tuple(
            "".join(
                letter if ROWS - row <= height else "."
                for letter, height in zip(letters, heights, strict=True)
            )
            for row, letters in enumerate(grid)
        )
