"""A widget that draws itself on a canvas and answers clicks on what it drew."""

from typing import Any

from textual import events, getters
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from ludoteca.tui.app import TerminalApp
from ludoteca.tui.canvas import Canvas
from ludoteca.tui.look import Look

UNSEEN = Size(80, 22)
"""The size of a drawing that is on no screen."""


class Drawable(Widget):
    """A drawing on the screen."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._picture: Canvas | None = None

    app = getters.app(TerminalApp)

    @property
    def look(self) -> Look:
        """How it is drawn."""
        return self.app.look

    @property
    def picture(self) -> Canvas:
        """The drawing as it is on the screen."""
        size = self.size if self.is_attached else UNSEEN
        if self._picture is None or (self._picture.width, self._picture.height) != size:
            self._picture = self._drawn(size)
        return self._picture

    def _drawn(self, size: Size) -> Canvas:
        canvas = Canvas(size.width, size.height, self.look.palette.surface)
        self.draw(canvas)
        return canvas

    def draw(self, canvas: Canvas) -> None:
        """Draw in the size that there is."""

    def touch(self, name: str) -> None:
        """Answer a click on something that was drawn."""

    def redraw(self) -> None:
        """Redraw, and send the terminal the lines that have changed."""
        before, self._picture = self._picture, None
        if before is None or not self.is_attached:
            self.refresh()
            return
        now = self.picture
        if (before.width, before.height, before.surface) != (now.width, now.height, now.surface):
            self.refresh()
        elif rows := now.changed_rows(before):
            self.refresh(*(Region(0, row, now.width, 1) for row in rows))

    def render_line(self, y: int) -> Strip:
        """Return one line of the drawing."""
        picture = self.picture
        if y >= picture.height:
            return Strip.blank(picture.width)
        return picture.strip(y, self.look.colour)

    def on_resize(self) -> None:
        """Draw in the new size."""
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        """Find what was clicked."""
        # Textual calls the handlers of all base classes: only this one may answer.
        if name := self.picture.spot_at(event.x, event.y):
            self.touch(name)
            self.redraw()
