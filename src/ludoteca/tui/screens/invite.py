"""An invitation to a table: its link, and the same as a QR code."""

from textual.widget import Widget

from ludoteca.tui.canvas import Canvas, Paint, wrapped
from ludoteca.tui.drawable import Drawable
from ludoteca.tui.qr import draw_code, modules, size_of
from ludoteca.tui.screens.base import BaseScreen


class InvitationCard(Drawable):
    """The link over its code."""

    DEFAULT_CSS = "InvitationCard { height: 1fr; }"

    def __init__(self, link: str, how: str, scan: str) -> None:
        """Take the link, what to do with it, and what to do with its code."""
        super().__init__()
        self._link, self._how, self._scan = link, how, scan

    def draw(self, canvas: Canvas) -> None:
        """Draw the link, and the code if there is room for it."""
        look, palette = self.look, self.look.palette
        rows, room = modules(self._link), canvas.width - 4
        width, height = size_of(rows, look)
        how = wrapped(look.text(f"{self._how} {self._scan}"), room)
        top = len(how) + 2
        if width <= canvas.width and height <= canvas.height - top:
            draw_code(canvas, (canvas.width - width) // 2, top, rows, look)
        else:
            how = wrapped(look.text(self._how), room)
        canvas.block(2, 0, how, Paint(palette.soft))
        canvas.put(2, len(how), self._link, Paint(palette.accent, bold=True))


class InviteScreen(BaseScreen[None]):
    """Somebody is to come to this table."""

    TITLE_KEY = "page.invitation"
    AUTO_FOCUS = ""

    def __init__(self, link: str) -> None:
        super().__init__()
        self._link = link

    def body(self) -> list[Widget]:
        """Put the link and the code."""
        return [InvitationCard(self._link, self.say("tui.invite.how"), self.say("tui.invite.scan"))]
