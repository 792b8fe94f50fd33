"""Everything that happened at a table."""

from textual.widget import Widget

from ludoteca.tui.screens.base import BaseScreen
from ludoteca.tui.text_page import PageLine, TextPage


class NewsScreen(BaseScreen[None]):
    """The news, the newest first."""

    TITLE_KEY = "tui.table.news"

    def __init__(self, news: tuple[str, ...]) -> None:
        super().__init__()
        self._news = news

    def body(self) -> list[Widget]:
        """List the news."""
        return [TextPage([PageLine(each) for each in reversed(self._news)])]
