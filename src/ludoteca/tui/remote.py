"""The desk at a server: comes in, is known again, and notices a lost connection."""

from contextlib import suppress
from pathlib import Path
from typing import cast

import msgspec

from ludoteca.client.entrance import come_in
from ludoteca.client.remote import RemoteClient
from ludoteca.core.errors import LudotecaError
from ludoteca.protocol.common import Language
from ludoteca.protocol.to_client import Welcome
from ludoteca.tui.desk import Desk


class RemoteDesk(Desk):
    """Sits at the tables of a server."""

    is_remote = True

    def __init__(self, client: RemoteClient, welcome: Welcome) -> None:
        """Take a client that is connected."""
        super().__init__(client)
        self.welcome = welcome

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
        desk = cls(client, welcome)
        return desk


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
