"""Running the server: open the store, listen, say where, and stop properly."""

import asyncio
import errno
import socket
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn

from ludoteca import __version__, games
from ludoteca.core.errors import UsageError
from ludoteca.protocol import MOST_BYTES, PING_EVERY
from ludoteca.server.admin.owner import OwnerClient
from ludoteca.server.admin.token import keep_token
from ludoteca.server.bus import open_bus
from ludoteca.server.logs import log
from ludoteca.server.memory import short_pauses
from ludoteca.server.runtime import Runtime
from ludoteca.server.settings import Settings
from ludoteca.server.store import Store, open_store
from ludoteca.server.systemd import notify
from ludoteca.server.transport.address import allowed_origins
from ludoteca.server.transport.asgi import Application, AsgiApp
from ludoteca.server.transport.guard import ConnectionGuard, raise_file_limit
from ludoteca.server.transport.uvicorn_protocol import GuardedConfig
from ludoteca.server.transport.websocket import WebSocketEndpoint

DATABASE = "ludoteca.sqlite"
TURN = 0.0005
"""Seconds after which a busy thread lets another work: the one that writes needs many short turns
for each commit, and would wait 5 ms for each of them."""

GOODBYE = 5
"""Seconds for connections to end when the server stops."""


def listen(settings: Settings) -> socket.socket:
    """Take the port, or say plainly why not."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        where = f"{settings.host}:{settings.port}"
        unknown = isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL
        another = "--host ADDRESS, one of this machine" if unknown else "--port N"
        raise UsageError(
            f"can't listen on {where}: {error.strerror}; another one: {another}"
        ) from None
    return listener


SECURITY = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""Headers of every answer, whatever it is."""


def security_headers(settings: Settings, framed: bool = False) -> list[tuple[str, str]]:
    """List the headers of every answer; https is kept to once it is used.

    `framed`: of a page that other sites may show in a frame.
    """
    found = dict(SECURITY)
    if framed:
        del found["x-frame-options"]
        policy = found["content-security-policy"]
        found["content-security-policy"] = policy.replace(
            "frame-ancestors 'none'", "frame-ancestors *"
        )
    headers = list(found.items())
    if settings.is_https and settings.hsts:
        headers.append(("strict-transport-security", settings.hsts))
    return headers


def build_application(runtime: Runtime, origins: frozenset[str]) -> Application:
    """Build what answers requests: each handler gets the parts that it names."""
    import anyio

    from ludoteca.server.http.admin import AdminGuard  # here: see `transport.asgi`
    from ludoteca.server.http.app import build_app
    from ludoteca.server.http.request import RequestGuard

    parts = {
        "settings": runtime.settings,
        "port": runtime.port,
        "clock": runtime.clock,
        "store": runtime.store,
        "bus": runtime.bus,
        "hub": runtime.hub,
        "limits": runtime.limits,
        "accounts": runtime.accounts,
        "glances": runtime.glances,
        "presence": runtime.presence,
        "tables": runtime.tables,
        "listed": runtime.lobby,
        "archive": runtime.archive,
        "analyses": runtime.analyses,
        "background": runtime.background,
        "counts": runtime.metrics,
        "notices": runtime.notices,
        "uploads": runtime.uploads,
        "admin": runtime.admin,
        "owners": OwnerClient(runtime.admin_token, runtime.process),
    }
    guard = RequestGuard(origins, runtime.limits)
    application = build_app(parts, guard, AdminGuard(runtime.admin_token, runtime.limits))
    anyio.run(anyio.sleep, 0)  # imports what all would wait for at Litestar's first answer
    log.debug("application_built")
    return application  # type: ignore[return-value]  # it names the parts of ASGI its own way


class DrainingServer(uvicorn.Server):
    """Tells systemd that it stops, and hands its tables on, before it closes its connections."""

    def __init__(self, config: uvicorn.Config, drain: Callable[[], Awaitable[None]]) -> None:
        """`drain` lets other processes take what is ours."""
        super().__init__(config)
        self._drain = drain

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop."""
        notify("STOPPING=1")
        await self._drain()
        await super().shutdown(sockets)


def configure(runtime: Runtime) -> GuardedConfig:
    """Set up uvicorn for a runtime."""
    origins = allowed_origins(runtime.settings, runtime.port)
    endpoint = WebSocketEndpoint(
        runtime.settings,
        origins,
        runtime.limits,
        runtime.accounts,
        runtime.presence,
        runtime.dispatcher,
        runtime.proof,
        runtime.metrics,
    )
    build = partial(build_application, runtime, origins)
    return GuardedConfig(
        AsgiApp(endpoint.answer, build, runtime.open, runtime.close),
        ConnectionGuard(runtime.settings.limits, raise_file_limit()),
        log_config=None,
        access_log=False,
        server_header=False,
        headers=security_headers(runtime.settings),
        framed=security_headers(runtime.settings, framed=True),
        count_close=lambda code: runtime.metrics.closes.labels(str(code)).inc(),
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_EVERY,
        timeout_graceful_shutdown=GOODBYE,
        lifespan="on",
    )


async def open_runtime(
    settings: Settings, port: int, store: Store | None = None, **more: Any
) -> Runtime:
    """Open the store and the bus, and put a runtime around them."""
    if store is None:
        store = await open_store(settings.database_url or database_file(settings))
    runtime: Runtime | None = None

    def heard(topic: str, number: int) -> None:
        if runtime is not None:
            runtime.heard(topic, number)

    bus = await open_bus(settings.redis_url or None, heard)
    runtime = Runtime(settings, store, bus, **more)
    runtime.port = port
    runtime.admin_token = keep_token(settings)
    return runtime


def database_file(settings: Settings) -> Path:
    """Return the file of the embedded database; its folder is made, for this user alone."""
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    return settings.data / DATABASE


def event_loop() -> asyncio.Runner:
    """Return what runs the server: uvloop where it is installed, which costs far less a message."""
    return asyncio.Runner(loop_factory=uvicorn.Config("", log_config=None).get_loop_factory())


async def serve(
    settings: Settings,
    listener: socket.socket,
    started: Callable[[int], None] = lambda _: None,
    store: Store | None = None,
) -> None:
    """Serve until told to stop; `started` is called with the port once all is ready."""
    port = int(listener.getsockname()[1])
    for name in games.names():
        games.load(name)  # now, for later everybody would wait for it
    runtime = await open_runtime(settings, port, store)
    server = DrainingServer(configure(runtime), runtime.drain)

    def stop() -> None:
        server.should_exit = True

    runtime.stop = stop
    sys.setswitchinterval(TURN)
    with short_pauses():
        task = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        if server.started:
            log.info("started", version=__version__, process=runtime.process, port=port)
            started(port)
            notify("READY=1")
        try:
            await task
        finally:
            log.info("stopped", process=runtime.process)
    if runtime.failed:
        raise runtime.failed
