"""A table at a glance: the position as one of its users sees it, and whose turn it is."""

from collections.abc import Collection

from ludoteca.protocol.http import Glance
from ludoteca.protocol.to_client import LobbyTable
from ludoteca.table.decision import Viewer
from ludoteca.table.present import position_info
from ludoteca.table.table import Table


def glance_at(table: Table, shown: LobbyTable, users: Collection[str], at: float) -> Glance | None:
    """Show a table as its user sees it; None if they hold no seat there any more."""
    own = [(user, seat) for user in users for seat in table.seats_of(user)]
    own = [(user, seat) for user, seat in own if not table.seats[seat].resigned]
    if not own:
        return None
    turn = [each for each in own if each[1] in table.movers]
    user, seat = turn[0] if turn else own[0]
    # People who share a device see each other's cards only after the device was passed on.
    shared = len(own) > 1
    position = position_info(table, Viewer(user, None if shared else seat))
    return Glance(
        table=shown,
        seat=seat,
        at=at,
        movers=list(table.movers),
        mine=bool(turn),
        view=None if position is None else position.view,
    )
