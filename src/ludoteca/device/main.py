"""Starts the service inside Pyodide; the page's worker calls `start`."""

import asyncio
from typing import Any

from ludoteca.core.game import Game
from ludoteca.device.bots import PAUSE
from ludoteca.device.kernels import WasmKernels
from ludoteca.device.service import Service
from ludoteca.search import engine


class BrowserStorage:
    """Named texts, kept by the worker (`web/src/device/storage.ts`)."""

    def __init__(self, kept: Any) -> None:
        self._kept = kept

    async def read(self, key: str) -> str | None:
        """Return a text, if there is one of this name."""
        found: str | None = await self._kept.read(key)
        return found

    async def write(self, key: str, text: str) -> None:
        """Keep a text."""
        await self._kept.write(key, text)

    async def remove(self, key: str) -> None:
        """Forget a text."""
        await self._kept.remove(key)

    async def keys(self) -> list[str]:
        """List all names."""
        return [str(key) for key in await self._kept.keys()]


def use_modules(module_of: Any) -> None:
    """Let bots use the kernels of the page; `module_of` finds those of a game by its id."""
    from pyodide.ffi import to_js

    def make(game: Game) -> WasmKernels | None:
        module = module_of(game.id)
        return None if module is None else WasmKernels(game, module, to_js, lambda b: b.to_bytes())

    engine.provide(make)


TURNS = 16
"""Turns of the event loop in which most questions of the page are answered."""


async def give_way(worker: Any, service: Service) -> None:
    """Let the page ask; what it has asked is answered before a bot goes on."""
    asked = service.asked
    await worker.pause()
    if service.asked != asked:
        for _ in range(TURNS):
            await asyncio.sleep(0)


async def start(worker: Any) -> Service:
    """Open the tables of this device for the worker."""
    from pyodide.ffi import can_run_sync, run_sync

    def let_others() -> None:
        if can_run_sync():
            run_sync(give_way(worker, service))

    use_modules(worker.module)
    pause = PAUSE if worker.pauses else 0.0
    service = Service(BrowserStorage(worker.storage), worker.send, let_others, pause)
    await service.open()
    return service
