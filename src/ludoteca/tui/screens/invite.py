"""An invitation to a table: its link, and the same as a QR code."""

from textual.widget import Widget

from ludoteca.tui.canvas import Canvas, Paint, wrapped
from ludoteca.tui.drawable import Drawable
from ludoteca.tui.qr import draw_code, modules, size_of
from ludoteca.tui.screens.base import BaseScreen


class InvitationCard(Drawable):
    """The link over its code."""

    DEFAULT_CSS = "InvitationCard { height: 1fr; }"

    def __init__(self, link: str, how: str) -> None:
        """Take the link, and what to do with it."""
        super().__init__()
        self._link, self._how = link, how

    def draw(self, canvas: Canvas) -> None:
        """Draw the link, and the code if there is room for it."""
        look, palette = self.look, self.look.palette
        how = wrapped(look.text(self._how), canvas.width - 4)
        canvas.block(2, 0, how, Paint(palette.soft))
        canvas.put(2, len(how), self._link, Paint(palette.accent, bold=True))
        rows, top = modules(self._link), len(how) + 2
        width, height = size_of(rows, look)
        if width <= canvas.width and height <= canvas.height - top:
            draw_code(canvas, (canvas.width - width) // 2, top, rows, look)


class InviteScreen(BaseScreen[None]):
    """Somebody is to come to this table."""

    TITLE_KEY = "page.invitation"
    AUTO_FOCUS = ""

    def __init__(self, link: str) -> None:
        """Take the link of the table."""
        super().__init__()
        self._link = link

    def body(self) -> list[Widget]:
        """Put the link and the code."""
        return [InvitationCard(self._link, self.say("tui.invite.how"))]
