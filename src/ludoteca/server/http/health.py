"""For those who run the server: whether it is well, and what it does."""

from litestar import Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from prometheus_client import generate_latest

from ludoteca import __version__
from ludoteca.protocol.http import Health
from ludoteca.server.http.request import TheRuntime, documented
from ludoteca.server.problem import ServerRefusal

FORM = "text/plain; version=1.0.0"
"""The form of Prometheus; the framework adds the letters."""

DEGRADED = ResponseSpec(Health, description="moves can't be saved", generate_examples=False)


@get("/health", responses=documented() | {503: DEGRADED})
async def health(runtime: TheRuntime) -> Response[Health]:
    """Say whether moves can be saved now; 503 if not."""
    store = await runtime.is_store_up()
    answer = Health(
        status="up" if store else "degraded",
        store=store,
        bus=runtime.bus.is_up,
        tables=len(runtime.tables),
        sockets=len(runtime.hub),
        version=__version__,
    )
    return Response(answer, status_code=200 if store else 503)


@get("/metrics", media_type=FORM, responses=documented(404))
async def metrics(runtime: TheRuntime) -> Response[str]:
    """Give the metrics in the form of Prometheus; 404 if the host has turned them off."""
    if not runtime.settings.metrics:
        raise ServerRefusal("not_found")
    runtime.metrics.look(len(runtime.tables), len(runtime.hub), runtime.store.is_up)
    return Response(generate_latest(runtime.metrics.registry).decode(), media_type=FORM)


ROUTES = Router("/", tags=["care"], route_handlers=[health, metrics])
