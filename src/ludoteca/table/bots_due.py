"""For which seats a bot is to choose now, and all that it may know."""

from dataclasses import dataclass

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
    legal: list[int]


def is_parked(table: Table) -> bool:
    """Say whether a live match waits because nobody is here who plays it."""
    return table.is_live and bool(table.people()) and not table.present()


def bots_due(table: Table, house: House) -> list[BotTask]:
    """List the choices that bots are to make now."""
    course = table.course
    if course is None or not table.is_playing or is_parked(table):
        return []
    tasks = []
    for seat in table.movers:
        sitting = table.seats[seat]
        if sitting.is_played_by_bot:
            view = course.view(seat)
            bot = sitting.bot or house.replacement
            legal = table.game.legal(view.state, seat)
            tasks.append(BotTask(table.game, seat, bot, course.ply, view, legal))
    return tasks
