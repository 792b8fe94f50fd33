"""The desk at a server: comes in, is known again, and notices a lost connection."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import cast

import msgspec

from ludoteca.client.entrance import ask, come_in, fetch
from ludoteca.client.remote import RemoteClient
from ludoteca.core.errors import LudotecaError
from ludoteca.protocol.common import Language
from ludoteca.protocol.to_client import HallTable, Welcome
from ludoteca.tui.desk import Desk


class RemoteDesk(Desk):
    """Sits at the tables of a server."""

    is_remote = True

    def __init__(
        self, client: RemoteClient, welcome: Welcome, address: str, shared: str = ""
    ) -> None:
        """Take a client that is connected, where, and where others are if that is elsewhere."""
        super().__init__(client)
        self.welcome, self._address = welcome, address.rstrip("/")
        self._shared = shared or self._address
        self._ahead = welcome.now - time.time()
        """By so many seconds the server's clock is ahead of ours."""

    def now(self) -> float:
        """Give the time by the server's clock."""
        return time.time() + self._ahead

    def link(self, match: str) -> str:
        """Give the address at which others come to a table, by the page or by the terminal."""
        return f"{self._shared}/t/{match}"

    async def fetch_table(self, match: str) -> HallTable:
        """Learn game, seats and state of a table; raises what the server says if there is none."""
        text = await fetch(self._address, f"/api/tables/{match}")
        return msgspec.json.decode(text, type=HallTable)

    async def fetch_record(self, match: str, path: Path) -> None:
        """Save the record of a final match; raises what the server says if there is none."""
        text = await fetch(self._address, f"/api/matches/{match}/record")
        await asyncio.to_thread(_write, path, text)

    @classmethod
    async def open(cls, address: str, name: str, language: str, tokens: Path) -> "RemoteDesk":
        """Come in at a server; the same visitor as last time, if it still knows us."""
        desk: RemoteDesk | None = None

        def on_state(up: bool) -> None:
            if desk is not None:
                desk.connection(up)

        async def connected(token: str) -> tuple[RemoteClient, Welcome]:
            client = RemoteClient(address, token, cast(Language, language), on_state)
            return client, await client.open()

        known = _read_tokens(tokens)
        try:
            client, welcome = await connected(known[f"{address} {name}"])
        except (KeyError, LudotecaError):
            token = await come_in(address, name)
            _write_tokens(tokens, {**known, f"{address} {name}": token})
            client, welcome = await connected(token)
        offer = await ask(address, "/api/games")
        desk = cls(client, welcome, address, offer.get("address", ""))
        return desk


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
