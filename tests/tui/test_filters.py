"""The last touch: ASCII and no colours reach every widget."""

from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from ludoteca.tui.filters import AsciiFilter, NoColourFilter

BLACK = Color(0, 0, 0)


def test_frames_become_ascii_of_the_same_length() -> None:
    (segment,) = AsciiFilter().apply([Segment("╭─▼ für ★…╯")], BLACK)
    assert segment.text == "+-v f?r ?~+"


def test_colours_go_and_the_rest_stays() -> None:
    style = Style(color="red", bgcolor="blue", bold=True, reverse=True)
    (segment,) = NoColourFilter().apply([Segment("x", style)], BLACK)
    assert segment.style is not None
    assert (segment.style.bold, segment.style.reverse) == (True, True)
    assert (segment.style.color, segment.style.bgcolor) == (None, None)
