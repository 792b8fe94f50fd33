"""For those who run the server: whether it is well, and what it does."""

from litestar import Response, Router, get
from prometheus_client import generate_latest

from ludoteca import __version__
from ludoteca.server.http.asking import TheHouse, documented
from ludoteca.server.http.values import Health
from ludoteca.server.problem import Refusal

FORM = "text/plain; version=1.0.0"
"""The form of Prometheus; the framework adds the letters."""


@get("/health", responses=documented())
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


@get("/metrics", include_in_schema=False)
async def metrics(house: TheHouse) -> Response[bytes]:
    """Give the metrics in the form of Prometheus."""
    if not house.settings.metrics:
        raise Refusal("not_found")
    house.metrics.look(len(house.keepers), len(house.hub), house.store.is_up)
    return Response(generate_latest(house.metrics.registry), media_type=FORM)


ROUTES = Router("/", tags=["care"], route_handlers=[health, metrics])
