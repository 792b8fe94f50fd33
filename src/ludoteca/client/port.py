"""What a program may ask of a table, wherever that table is."""

from collections.abc import AsyncIterator
from typing import Protocol

from ludoteca.protocol.from_client import Message
from ludoteca.protocol.to_client import Answer, Told


class Client(Protocol):
    """Somebody at tables."""

    async def send(self, message: Message) -> Answer:
        """Send a message and wait for the answer; `request` is filled in."""

    def told(self) -> AsyncIterator[Told]:
        """Hear what happens, one thing after the other, until the client is closed."""

    async def close(self) -> None:
        """Leave."""
