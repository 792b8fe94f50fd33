"""Sixteen colours: what differs by colour still does, and what could be read still can."""

from itertools import product

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from ludoteca.tui.ansi_colours import READABLE, SHOWN, AnsiColourFilter, chosen, contrast, number_of
from ludoteca.tui.boards.codex_naturalis.cards import COLOURS as FACES
from ludoteca.tui.boards.my_shelfie.tiles import COLOURS as TILES
from ludoteca.tui.look import SEATS, THEMES, Palette


def rgb(colour: str) -> tuple[int, int, int]:
    """Read a colour."""
    found = Color.parse(colour)
    return found.r, found.g, found.b


def test_every_kind_of_tile_and_card_has_a_colour_of_its_own() -> None:
    tiles = {number_of(*rgb(colours[0])) for colours in TILES.values()}
    assert len(tiles) == len(TILES)
    cards = {number_of(*rgb(colours[0])) for colours in FACES.values()}
    assert len(cards) == len(FACES)


@pytest.mark.parametrize("theme", SEATS)
def test_every_seat_has_a_colour_of_its_own(theme: str) -> None:
    assert len({number_of(*rgb(colour)) for colour in SEATS[theme]}) == len(SEATS[theme])


@pytest.mark.parametrize("palette", THEMES.values(), ids=THEMES)
def test_whatever_could_be_read_can_be_read(palette: Palette) -> None:
    inks = (palette.ink, palette.soft, palette.accent, palette.good, palette.bad, palette.glow)
    papers = (palette.ground, palette.panel, palette.raised, palette.accent)
    tried = 0
    for ink, paper in product(map(rgb, inks), map(rgb, papers)):
        if contrast(ink, paper) >= READABLE:
            front, back = chosen(ink, paper)
            assert contrast(SHOWN[front], SHOWN[back]) >= READABLE
            tried += 1
    assert tried > 10


def test_letters_on_their_tiles_can_be_read() -> None:
    for base, _, ink in TILES.values():
        front, back = chosen(rgb(ink), rgb(base))
        assert contrast(SHOWN[front], SHOWN[back]) >= READABLE


def test_a_line_is_repainted_and_keeps_its_letters() -> None:
    style = Style(color="#F0A878", bgcolor="#1E1A1C", bold=True)
    line = [Segment("a", style), Segment("b", Style(bgcolor="#A9321F")), Segment("c")]
    found = AnsiColourFilter().apply(line, Color(0, 0, 0))
    assert [segment.text for segment in found] == ["a", "b", "c"]
    assert found[0].style
    assert found[0].style.color
    assert found[0].style.bgcolor
    assert (found[0].style.color.number, found[0].style.bgcolor.number) == (11, 0)
    assert found[0].style.bold
    assert found[1].style
    assert found[1].style.bgcolor
    assert found[1].style.bgcolor.number == 1
    assert found[2].style is None
