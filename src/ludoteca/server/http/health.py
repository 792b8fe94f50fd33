"""Health and metrics, for the person who runs the server."""

import asyncio

from litestar import Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from prometheus_client import generate_latest

from ludoteca import __version__
from ludoteca.core.errors import StoreError
from ludoteca.protocol.http import Health
from ludoteca.server.bus.port import Bus
from ludoteca.server.http.request import Part, TheSettings, TheStore, documented
from ludoteca.server.metrics import Metrics
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store
from ludoteca.server.tables.registry import TableRegistry
from ludoteca.server.transport.hub import Hub

TheTables = Part[TableRegistry]
TheHub = Part[Hub]

FORM = "text/plain; version=1.0.0"
"""The form of Prometheus; the framework adds the letters."""

PING_TIMEOUT = 3.0

DEGRADED = ResponseSpec(Health, description="moves can't be saved", generate_examples=False)


@get("/health", responses=documented() | {503: DEGRADED})
async def health(
    store: TheStore, bus: Part[Bus], tables: TheTables, hub: TheHub
) -> Response[Health]:
    """Return whether moves can be saved now; 503 if not."""
    is_up = await is_store_up(store, tables)
    answer = Health(
        status="up" if is_up else "degraded",
        store=is_up,
        bus=bus.is_up,
        tables=len(tables),
        sockets=len(hub),
        version=__version__,
    )
    return Response(answer, status_code=200 if is_up else 503)


async def is_store_up(store: Store, tables: TableRegistry) -> bool:
    """Ask whether moves can be saved now."""
    try:
        await asyncio.wait_for(store.ping(), PING_TIMEOUT)
    except (StoreError, TimeoutError):
        return False
    return store.is_up and not tables.is_down


@get("/metrics", media_type=FORM, responses=documented(404))
async def metrics(
    settings: TheSettings,
    store: TheStore,
    tables: TheTables,
    hub: TheHub,
    counts: Part[Metrics],
) -> Response[str]:
    """Return the metrics in the form of Prometheus; 404 if the host has turned them off."""
    if not settings.metrics:
        raise ServerRefusal("not_found")
    counts.look(len(tables), len(hub), store.is_up and not tables.is_down)
    return Response(generate_latest(counts.registry).decode(), media_type=FORM)


ROUTES = Router("/", tags=["care"], route_handlers=[health, metrics])
