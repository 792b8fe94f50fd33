"""The ASGI application: serves sockets at once, and HTTP as soon as its routes are built.

To import and build that takes half as long as all the rest of a start. Those who are in a match
come back over sockets, and need not wait for it.
"""

import asyncio
from collections.abc import Awaitable, Callable

from ludoteca.server.logs import log
from ludoteca.server.transport.websocket import Receive, Scope, Send

Application = Callable[[Scope, Receive, Send], Awaitable[None]]

BUILD_AFTER = 10.0
"""Seconds after the start when the application is built, if nothing was asked of it before."""


class AsgiApp:
    """What uvicorn runs: it starts and stops the server, and lets everybody in."""

    def __init__(
        self,
        answer_socket: Application,
        build: Callable[[], Application],
        start: Callable[[], Awaitable[None]],
        stop: Callable[[], Awaitable[None]],
    ) -> None:
        """`build` makes the application for requests."""
        self._answer_socket, self._build = answer_socket, build
        self._start, self._stop = start, stop
        self._building: asyncio.Task[Application] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a socket or a request, or live from the start to the stop of the server."""
        if scope["type"] == "websocket":
            await self._answer_socket(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            application = await self._application()
            if scope["method"] == "HEAD":  # as GET; uvicorn leaves the body out
                scope = {**scope, "method": "GET"}
            await application(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()  # start
        await self._start()
        await send({"type": "lifespan.startup.complete"})
        later = asyncio.get_running_loop().call_later(BUILD_AFTER, self._start_building)
        try:
            await receive()  # stop
        finally:
            later.cancel()
            await self._stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _application(self) -> Application:
        """Return the application; the first to come has it built, again if that failed."""
        try:
            return await asyncio.shield(self._start_building())
        except Exception as error:
            self._building = None
            log.error("application_not_built", exc_info=error)
            raise

    def _start_building(self) -> asyncio.Task[Application]:
        """Build the application once, beside the event loop."""
        if self._building is None:
            self._building = asyncio.create_task(asyncio.to_thread(self._build))
        return self._building
