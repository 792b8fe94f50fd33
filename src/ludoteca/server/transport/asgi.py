"""The front door: sockets are answered at once, requests by an application built a little later.

To import and build that takes half as long as all the rest of a start. Those who are in a match
come back over sockets, and need not wait for it.
"""

import asyncio
from typing import Any

from ludoteca.server.logs import log
from ludoteca.server.runtime import Runtime
from ludoteca.server.transport.websocket import Receive, Scope, Send, answer_socket

BUILD_AFTER = 10.0
"""Seconds after the start when the application is built, if nothing was asked of it before."""


class AsgiApp:
    """What uvicorn runs: it starts and stops the server, and lets everybody in."""

    def __init__(self, runtime: Runtime) -> None:
        """Serve one runtime."""
        self._runtime = runtime
        self._building: asyncio.Task[Any] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a socket or a request, or live from the start to the stop of the server."""
        if scope["type"] == "websocket":
            await answer_socket(self._runtime, scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            application = await self._application()
            await application(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()  # start
        await self._runtime.open()
        await send({"type": "lifespan.startup.complete"})
        later = asyncio.get_running_loop().call_later(BUILD_AFTER, self._start_building)
        try:
            await receive()  # stop
        finally:
            later.cancel()
            await self._runtime.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _application(self) -> Any:
        """Give the application; whoever comes first has it built, again if that failed."""
        try:
            return await asyncio.shield(self._start_building())
        except Exception as error:
            self._building = None
            log.error("application_not_built", exc_info=error)
            raise

    def _start_building(self) -> asyncio.Task[Any]:
        """Build the application once, beside the event loop."""
        if self._building is None:
            self._building = asyncio.create_task(asyncio.to_thread(_build, self._runtime))
        return self._building


def _build(runtime: Runtime) -> Any:
    from ludoteca.server.http.app import build_app

    application = build_app(runtime)
    log.debug("application_built")
    return application
