"""Invitations to a table, made by its host, delivered to an account at any process."""

import secrets
from collections.abc import Callable

import msgspec

from ludoteca.protocol.from_client import Invite
from ludoteca.protocol.to_client import Done, Invited, LobbyTable
from ludoteca.server.bus.port import USER, Bus
from ludoteca.server.notices.wording import Occasion
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store
from ludoteca.server.store.values import Invitation
from ludoteca.server.transport.connection import Connection
from ludoteca.server.transport.hub import Hub
from ludoteca.table import Actor, Subscriber, Who

LIFETIME = 7 * 86_400.0
"""Seconds for which an invitation is good."""


class Invitations:
    """Keeps invitations and tells of them."""

    def __init__(self, store: Store, hub: Hub, bus: Bus, clock: Callable[[], float]) -> None:
        self._store, self._hub, self._bus, self._clock = store, hub, bus, clock
        self.away: Callable[[str, Occasion], None] = lambda user, occasion: None
        """Takes what a user may want to hear of by push or e-mail, if they are away."""

    async def answer(self, actor: Actor, subscriber: Subscriber, message: Invite, who: Who) -> None:
        """Invite an account, also that of an outside bot."""
        assert isinstance(subscriber, Connection)
        table = actor.table
        if table.host != who.user:
            raise ServerRefusal("not_host")
        account = await self._store.users.find_account(message.name)
        if account is None:
            raise ServerRefusal("nobody_by_that_name")
        now = self._clock()
        await self._store.history.invite(
            Invitation(
                id=secrets.token_hex(8),
                match=table.match,
                sender=subscriber.identity.id,
                created_at=now,
                expires_at=now + LIFETIME,
                user=account.id,
            )
        )
        invited = Invited(match=table.match, setting=table.setting, by=who.name)
        self._hub.tell_user(account.id, invited)
        await self._bus.say(USER + account.id, 0)
        self.away(account.id, Occasion("invitation", table.match, table.game.id, who.name))
        subscriber.tell(Done(request=message.request))

    async def tell(self, connection: Connection) -> None:
        """Tell of invitations made elsewhere or earlier, to tables that are still open; once."""
        identity, told = connection.identity, connection.invited
        if identity.user.kind == "guest":
            return
        for invitation in await self._store.history.invitations_of(identity.id, self._clock()):
            row = await self._store.tables.find_table(invitation.match)
            if row is None or row.summary.status != "open" or row.match in told:
                continue
            told.add(row.match)
            table = msgspec.json.decode(row.summary.seats, type=LobbyTable)
            if any(seat.kind == "free" for seat in table.seats):
                sender = await self._store.users.find_user(invitation.sender)
                name = "?" if sender is None else sender.name
                connection.tell(Invited(match=row.match, setting=table.setting, by=name))

    async def accept(self, connection: Connection, match: str) -> None:
        """Note that a user takes a seat at a table they were invited to."""
        identity = connection.identity
        if identity.user.kind == "guest":
            return
        for invitation in await self._store.history.invitations_of(identity.id, self._clock()):
            if invitation.match == match:
                await self._store.history.answer_invitation(invitation.id, "accepted")
