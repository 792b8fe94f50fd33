"""Everything that happened at a table."""

from textual.widget import Widget

from ludoteca.tui.reader import Line, Reader
from ludoteca.tui.screens.base import HouseScreen


class NewsScreen(HouseScreen[None]):
    """The news, the newest first."""

    TITLE_KEY = "tui.table.news"

    def __init__(self, news: tuple[str, ...]) -> None:
        """Take the news, the newest last."""
        super().__init__()
        self._news = news

    def body(self) -> list[Widget]:
        """List the news."""
        return [Reader([Line(each) for each in reversed(self._news)])]
