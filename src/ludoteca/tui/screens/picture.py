"""The table as a picture, with the drawings of the page, where the terminal can show it."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.widget import Widget

from ludoteca.tui import graphics
from ludoteca.tui.bars import TitleBar
from ludoteca.tui.screens.base import BaseScreen

LOOK = 0.3
"""Seconds between two looks at the position."""


class PictureScreen(BaseScreen[None]):
    """A picture of a position as large as the screen; it follows the match."""

    CSS = """
    PictureScreen Area { height: 1fr; width: 100%; }
    PictureScreen Area > * { width: 100%; height: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "back", "tui.key.board"),
        Binding("left", "step(-1)", "tui.replay.before"),
        Binding("right", "step(1)", "tui.replay.after"),
    ]

    def __init__(
        self,
        draw: Callable[[], str | None],
        title: str,
        step: Callable[[int], None] | None = None,
    ) -> None:
        """Take what draws the position, what it is called, and perhaps what goes to another."""
        super().__init__()
        self._draw, self._title, self._step = draw, title, step
        self._wanted: tuple[str, Size] | None = None
        """The picture that is drawn or being drawn, and its size."""
        self.shown = ""
        """The picture that is on the screen."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer steps only in a replay."""
        return self._step is not None if action == "step" else True

    def body(self) -> list[Widget]:
        """Put the picture."""
        assert self.app.graphics is not None
        return [Area(graphics.image_widget(self.app.graphics))]

    def on_mount(self) -> None:
        """Draw, and look for changes of the position from time to time."""
        self.write_title()
        self.set_interval(LOOK, self.follow)
        self.follow()

    def on_resize(self) -> None:
        """Draw in the size that there is now."""
        super().on_resize()
        self.call_after_refresh(self.follow)

    def follow(self) -> None:
        """Draw the position as it is now, unless it is on the screen or being drawn."""
        svg, size = self._draw(), self.query_one(Area).size
        if svg is None or not size or (svg, size) == self._wanted:
            return
        self._wanted = svg, size
        self.run_worker(partial(self._redraw, svg, size), group="picture", exclusive=True)

    def write_title(self) -> None:
        """Show which match this is."""
        self.query_one(TitleBar).say("ludoteca", self._title)

    async def _redraw(self, svg: str, size: Size) -> None:
        wide, high = graphics.cell_size()
        width, height = size.width * wide, size.height * high
        call = self.app.pool.call if self.app.pool else asyncio.to_thread
        drawn = await call(graphics.draw_apart, svg, width, height)
        self.shown = svg
        picture = graphics.framed(drawn, width, height, self.look.palette.ground)
        self.query_one(Area).image.image = picture  # type: ignore[attr-defined]

    def action_step(self, by: int) -> None:
        """Go to another position of a record."""
        if self._step is not None:
            self._step(by)
            self.follow()


class Area(Widget):
    """Where the picture is."""

    def __init__(self, image: Widget) -> None:
        """Take what shows the picture."""
        super().__init__()
        self.image = image

    def compose(self) -> list[Widget]:
        """Put what shows the picture."""
        return [self.image]
