"""Hints between the processes of one server: in memory, or over Redis or Valkey."""

from ludoteca.core.errors import UsageError
from ludoteca.server.bus.local import LocalBus
from ludoteca.server.bus.port import LOBBY, Bus, Heard

__all__ = ["LOBBY", "Bus", "Heard", "open_bus"]


async def open_bus(url: str | None, heard: Heard) -> Bus:
    """Open the bus of several processes by its `redis://` address, or that of a single one."""
    if url is None:
        return LocalBus(heard)
    try:
        from ludoteca.server.bus.redis import open_redis
    except ModuleNotFoundError as error:
        raise UsageError("Redis needs the package redis: pip install 'ludoteca[scale]'.") from error
    return await open_redis(url, heard)
