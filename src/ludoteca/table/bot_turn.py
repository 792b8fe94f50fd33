"""For which seats a bot is to choose now, and all that it may know."""

from functools import cached_property

from msgspec import Struct

from ludoteca.core.game import Game, View
from ludoteca.protocol.from_client import PlayMove
from ludoteca.table.decision import TablePolicy, Who
from ludoteca.table.table import Table


class BotTask(Struct, frozen=True, dict=True):
    """A move that a bot is to make; `message` says it at the table, as a person would."""

    match: str
    game: Game
    seat: int
    bot: str
    ply: int
    view: View

    @property
    def who(self) -> Who:
        """As whom the bot speaks at the table."""
        return Who(user="", name=self.bot, seat=self.seat, is_bot=True)

    def message(self, action: int) -> PlayMove:
        """Write the bot's choice as a message."""
        text = self.game.modules.notation.format_move(self.view.state, self.seat, action)
        return PlayMove(request=0, match=self.match, ply=self.ply, move_id="", move=text)

    @cached_property
    def legal(self) -> list[int]:
        """What the seat may do; listed when somebody asks, for these may be hundreds."""
        return self.game.actions_with(self.view, {}, most=None)


def is_parked(table: Table) -> bool:
    """Return whether a live match waits because nobody is here who plays it."""
    return table.is_live and bool(table.people()) and not table.present()


def seats_of_bots_due(table: Table) -> list[int]:
    """Name the seats for which bots are to choose now."""
    if table.progress is None or not table.is_playing or is_parked(table):
        return []
    return [seat for seat in table.movers if table.seats[seat].is_played_by_bot]


def bots_due(table: Table, policy: TablePolicy) -> list[BotTask]:
    """List the choices that bots are to make now."""
    tasks = []
    for seat in seats_of_bots_due(table):
        progress = table.progress
        assert progress is not None
        bot = table.seats[seat].bot or policy.replacement
        tasks.append(BotTask(table.match, table.game, seat, bot, progress.ply, progress.view(seat)))
    return tasks
