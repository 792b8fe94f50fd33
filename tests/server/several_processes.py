"""Several server processes on one PostgreSQL and one Valkey, each of which can be killed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.server.server_process import ForkedServer

LEASE = 1.5
"""Short, so that tests need not wait long for a dead process to lose its tables."""


@contextmanager
def processes(
    folder: Path, database_url: str, redis_url: str, count: int = 2, **more: Any
) -> Iterator[list[ForkedServer]]:
    """Run a number of processes of one server while the block lasts."""
    servers = [
        ForkedServer(folder, database_url=database_url, redis_url=redis_url, lease=LEASE, **more)
        for _ in range(count)
    ]
    for server in servers:
        server.start()
    try:
        yield servers
    finally:
        for server in servers:
            server.stop()
