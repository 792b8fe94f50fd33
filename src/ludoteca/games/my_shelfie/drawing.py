"""A view of My Shelfie as text for people, at most 80 columns wide."""

from collections.abc import Sequence

from ludoteca.core.colour import colour, plain
from ludoteca.core.words import Words
from ludoteca.games.my_shelfie.catalog import LETTERS, PERSONAL_GOALS, SIZE
from ludoteca.games.my_shelfie.deal import bag_count
from ludoteca.games.my_shelfie.layout import COLUMNS, LANE, ROWS, MyShelfie, cell_bit
from ludoteca.games.my_shelfie.pictures import bookshelf_rows, living_room_rows
from ludoteca.games.my_shelfie.rules import columns_with_room, seat_to_move, with_free_side
from ludoteca.games.my_shelfie.scoring import common_points, end_game_points, personal_points
from ludoteca.games.my_shelfie.scoring.groups import group_points
from ludoteca.games.my_shelfie.view import tokens_left

INKS = dict(zip(LETTERS, "gwybcm", strict=True))
"""The colour of each kind of tile."""

SHELF_WIDTH = 18
"""Columns for one seat's bookshelf and its caption."""


def draw(s: MyShelfie, seat: int | None, names: Sequence[str], words: Words) -> str:
    """Draw a masked state: living room and goals side by side, the bookshelves below."""
    room = _living_room(s)
    side = [*_goals(s, words), "", *_own_goal(s, seat, words)]
    bag = " ".join(f"{_tile(x)}{bag_count(s.bag, k)}" for k, x in enumerate(LETTERS))
    side += ["", f"{words['bag']}: {bag}"]
    rows = max(len(room), len(side))
    lines = [
        (_padded(a, 34) + b).rstrip()
        for a, b in zip(
            room + [""] * (rows - len(room)), side + [""] * (rows - len(side)), strict=True
        )
    ]
    shelves = [_shelf(s, who, seat, names, words) for who in range(s.players)]
    lines += [
        "",
        *(
            "".join(_padded(part, SHELF_WIDTH) for part in row)
            for row in zip(*shelves, strict=True)
        ),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - len(plain(text)))


def _tile(mark: str) -> str:
    return colour(INKS[mark], mark) if mark in INKS else mark


def _living_room(s: MyShelfie) -> list[str]:
    free = with_free_side(s.tiles)
    lines = ["    " + "".join(f" {letter} " for letter in "abcdefghi"[:SIZE])]
    for row, marks in enumerate(living_room_rows(s.living_room, s.players)):
        cells = "".join(
            f"[{_tile(mark)}]"
            if mark in INKS and free >> cell_bit(row, column) & 1
            else f" {_tile(mark)} "
            for column, mark in enumerate(marks)
        )
        lines.append(f"  {row + 1} {cells}")
    return lines


def _goals(s: MyShelfie, words: Words) -> list[str]:
    lines = [colour("B", words["common_goals"])]
    for card in range(s.goals_in_play):
        goal = s.common_goals[card]
        if goal:
            left = " ".join(str(points) for points in reversed(tokens_left(s, card)))
            lines.append(f" {goal:2} {words[f'goal.{goal}.name']}")
            lines.append(f"    {words['tokens_left']}: {left or '-'}")
    return lines


def _own_goal(s: MyShelfie, seat: int | None, words: Words) -> list[str]:
    if seat is None or seat < 0 or not s.personal_goal[seat]:
        return []
    card = s.personal_goal[seat]
    lines = [colour("B", f"{words['personal_goal']} {card}")]
    have = bookshelf_rows(s.bookshelf[seat])
    for row, marks in enumerate(PERSONAL_GOALS[card - 1]):
        cells = (
            colour("R", mark) if mark != "." and have[row][column] == mark else _tile(mark)
            for column, mark in enumerate(marks)
        )
        lines.append("    " + " ".join(cells))
    return lines


def _shelf(
    s: MyShelfie, who: int, viewer: int | None, names: Sequence[str], words: Words
) -> list[str]:
    turn = ">" if seat_to_move(s) == who else " "
    lines = [turn + colour("B", names[who][: SHELF_WIDTH - 3])]
    lines += [
        "  |" + " ".join(_tile(mark) for mark in row) + "|"
        for row in bookshelf_rows(s.bookshelf[who])
    ]
    lines.append("   " + " ".join(str(column + 1) for column in range(COLUMNS)))
    points = common_points(s, who) + end_game_points(s, who) + group_points(s.bookshelf[who])
    if s.personal_goal[who]:
        points += personal_points(s.bookshelf[who], s.personal_goal[who])
    tokens = " ".join(str(points) for points in s.tokens[who] if points)
    lines.append(f"  {words['points']}: {points}")
    lines.append(f"  {words['tokens']}: {tokens or '-'}")
    if viewer != who and s.personal_goal[who]:
        lines.append(f"  {words['goal']}: {s.personal_goal[who]}")
    else:
        lines.append("")
    lines.append("  " + words["end_game_token"] if s.end_game_token == who else "")
    return lines


def legal_summary(s: MyShelfie, seat: int, words: Words) -> str:
    """Return which tiles may be taken now and which columns have room."""
    free = with_free_side(s.tiles)
    cells = [
        f"{'abcdefghi'[column]}{row + 1}"
        for row in range(SIZE)
        for column, mark in enumerate(living_room_rows(s.living_room, s.players)[row])
        if mark in INKS and free >> cell_bit(row, column) & 1
    ]
    room = []
    for column in range(COLUMNS):
        most = max(
            (
                n
                for n in range(1, ROWS + 1)
                if columns_with_room(s.filled[seat], n) >> LANE * column & 1
            ),
            default=0,
        )
        room.append(f"{column + 1} ({most})")
    return "\n".join(
        [
            words["how_to_move"],
            f"{words['takeable']}: {' '.join(cells)}",
            f"{words['columns_with_room']}: {' '.join(room)}",
        ]
    )
