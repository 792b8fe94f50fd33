"""SVG pictures in pixels, if what draws them is installed (the extra `graphics`)."""

import importlib.util
import io
import re
from typing import TYPE_CHECKING

from ludoteca.core.extras import lacking

if TYPE_CHECKING:  # a browser has none, and asks for no pixels
    import numpy as np
    import numpy.typing as npt

_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def can_draw() -> bool:
    """Return whether the package that turns SVG into pixels is installed."""
    return importlib.util.find_spec("resvg_py") is not None


def size_of(svg: str) -> tuple[float, float]:
    """Return the width and height of a picture.

    >>> size_of('<svg viewBox="0 0 30 20.5">')
    (30.0, 20.5)
    """
    found = _SIZE.search(svg)
    assert found is not None
    return float(found[1]), float(found[2])


def fitted(svg: str, width: int, height: int) -> tuple[int, int]:
    """Return how large a picture can be in a box, with its own proportions.

    >>> fitted('<svg viewBox="0 0 30 20">', 90, 1000)
    (90, 60)
    """
    own_width, own_height = size_of(svg)
    scale = min(width / own_width, height / own_height)
    return max(1, round(own_width * scale)), max(1, round(own_height * scale))


def png(svg: str, width: int, height: int) -> bytes:
    """Draw a picture as large as fits into a box, as the bytes of a PNG file."""
    try:
        import resvg_py
    except ModuleNotFoundError as error:
        raise lacking(error) from error
    wide, high = fitted(svg, width, height)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=wide, height=high))


def pixels(svg: str, width: int, height: int) -> "npt.NDArray[np.uint8]":
    """Draw a picture into the middle of a white frame: rows of red, green and blue."""
    import numpy as np

    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise lacking(error) from error
    drawn = Image.open(io.BytesIO(png(svg, width, height))).convert("RGBA")
    frame = Image.new("RGBA", (width, height), "white")
    frame.alpha_composite(drawn, ((width - drawn.width) // 2, (height - drawn.height) // 2))
    return np.asarray(frame.convert("RGB"))
