"""The port by which processes tell each other that something changed, without content.

A hint says that the list of tables has changed, or something about a user. It may be lost; a
follower of a topic reads what is new from the store, and asks the store now and then while the bus
is away.
"""

from collections.abc import Callable
from typing import Protocol

LOBBY = "lobby"
"""The topic that stands for the list of tables."""

RESTORED = 2
"""The number of a hint to the lobby that all data was replaced by a backup."""

USER = "user:"
"""With an id: something about this user has changed (sessions, invitations, turns)."""

Heard = Callable[[str, int], None]
"""Called in the event loop with topic and number; number 0 says: something may have been missed."""


class Bus(Protocol):
    """Carries hints between processes; a process does not hear its own."""

    @property
    def is_up(self) -> bool:
        """Return whether hints get through now; if not, ask the store regularly."""

    async def follow(self, topic: str) -> None:
        """Subscribe to the hints on a topic: every one sent after this returns.

        While the bus is away it returns at once; when it is back, `heard(topic, 0)` is called.
        """

    async def leave(self, topic: str) -> None:
        """Unsubscribe from a topic."""

    async def say(self, topic: str, number: int) -> None:
        """Send a hint to all other processes; never raises, whether it gets through or not."""

    async def is_followed(self, topic: str) -> bool:
        """Return whether another process follows a topic; no, while that can't be known."""

    async def close(self) -> None:
        """Let go of everything."""
