"""For those who run the server: whether it is well, and what it does."""

from litestar import Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from prometheus_client import generate_latest

from ludoteca import __version__
from ludoteca.server.http.asking import TheHouse, documented
from ludoteca.server.http.values import Health
from ludoteca.server.problem import Refusal

FORM = "text/plain; version=1.0.0"
"""The form of Prometheus; the framework adds the letters."""

DEGRADED = ResponseSpec(Health, description="moves can't be saved", generate_examples=False)


@get("/health", responses=documented() | {503: DEGRADED})
async def health(house: TheHouse) -> Response[Health]:
    """Say whether moves can be saved now; 503 if not."""
    store = await house.is_store_up()
    answer = Health(
        status="up" if store else "degraded",
        store=store,
        bus=house.bus.is_up,
        tables=len(house.keepers),
        sockets=len(house.hub),
        bots="ready" if house.thinkers.is_ready else "compiling",
        version=__version__,
    )
    return Response(answer, status_code=200 if store else 503)


@get("/metrics", media_type=FORM, responses=documented(404))
async def metrics(house: TheHouse) -> Response[str]:
    """Give the metrics in the form of Prometheus; 404 if the host has turned them off."""
    if not house.settings.metrics:
        raise Refusal("not_found")
    house.metrics.look(len(house.keepers), len(house.hub), house.store.is_up)
    return Response(generate_latest(house.metrics.registry).decode(), media_type=FORM)


ROUTES = Router("/", tags=["care"], route_handlers=[health, metrics])
