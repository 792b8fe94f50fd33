"""The matches in which a user holds a seat."""

from typing import Annotated

from litestar import Router, get
from litestar.params import QueryParameter

from ludoteca.protocol.http import GlanceList
from ludoteca.server.http.request import (
    AnyRequest,
    Known,
    Part,
    TheLimits,
    address_of,
    documented,
    limit_rate,
)
from ludoteca.server.tables.glances import Glances

MOST = 24
"""Number shown at once."""


@get("/me/tables", responses=documented(401))
async def own_tables(
    glances: Part[Glances],
    limits: TheLimits,
    request: AnyRequest,
    user: Known,
    most: Annotated[int, QueryParameter(ge=1, le=MOST)] = MOST,
) -> GlanceList:
    """List the matches in which one holds a seat, each as that seat sees it."""
    limit_rate(limits.requests, address_of(request))
    matches, more = await glances.of(user, most)
    return GlanceList(matches, more)


ROUTES = Router("/api", tags=["people"], route_handlers=[own_tables])
