"""What follows when something has happened at a table: the hall, notices, records, rematches."""

import secrets
from typing import TYPE_CHECKING

from ludoteca.protocol.from_client import Invite
from ludoteca.protocol.to_client import Done, Invited
from ludoteca.server.bus.port import LOBBY, VISITOR
from ludoteca.server.connection import Connection
from ludoteca.server.keeping.ledger import hall_table
from ludoteca.server.problem import Refusal
from ludoteca.server.store.values import Invitation
from ludoteca.table import Decision, Table, Who
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
                house.run(house.keepers.finals.keep(after))
            elif isinstance(event, RematchAgreed):
                house.run(house.keepers.rematches.open(after))
        house.turns.tell(before, after, keeper.audience)
        now = hall_table(after)
        if decision.kept:
            await house.bus.say(keeper.match, keeper.last)
            if now != hall_table(before):
                house.hall.note(now)
                await house.bus.say(LOBBY, 0)

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
        await house.bus.say(VISITOR + account.id, 0)
        connection.tell(Done(request=message.request))
