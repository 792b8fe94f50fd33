"""Tiles of My Shelfie: every size is filled by its picture."""

import pytest

from ludoteca.tui.boards.my_shelfie.tiles import COLOURS, LETTERS, put_tile
from ludoteca.tui.canvas import Canvas
from ludoteca.tui.look import Look


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_row_of_a_tile_is_painted(letter: str, size: int) -> None:
    canvas = Canvas(2 * size + 1, size + 1)
    put_tile(canvas, 0, 0, letter, size, Look())
    base = COLOURS[letter][0]
    for row in canvas.paints[:size]:
        assert {paint.paper for paint in row} == {base}
    assert all(line.strip() for line in canvas.text().splitlines())
