"""What happened lately, in a corner of a board."""

from ludoteca.tui.boards.base import Scene
from ludoteca.tui.canvas import Canvas, Paint, wrapped

LEAST = 4
"""Fewer lines do without a heading."""


def draw_news(canvas: Canvas, at: tuple[int, int], width: int, height: int, scene: Scene) -> None:
    """Write the latest news into a rectangle, the newest at the bottom."""
    if height < 2 or width < 12 or not scene.news:
        return
    x, y = at
    palette = scene.look.palette
    if height < LEAST:  # no room for a heading: the newest alone
        parts = wrapped(scene.look.text(scene.news[-1]), width)[:height]
        canvas.block(x, y, parts, Paint(palette.ink))
        return
    canvas.put(x, y, scene.say("tui.table.news"), Paint(palette.accent, bold=True))
    lines: list[tuple[str, bool]] = []
    for number, sentence in enumerate(reversed(scene.news)):
        parts = wrapped(scene.look.text(sentence), width)
        if len(lines) + len(parts) > height - 1:
            break
        lines = [(part, number == 0) for part in parts] + lines
    for number, (line, newest) in enumerate(lines, 1):
        canvas.put(x, y + number, line, Paint(palette.ink if newest else palette.soft))
