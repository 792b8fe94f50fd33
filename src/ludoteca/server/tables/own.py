"""What belongs to a user: tables with a seat, ratings, a name."""

from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.accounts.ratings import shown
from ludoteca.server.store import Store
from ludoteca.server.store.values import TableRow
from ludoteca.server.tables.event_log import BOT
from ludoteca.server.tables.ownership import LIVE


async def rows_of(store: Store, identity: Identity) -> list[TableRow]:
    """List the tables at which a user holds a seat."""
    found: dict[str, TableRow] = {}
    for player in identity.ids:
        for row in await store.tables.list_tables(statuses=LIVE, player=player, limit=100):
            found[row.match] = row
    return list(found.values())


async def ratings_of(store: Store, identity: Identity) -> dict[tuple[str, int], int]:
    """Return a user's ratings as shown, by game and number of players."""
    if identity.user.kind == "guest":
        return {}
    found = await store.history.ratings_of(identity.id)
    return {(one.game, one.players): shown(one) for one in found}


async def name_of(store: Store, player: str) -> tuple[str, bool]:
    """Return the name of a player in the store's words, and whether it is a bot."""
    if player.startswith(BOT):
        return player.removeprefix(BOT), True
    user = await store.users.find_user(player)
    return ("?", False) if user is None else (user.name, user.kind == "bot")
