"""Threads that read from SQLite, each over its own connection."""

import sqlite3
import threading
from collections.abc import Callable, Sequence
from typing import Any

from ludoteca.server.store.worker import Worker

THREADS = 2
TOGETHER = 32
"""The most queries that one thread answers together; more would only make the first one wait."""

Query = tuple[str, tuple[Any, ...]]


class Reader(Worker[Query]):
    """Answers queries; each sees all that was committed before it was asked."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        """Take what opens a connection; it is called in each thread, at the first query."""
        self._connect = connect
        self._here = threading.local()
        self._connections: list[sqlite3.Connection] = []
        super().__init__("store-reader", TOGETHER, THREADS)

    async def close(self) -> None:
        """Answer what waits, then close the connections."""
        await super().close()
        for connection in self._connections:
            connection.close()

    def _do(self, works: Sequence[Query]) -> list[Any]:
        return [self._answer(*work) for work in works]

    def _answer(self, sql: str, values: tuple[Any, ...]) -> Any:
        try:
            if not hasattr(self._here, "connection"):
                self._here.connection = self._connect()
                self._connections.append(self._here.connection)
            return self._here.connection.execute(sql, values).fetchall()
        except Exception as error:  # it belongs to the waiter, not to the thread
            return error
