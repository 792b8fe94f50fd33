"""The code on the screen has the modules that it should have, in Unicode and in ASCII."""

import pytest
import segno

from ludoteca.tui.canvas import Canvas
from ludoteca.tui.look import made
from ludoteca.tui.qr import HALVES, QUIET, draw_code, modules, size_of

ADDRESS = "https://games.example/t/k3v9x0c2b7m1"


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_drawing_reads_back_to_the_code(ascii_only: bool) -> None:
    look, rows = made("dark", ascii_only, True), modules(ADDRESS)
    width, height = size_of(rows, look)
    canvas = Canvas(width, height)
    draw_code(canvas, 0, 0, rows, look)
    lines = [line.ljust(width) for line in canvas.text().split("\n")]
    if ascii_only:
        read = [[line[2 * n : 2 * n + 2] == "  " for n in range(width // 2)] for line in lines]
    else:
        halves = {mark: pair for pair, mark in HALVES.items()}
        read = [[halves[mark][half] for mark in line] for line in lines for half in (0, 1)]
    assert read[: len(rows)] == rows


def test_the_code_has_a_light_border_and_says_the_address() -> None:
    rows = modules(ADDRESS)
    assert not any(any(row) for row in rows[:QUIET])
    bare = [row[QUIET:-QUIET] for row in rows[QUIET:-QUIET]]
    assert [[*map(bool, row)] for row in segno.make(ADDRESS, micro=False, error="l").matrix] == bare
