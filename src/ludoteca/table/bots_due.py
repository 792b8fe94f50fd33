"""For which seats a bot is to choose now, and all that it may know."""

from dataclasses import dataclass
from functools import cached_property

from ludoteca.core.game import Game, View
from ludoteca.table.draft import House
from ludoteca.table.state import Table


@dataclass(frozen=True)
class BotTask:
    """A choice that a bot is to make; the answer is a `BotMove` with the same seat and ply."""

    game: Game
    seat: int
    bot: str
    ply: int
    view: View

    @cached_property
    def legal(self) -> list[int]:
        """What the seat may do; listed when somebody asks, for these may be hundreds."""
        return self.game.actions_with(self.view, {}, most=None)


def is_parked(table: Table) -> bool:
    """Say whether a live match waits because nobody is here who plays it."""
    return table.is_live and bool(table.people()) and not table.present()


def seats_of_bots_due(table: Table) -> list[int]:
    """Name the seats for which bots are to choose now."""
    if table.course is None or not table.is_playing or is_parked(table):
        return []
    return [seat for seat in table.movers if table.seats[seat].is_played_by_bot]


def bots_due(table: Table, house: House) -> list[BotTask]:
    """List the choices that bots are to make now."""
    tasks = []
    for seat in seats_of_bots_due(table):
        course = table.course
        assert course is not None
        bot = table.seats[seat].bot or house.replacement
        tasks.append(BotTask(table.game, seat, bot, course.ply, course.view(seat)))
    return tasks
