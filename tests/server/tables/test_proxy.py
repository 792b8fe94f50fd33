"""TableProxies: a client at one process, its table at another."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.client.http import come_in
from ludoteca.client.remote import RemoteClient
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Enter, Say
from ludoteca.protocol.to_client import Chat, Done, Refused
from ludoteca.server.settings import Limits
from ludoteca.server.tables.proxy import PASSED_ON
from ludoteca.server.transport import websocket
from tests.server.live import TIMEOUT, Person, Running, arrive, running
from tests.server.raw_socket import RawSocket

SETTING = TableSetting(game=games.names()[0], leaving="wait")


@asynccontextmanager
async def two(folder: Path, database: str) -> AsyncIterator[tuple[Running, Running]]:
    """Run two servers on one database, without a bus."""
    async with (
        running(folder, process="one", database_url=database, lease=2.0) as one,
        running(folder, process="two", database_url=database, lease=2.0) as other,
    ):
        yield one, other


async def test_what_is_said_at_one_process_is_heard_at_the_other(
    tmp_path: Path, postgres_url: str
) -> None:
    async with two(tmp_path, postgres_url) as (one, other):
        ada, bo = await arrive(one.address, "Ada"), await arrive(other.address, "Bo")
        await bo.join(await ada.open_table(SETTING))
        assert len(other.runtime.proxies) == 1
        assert len(other.runtime.tables) == 0
        said = await bo.client.send(Say(request=1, match=ada.match, text="ciao"))
        assert isinstance(said, Done)
        await ada.hear(lambda me: any(isinstance(f, Chat) for f in me.frames))
        await bo.close()
        await ada.wait(lambda me: me.table is not None and me.table.seats[1].away)
        assert len(other.runtime.proxies) == 0
        await ada.close()


async def test_a_newer_socket_at_another_process_takes_the_seat_over(
    tmp_path: Path, postgres_url: str
) -> None:
    async with two(tmp_path, postgres_url) as (one, other):
        ada, bo = await arrive(one.address, "Ada"), await arrive(other.address, "Bo")
        await bo.join(await ada.open_table(SETTING))
        client = RemoteClient(one.address, bo.client_token)
        await client.open()
        again = Person(client, "Bo")
        await again.enter(ada.match)
        await bo.ended()
        assert bo.gone is not None
        assert bo.gone.close_code == 4003
        for person in (ada, again):
            await person.close()


async def test_a_stopped_owner_hands_over_at_once(tmp_path: Path, postgres_url: str) -> None:
    async with running(tmp_path, process="two", database_url=postgres_url) as other:
        async with running(tmp_path, process="one", database_url=postgres_url) as one:
            ada, bo = await arrive(one.address, "Ada"), await arrive(other.address, "Bo")
            await bo.join(await ada.open_table(SETTING))
            await ada.close()
        async with asyncio.timeout(TIMEOUT):
            while (len(other.runtime.tables), len(other.runtime.proxies)) != (1, 0):
                await asyncio.sleep(0.02)
        await bo.wait(lambda me: me.table is not None and me.table.seats[0].away)
        await bo.close()


async def test_an_owner_that_has_no_time_for_us_is_asked_again_later(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refusal is an answer, too, but no welcome: nothing may be said after it."""
    async with two(tmp_path, postgres_url) as (one, other):
        ada, bo = await arrive(one.address, "Ada"), await arrive(other.address, "Bo")
        match = await ada.open_table(SETTING)
        with monkeypatch.context() as patch:
            patch.setattr(one.runtime.limits.messages, "take", lambda _: False)
            refused = await bo.client.send(Enter(request=1, match=match))
        assert isinstance(refused, Refused)
        assert refused.code == "busy"
        assert len(other.runtime.proxies) == 0
        await bo.join(match)
        async with asyncio.timeout(TIMEOUT):
            while len(one.runtime.hub) != 2:  # Ada, and the one proxy
                await asyncio.sleep(0.01)
        for person in (ada, bo):
            await person.close()


async def test_what_was_passed_on_is_not_passed_on_again(tmp_path: Path, postgres_url: str) -> None:
    async with two(tmp_path, postgres_url) as (one, other):
        ada = await arrive(one.address, "Ada")
        match = await ada.open_table(SETTING)
        proof = await one.runtime.proof.make(ada.client_token)
        raw = await RawSocket.open(other.address, ada.client_token, headers={PASSED_ON: proof})
        await raw.greet()
        await raw.say(type="enter", request=2, match=match)
        assert await raw.close_code() == 1012
        await ada.close()


async def test_only_what_another_process_proves_is_free_of_the_limits_by_address(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "HELD_SECONDS", 0.01)
    limits = Limits(address_sockets=1)
    async with running(tmp_path, database_url=postgres_url, limits=limits) as server:
        token = await come_in(server.address, "Ada")
        proof = await server.runtime.proof.make(token)
        sockets = [
            await RawSocket.open(server.address, token, headers={PASSED_ON: proof})
            for _ in range(2)
        ]
        assert [one.passed_on for one in server.runtime.hub] == [True, True]
        others = await server.runtime.proof.make("another token")
        sockets.append(await RawSocket.open(server.address, token))
        for claim in (server.runtime.process, others, ""):
            with pytest.raises(Exception, match="429"):
                await RawSocket.open(server.address, token, headers={PASSED_ON: claim})
        for raw in sockets:
            await raw.close()
