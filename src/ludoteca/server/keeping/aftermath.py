"""What follows when something has happened at a table: the hall, notices, records, rematches."""

import secrets
from typing import TYPE_CHECKING

from ludoteca.protocol.from_client import Invite
from ludoteca.protocol.to_client import Done, Invited, YourTurn
from ludoteca.server.bus.port import INVITED, LOBBY, VISITOR
from ludoteca.server.connection import Connection
from ludoteca.server.keeping.ledger import hall_table
from ludoteca.server.problem import Refusal
from ludoteca.server.store.values import Invitation
from ludoteca.server.webhook import Notice
from ludoteca.table import Decision, Table, Who, your_turn
from ludoteca.table.events import Finalised, Moved, RematchAgreed

if TYPE_CHECKING:
    from ludoteca.server.house import House
    from ludoteca.server.keeping.keeper import Keeper

INVITATION = 7 * 86_400.0
"""Invitations are good for so long."""


class Aftermath:
    """Looks at what was saved, and lets the rest of the house know."""

    def __init__(self, house: "House", keeper: "Keeper") -> None:
        """Serve one table."""
        self._house, self._keeper = house, keeper

    async def follow(self, before: Table, decision: Decision) -> None:
        """See what follows from events that were saved and told."""
        house, keeper, after = self._house, self._keeper, decision.after
        for event in decision.events:
            if isinstance(event, Moved):
                house.metrics.moves.inc()
            elif isinstance(event, Finalised):
                house.run(house.keepers.keep(after))
            elif isinstance(event, RematchAgreed):
                house.run(house.keepers.open_rematch(after))
        self._notify(before, after)
        now = hall_table(after)
        if decision.kept:
            await house.bus.say(keeper.match, keeper.last)
            if now != hall_table(before):
                house.hall.note(now)
                await house.bus.say(LOBBY, 0)

    def _notify(self, before: Table, after: Table) -> None:
        """Tell people whose turn has come, wherever they are."""
        message = YourTurn(match=after.match, game=after.game.id)
        for visitor in your_turn(before, after):
            sockets = list(self._house.sockets_of(visitor))
            for connection in sockets:
                if connection not in self._keeper.audience:
                    connection.tell(message)
            if not sockets and not after.is_live:
                name = after.seats[after.seats_of(visitor)[0]].name
                url = self._house.link_to(after.match)
                self._house.webhook.tell(Notice(after.match, after.game.id, visitor, name, url))

    async def invite(self, connection: Connection, message: Invite, who: Who) -> None:
        """Invite an account, also that of a bot from outside."""
        house, table = self._house, self._keeper.table
        if table.host != who.visitor:
            raise Refusal("not_host")
        account = await house.store.find_account(message.name)
        if account is None:
            raise Refusal("nobody_by_that_name")
        now = house.clock()
        await house.store.invite(
            Invitation(
                id=secrets.token_hex(8),
                match=table.match,
                sender=connection.visit.id,
                created_at=now,
                expires_at=now + INVITATION,
                visitor=account.id,
            )
        )
        invited = Invited(match=table.match, setting=table.setting, by=who.name)
        house.hub.tell_visitor(account.id, invited)
        await house.bus.say(VISITOR + account.id, INVITED)
        connection.tell(Done(request=message.request))
