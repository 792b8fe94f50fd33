"""What people say at one table: decided in turn, saved, and only then answered."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ludoteca.core.errors import LudotecaError, NumberTaken, StaleOwner, StoreAway
from ludoteca.protocol.from_client import (
    AskHint,
    AskMoves,
    AskWhyNot,
    AtTable,
    Enter,
    Exit,
    Invite,
    PlayMove,
    Select,
)
from ludoteca.protocol.to_client import Answer, Done, Refused
from ludoteca.server.connection import Connection
from ludoteca.server.logs import log
from ludoteca.table import Decision, Refusal, Table, Who, decide, refused

if TYPE_CHECKING:
    from ludoteca.server.house import House
    from ludoteca.server.keeping.keeper import Keeper

PASSING = (AskMoves, AskWhyNot, Select)
"""What is asked and shown all the time while somebody chooses; nothing of it is saved."""

TOGETHER = (Enter, PlayMove)
"""What a client says in one breath when it comes back: it is saved in one go."""


class Said:
    """What a socket has said, mostly one message, and when it came in."""

    __slots__ = ("connection", "messages", "times")

    def __init__(self, connection: Connection, message: AtTable) -> None:
        """Begin with one message."""
        self.connection = connection
        self.messages, self.times = [message], [time.perf_counter()]

    def takes(self, connection: Connection, message: AtTable) -> bool:
        """Take one more message, if it goes together with those before."""
        if connection is not self.connection or not isinstance(message, TOGETHER):
            return False
        if not isinstance(self.messages[-1], TOGETHER):
            return False
        self.messages.append(message)
        self.times.append(time.perf_counter())
        return True


class Hearing:
    """Answers whatever is said at one table."""

    def __init__(self, house: "House", keeper: "Keeper") -> None:
        """Serve one table."""
        self._house, self._keeper = house, keeper

    def answer_at_once(self, connection: Connection, message: AtTable) -> bool:
        """Answer what needs no turn, as long as nobody else's is under way; False if it needs one.

        Nothing that is told by it is kept, so that no deadline changes either; but spectators who
        see everything later must be told in time.
        """
        keeper, house, before = self._keeper, self._house, self._keeper.table
        if not isinstance(message, PASSING) or before.setting.spectator_delay:
            return False
        if connection.closing is not None:
            return True  # as if it had not come: only a newer one acts
        began = time.perf_counter()
        who = keeper.audience.who(connection, before)
        decision = self._decide_on(before, who, message)
        if decision.kept or decision.answer is None:
            return False
        keeper.table = decision.after
        self._tell_answer(connection, decision.answer)
        if decision.events:
            keeper.audience.tell(before, decision.after, decision.events, house.clock())
        house.metrics.answer_seconds.observe(time.perf_counter() - began)
        return True

    def _tell_answer(self, connection: Connection, answer: Answer) -> None:
        if isinstance(answer, Refused):
            self._house.metrics.refusals.labels(answer.code).inc()
        connection.tell(answer)

    async def hear(self, said: Said) -> None:
        """Take what a socket has said; all of it is answered, here or by the next keeper."""
        house, connection = self._house, said.connection
        try:
            await self._answer(said)
        except (StaleOwner, NumberTaken):
            for message in said.messages:
                house.run(house.desk.answer(connection, message))  # ask the new keeper
            raise
        except StoreAway as error:
            self._refuse(said, error)
            raise
        except Exception:
            self._refuse(said, Refusal("fault"))
            raise
        finally:
            connection.pending -= len(said.messages)
            for began in said.times:
                house.metrics.answer_seconds.observe(time.perf_counter() - began)

    def _refuse(self, said: Said, error: LudotecaError) -> None:
        for message in said.messages:
            said.connection.refuse(message.request, error, self._keeper.match)

    async def _answer(self, said: Said) -> None:
        keeper, connection, message = self._keeper, said.connection, said.messages[0]
        if connection.closing is not None:
            return  # it is gone, or taken over by a newer one: only that one acts
        who = keeper.audience.who(connection, keeper.table)
        try:
            if isinstance(message, AskHint):
                keeper.minds.hint(connection, message, who)
            elif isinstance(message, Invite):
                await keeper.aftermath.invite(connection, message, who)
            else:
                await self._decide(said, who)
        except Refusal as refusal:
            connection.tell(refused(message, refusal, who.language))

    async def _decide(self, said: Said, who: Who) -> None:
        """Decide one after the other, save all of it, then answer and tell."""
        keeper, connection = self._keeper, said.connection
        each: list[Decision] = []
        before = keeper.table
        comes = _who_comes(before, who, said.messages[0])
        decision = await keeper.resolve(self._maker(said, who, each), comes)
        entered = None
        for message, own in zip(said.messages, each, strict=True):
            if own.viewer is not None:
                assert isinstance(message, Enter)
                entered = connection
                number, after = message.request, message.after
                keeper.audience.greet(connection, own.viewer, keeper.table, number, after)
                if keeper.is_down:
                    keeper.audience.tell_outage(connection)
            elif own.answer is not None:
                self._tell_answer(connection, own.answer)
            if isinstance(message, Exit):
                keeper.audience.drop(connection)
        await keeper.announce(before, decision, entered)

    def _maker(self, said: Said, who: Who, each: list[Decision]) -> Callable[[], Decision]:
        """Give what decides on all messages as the table is then; `each` has the single ones."""
        keeper = self._keeper

        def make() -> Decision:
            each.clear()
            table, speaker = keeper.table, who
            for message in said.messages:
                decision = self._decide_for(said.connection, table, speaker, message)
                each.append(decision)
                table = decision.after
                if decision.viewer is not None:
                    speaker = replace(who, seat=decision.viewer.seat)
            if len(each) == 1:
                return each[0]
            return Decision(tuple(event for one in each for event in one.events), table)

        return make

    def _decide_for(
        self, connection: Connection, table: Table, who: Who, message: AtTable
    ) -> Decision:
        """Decide on what a connection says; whoever has another one here does not go with this."""
        if isinstance(message, Exit) and self._keeper.audience.has(who.visitor, but=connection):
            return Decision((), table, Done(request=message.request))
        return self._decide_on(table, who, message)

    def _decide_on(self, table: Table, who: Who, message: AtTable) -> Decision:
        """Decide on one message; one that can't be followed takes no other one along."""
        house = self._house
        try:
            return decide(table, who, message, house.clock(), house.for_tables)
        except Exception as error:
            log.error("table_fault", match=table.match, exc_info=error)
            return Decision((), table, refused(message, Refusal("fault"), who.language))


def _who_comes(table: Table, who: Who, message: AtTable) -> str | None:
    """Name the visitor who comes to a seat of his own with a message."""
    own = table.seats_of(who.visitor)
    comes = isinstance(message, Enter) and bool(own) and message.seat in (None, *own)
    return who.visitor if comes else None
