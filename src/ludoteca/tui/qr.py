"""An address as a QR code that a telephone can read off the terminal."""

from ludoteca.tui.canvas import Canvas, Paint
from ludoteca.tui.look import Look

QUIET = 2
"""Light modules around the code."""

DARK, LIGHT = "#000000", "#FFFFFF"


def modules(address: str) -> list[list[bool]]:
    """Return the rows of the code with its light border; dark modules are true."""
    import segno

    code = segno.make(address, micro=False, error="l")
    return [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET)]


def size_of(rows: list[list[bool]], look: Look) -> tuple[int, int]:
    """Return how many columns and lines a code takes."""
    if look.ascii:
        return 2 * len(rows), len(rows)
    return len(rows), (len(rows) + 1) // 2


def draw_code(canvas: Canvas, x: int, y: int, rows: list[list[bool]], look: Look) -> None:
    """Draw a code: two modules in a character, or two characters for one where there is only ASCII.

    Without colours the terminal is taken to be dark: what is written is light.
    """
    paint = Paint(LIGHT, DARK) if look.colour else Paint()
    if look.ascii:
        for line, row in enumerate(rows):
            canvas.put(x, y + line, "".join("  " if dark else "##" for dark in row), paint)
        return
    even = [*rows, [True] * len(rows)]
    for line in range(0, len(rows), 2):
        pairs = zip(even[line], even[line + 1], strict=True)
        text = "".join(HALVES[upper, lower] for upper, lower in pairs)
        canvas.put(x, y + line // 2, text, paint)


HALVES = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
"""What is drawn for two modules above each other."""
