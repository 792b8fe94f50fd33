"""The bus within one process; in tests and simulations, of several servers in it."""

from ludoteca.server.bus.port import Bus, Heard


class LocalHub:
    """What joins buses in memory."""

    def __init__(self) -> None:
        self.buses: list[LocalBus] = []


class LocalBus(Bus):
    """Tells the others on its wire; a single process has none."""

    def __init__(self, heard: Heard, wire: LocalHub | None = None) -> None:
        self._heard = heard
        self._topics: set[str] = set()
        self._wire = wire or LocalHub()
        self._wire.buses.append(self)

    @property
    def is_up(self) -> bool:
        """Return yes: memory is never away."""
        return True

    async def follow(self, topic: str) -> None:
        """Subscribe to a topic."""
        self._topics.add(topic)

    async def leave(self, topic: str) -> None:
        """Unsubscribe from a topic."""
        self._topics.discard(topic)

    async def say(self, topic: str, number: int) -> None:
        """Tell all others who follow."""
        for bus in self._wire.buses:
            if bus is not self and topic in bus._topics:  # noqa: SLF001 - it is one of us
                bus._heard(topic, number)  # noqa: SLF001

    async def is_followed(self, topic: str) -> bool:
        """Ask the others on the wire."""
        others = (bus for bus in self._wire.buses if bus is not self)
        return any(topic in bus._topics for bus in others)  # noqa: SLF001

    async def close(self) -> None:
        """Leave the wire."""
        self._wire.buses.remove(self)
