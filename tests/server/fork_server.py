"""Forks the servers that tests kill, from a process that has imported all they need.

It imports no more than a server does: so it starts in the same time.
"""

import asyncio
import base64
import os
import pickle
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from ludoteca import games
from ludoteca.server.serve import event_loop, serve
from ludoteca.server.settings import Settings
from ludoteca.server.store import open_store
from ludoteca.server.store.tables import StoredTables
from ludoteca.server.store.values import LogEntry


class Early:
    """The tables of a store, acknowledged before they are saved: what the tests must notice."""

    def __init__(self, tables: StoredTables) -> None:
        self._tables = tables
        self._last: asyncio.Task[None] | None = None

    def __getattr__(self, name: str) -> Any:
        """Pass everything else on."""
        return getattr(self._tables, name)

    async def append(
        self, match: str, epoch: int, after: int, entries: Sequence[LogEntry], *more: Any
    ) -> None:
        """Report that it is saved, and save it a little later."""
        before = self._last

        async def later() -> None:
            if before is not None:
                await before
            await asyncio.sleep(0.02)
            await self._tables.append(match, epoch, after, entries, *more)

        self._last = asyncio.create_task(later())


def _serve(settings: Settings, early: bool) -> None:
    """Serve in a child process; say so on standard output."""

    async def main() -> None:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
        store: Any = None
        if early:
            store = await open_store(settings.data / "ludoteca.sqlite")
            store.tables = Early(store.tables)

        def started(_: int) -> None:
            os.write(1, b"%d\n" % os.getpid())

        await serve(settings, listener, started, store)

    with suppress(KeyboardInterrupt), event_loop() as loop:
        loop.run(main())


def run() -> None:
    """Have everything imported; fork a server for each line of standard input."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead need no burial
    for name in games.names():
        games.load(name)
    while line := sys.stdin.buffer.readline():
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            settings, early = pickle.loads(base64.b64decode(line))
            try:
                _serve(settings, early)
            finally:
                os._exit(0)
