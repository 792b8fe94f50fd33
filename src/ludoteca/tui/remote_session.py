"""A session at a server: signs in, is recognised again, notices a lost connection."""

import asyncio
import random
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

import msgspec

from ludoteca.client.http import ask, come_in, fetch, log_in, rename, sign_up
from ludoteca.client.remote import RemoteClient
from ludoteca.core.errors import LudotecaError
from ludoteca.protocol.common import Language
from ludoteca.protocol.to_client import LobbyTable, Welcome
from ludoteca.tui.session import Session

T = TypeVar("T")

LONGEST_NAME = 20
"""Characters of a name."""


@dataclass(frozen=True)
class TokenStore:
    """Where the token is kept by which a server knows somebody again."""

    path: Path
    name: str
    """The server, and who comes there."""

    def find(self) -> str:
        """Return the token; raises KeyError if there is none."""
        return _read_tokens(self.path)[self.name]

    def keep(self, token: str) -> None:
        """Keep a token in the place of the one before."""
        _write_tokens(self.path, {**_read_tokens(self.path), self.name: token})


class RemoteSession(Session):
    """Plays at the tables of a server."""

    is_remote = True

    def __init__(
        self, client: RemoteClient, welcome: Welcome, address: str, keyring: TokenStore, token: str
    ) -> None:
        """Take a client that is connected, where, and by which token."""
        super().__init__(client)
        self.welcome, self.address = welcome, address.rstrip("/")
        self.shared = self.address
        """Where others come to a table, if that is elsewhere."""
        self._keyring, self._token = keyring, token
        self._ahead = welcome.now - time.time()
        """Seconds by which the server's clock is ahead of ours."""

    def now(self) -> float:
        """Return the time by the server's clock."""
        return time.time() + self._ahead

    def link(self, match: str) -> str:
        """Return the address at which others come to a table, by the page or by the terminal."""
        return f"{self.shared}/t/{match}"

    # Over HTTP

    async def fetch(self, path: str, kind: type[T]) -> T:
        """Ask the server for something; raises what it says if it refuses."""
        language = self.welcome.language
        return msgspec.convert(await ask(self.address, path, None, self._token, language), kind)

    async def post(self, path: str, **body: object) -> None:
        """Ask the server to do something; raises what it says if it refuses."""
        await ask(self.address, path, body, self._token, self.welcome.language)

    async def fetch_table(self, match: str) -> LobbyTable:
        """Learn game, seats and state of a table; raises what the server says if there is none."""
        return await self.fetch(f"/api/tables/{match}", LobbyTable)

    async def fetch_record(self, match: str, path: Path) -> None:
        """Save the record of a final match; raises what the server says if there is none."""
        text = await fetch(self.address, f"/api/matches/{match}/record")
        await asyncio.to_thread(_write, path, text)

    # Who one is

    async def log_in(self, name: str, password: str, code: str = "") -> None:
        """Become an account, which takes over what the guest did."""
        language = self.welcome.language
        address, token = self.address, self._token
        await self._become(await log_in(address, name, password, token, code, language))

    async def sign_up(self, name: str, password: str) -> None:
        """Make an account of the guest, who keeps their matches."""
        language = self.welcome.language
        await self._become(await sign_up(self.address, name, password, self._token, language))

    async def rename(self, name: str) -> None:
        """Be called something else, as a guest."""
        await rename(self.address, name, self._token, self.welcome.language)
        self.welcome = msgspec.structs.replace(self.welcome, name=name)

    async def log_out(self, name: str) -> None:
        """Be a guest again, by a name."""
        await self.post("/api/logout")
        await self._become(await _come_in(self.address, name))

    async def _become(self, token: str) -> None:
        """Go on as somebody else: the socket of the one before is closed."""
        client = RemoteClient(self.address, token, self.welcome.language, self.connection)
        self.welcome = await client.open()
        self._token = token
        self._keyring.keep(token)
        await self._exchange(client)
        self.connection(True)

    @classmethod
    async def open(cls, address: str, name: str, language: str, tokens: Path) -> "RemoteSession":
        """Connect to a server, as the same user as last time if it still knows the token."""
        session: RemoteSession | None = None

        def on_state(up: bool) -> None:
            if session is not None:
                session.connection(up)

        async def connected(token: str) -> tuple[RemoteClient, Welcome]:
            client = RemoteClient(address, token, cast(Language, language), on_state)
            return client, await client.open()

        keyring = TokenStore(tokens, f"{address} {name}")
        try:
            token = keyring.find()
            client, welcome = await connected(token)
        except (KeyError, LudotecaError):
            token = await _come_in(address, name)
            keyring.keep(token)
            client, welcome = await connected(token)
        offer = await ask(address, "/api/games")
        session = cls(client, welcome, address, keyring, token)
        session.shared = offer.get("address") or session.shared
        return session


async def _come_in(address: str, name: str) -> str:
    """Come in as a guest; under a like name, if an account has this one: its owner may log in."""
    try:
        return await come_in(address, name)
    except LudotecaError as error:
        if error.code != "name_taken":
            raise
        return await come_in(address, f"{name[: LONGEST_NAME - 3]} {random.randint(10, 99)}")


def _write(path: Path, text: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text)


def _read_tokens(path: Path) -> dict[str, str]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.MsgspecError):
        return {}


def _write_tokens(path: Path, tokens: dict[str, str]) -> None:
    """Keep the tokens where only their owner can read them."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(msgspec.json.encode(tokens))
