"""A server in a process of its own, which can be killed; it starts fast, for it is forked."""

import asyncio
import multiprocessing
import socket
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludoteca.server.serve import serve
from ludoteca.server.settings import Settings
from ludoteca.server.store import Store, open_store
from ludoteca.server.store.values import Entry
from tests.server.live import settings_for

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.server.apart"])


def free_port() -> int:
    """Find a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Early:
    """A store that acknowledges before it has saved: what the tests must notice."""

    def __init__(self, store: Store) -> None:
        """Stand before a store."""
        self._store = store
        self._last: asyncio.Task[None] | None = None

    def __getattr__(self, name: str) -> Any:
        """Pass everything else on."""
        return getattr(self._store, name)

    async def append(
        self, match: str, epoch: int, after: int, entries: Sequence[Entry], *more: Any
    ) -> None:
        """Say that it is saved, and save it a little later."""
        before = self._last

        async def later() -> None:
            if before is not None:
                await before
            await asyncio.sleep(0.02)
            await self._store.append(match, epoch, after, entries, *more)

        self._last = asyncio.create_task(later())


def _run(settings: Settings, early: bool, ready: Any) -> None:
    """Serve in the child."""

    async def main() -> None:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
        store: Any = None
        if early:
            store = Early(await open_store(settings.data / "ludoteca.sqlite"))
        await serve(settings, listener, lambda _: ready.set(), store)

    asyncio.run(main())


class ServerApart:
    """A server that can be started, killed and started again on the same data and port."""

    def __init__(self, folder: Path, early: bool = False, **more: Any) -> None:
        """Choose a port."""
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._settings = settings_for(folder, port=self.port, **more)
        self._early = early
        self._process: Any = None

    def start(self) -> float:
        """Start; give how many seconds it took until it was ready."""
        began = time.perf_counter()
        ready = _CONTEXT.Event()
        self._process = _CONTEXT.Process(target=_run, args=(self._settings, self._early, ready))
        self._process.start()
        assert ready.wait(60), "the server did not start"
        return time.perf_counter() - began

    def kill(self) -> None:
        """Kill it as `kill -9` does."""
        self._process.kill()
        self._process.join()

    def stop(self) -> None:
        """Ask it to stop."""
        self._process.terminate()
        self._process.join(20)
