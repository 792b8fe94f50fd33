"""The last touch before the terminal: no colours, or nothing but ASCII, where that is wanted."""

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

BOXES = str.maketrans(
    {
        **dict.fromkeys("─━═╌╍┄┈▔▁▂▃", "-"),
        **dict.fromkeys("│┃║▏▕▌▐▎▊", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛╔╗╚╝", "+"),
        **dict.fromkeys("█▇▆▅▄▀■▪", "#"),
        **dict.fromkeys("•·○", "."),
        **dict.fromkeys("▼✓", "v"),
        **dict.fromkeys("►→", ">"),
        **dict.fromkeys("◄←", "<"),
        "▲": "^",
        "…": "~",
    }
)
"""How the frames of widgets are written in ASCII."""


class AsciiFilter(LineFilter):
    """Writes what is left in ASCII, character by character."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Translate one line."""
        return [
            Segment(
                text
                if text.isascii()
                else text.translate(BOXES).encode("ascii", "replace").decode(),
                style,
                control,
            )
            for text, style, control in segments
        ]


class NoColourFilter(LineFilter):
    """Takes all colours away; bold, underlined and reversed stay.

    Textual's own filter sets the default colours instead, which is an escape sequence of colour.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Strip one line."""
        return [Segment(text, _without_colour(style), control) for text, style, control in segments]


def _without_colour(style: Style | None) -> Style | None:
    if style is None:
        return None
    return Style(
        bold=style.bold,
        dim=style.dim,
        italic=style.italic,
        underline=style.underline,
        reverse=style.reverse,
        meta=style.meta,
    )
