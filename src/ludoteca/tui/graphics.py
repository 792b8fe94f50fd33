"""Real pictures in terminals that can show them: Kitty's protocol or Sixel, if that is installed.

Whether a terminal can is asked before the program starts, for later its answers would be keys.
Nothing is asked, and no picture is shown, where the environment does not name such a terminal.
"""

import importlib.util
import io
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ludoteca.core.raster import can_draw, png

if TYPE_CHECKING:
    from PIL.Image import Image as Picture
    from textual.widget import Widget

OFF, AUTO, KITTY, SIXEL = "off", "auto", "kitty", "sixel"
GRAPHICS = (AUTO, OFF, KITTY, SIXEL)
"""What can be set; the first is the default."""

_TERMS = ("xterm-kitty", "xterm-ghostty", "foot", "contour", "mlterm", "wezterm")
_PROGRAMS = ("ghostty", "WezTerm", "iTerm.app", "rio", "contour")
_SIGNS = ("KITTY_WINDOW_ID", "KONSOLE_VERSION", "XTERM_VERSION", "WT_SESSION")
"""How terminals that may show pictures make themselves known."""

_MULTIPLEXERS = ("TMUX", "STY", "ZELLIJ")
"""Programs between us and the terminal, through which pictures do not pass for sure."""


def is_installed() -> bool:
    """Return whether all that pictures need is installed."""
    return can_draw() and importlib.util.find_spec("textual_image") is not None


def may_show(environment: Mapping[str, str]) -> bool:
    """Return whether the environment names a terminal that may show pictures.

    >>> may_show({"TERM": "xterm-kitty"}), may_show({"TERM": "xterm-kitty", "TMUX": "1"})
    (True, False)
    """
    if any(environment.get(name) for name in _MULTIPLEXERS):
        return False
    term = environment.get("TERM", "")
    return (
        term.startswith(_TERMS)
        or environment.get("TERM_PROGRAM") in _PROGRAMS
        or any(environment.get(name) for name in _SIGNS)
    )


def protocol(wanted: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Return how pictures are shown, if at all: as was set, or as the terminal answers."""
    if wanted == OFF or not is_installed():
        return None
    if wanted != AUTO:
        import textual_image.widget  # noqa: F401 - it asks the terminal for its size when imported

        return wanted
    return _asked() if may_show(environment) else None


def _asked() -> str | None:
    """Ask the terminal."""
    from textual_image import renderable

    return {renderable.SixelImage: SIXEL, renderable.TGPImage: KITTY}.get(renderable.Image)


def image_widget(how: str) -> "Widget":
    """Make an empty widget that shows a picture in one of the protocols."""
    from textual_image.widget import SixelImage, TGPImage

    return SixelImage() if how == SIXEL else TGPImage()


def cell_size() -> tuple[int, int]:
    """Return how many pixels wide and high a character is."""
    from textual_image._terminal import get_cell_size

    size = get_cell_size()
    return size.width, size.height


def framed(drawn: bytes, width: int, height: int, ground: str) -> "Picture":
    """Put a picture into the middle of an area of a colour, all of which it then covers."""
    from PIL import Image

    area = Image.new("RGB", (width, height), ground)
    with Image.open(io.BytesIO(drawn)) as found:
        place = ((width - found.width) // 2, (height - found.height) // 2)
        area.paste(found, place, found.convert("RGBA"))
    return area


def draw_apart(svg: str, width: int, height: int) -> bytes:
    """Draw in a process of its own, for it takes longer than a key may wait."""
    return png(svg, width, height)
