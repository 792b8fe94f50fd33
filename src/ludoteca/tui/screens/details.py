"""By which rules a table plays: its clock, its options, and the commitment of its shuffle."""

from textual.widget import Widget

from ludoteca.tui.match_view import MatchView
from ludoteca.tui.screens.base import BaseScreen
from ludoteca.tui.status import describe_clock
from ludoteca.tui.text_page import PageLine, TextPage


def details(match: MatchView) -> list[tuple[str, str]]:
    """List what was decided about a table, each with its name."""
    said, table = match.words, match.table
    setting = table.setting
    answers = {True: said["page.agree"], False: said["page.disagree"]}
    found = [
        (said["page.clock"], describe_clock(setting.clock, said)),
        (said["page.leaving"], said[f"page.leaving.{setting.leaving}"]),
        (said["page.seating"], said[f"page.seating.{setting.seating}"]),
        (said["page.public"], answers[setting.public]),
        (said["page.allow_spectators"], answers[setting.spectators]),
    ]
    if setting.spectators and setting.spectator_delay:
        later = said.say("page.delay.later", n=setting.spectator_delay)
        found.append((said["page.delay"], later))
    for key, value in table.options.items():
        name = f"option.{key}"
        found.append((said.get(name, key), said.get(f"{name}.{value}", str(value))))
    found.append((said["tui.details.rated"], answers[table.rated]))
    if table.commitment:
        found.append((said["page.commitment"], table.commitment))
    if match.ending and match.ending.seed:
        found.append((said["tui.details.seed"], match.ending.seed))
    return found


class DetailsScreen(BaseScreen[None]):
    """What was decided about a table."""

    TITLE_KEY = "page.options"

    def __init__(self, match: MatchView) -> None:
        super().__init__()
        self._match = match

    def body(self) -> list[Widget]:
        """List it."""
        return [
            TextPage([PageLine(f"{name}: {value}", "item") for name, value in details(self._match)])
        ]
