"""Routes of a user's own matches, on tables and from devices."""

from typing import Annotated

from litestar import Router, get, post
from litestar.params import JSONBody, QueryParameter

from ludoteca.protocol.http import GlanceList, UploadBody, Uploaded
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
from ludoteca.server.tables.uploads import Uploads

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


@post("/me/uploads", status_code=201, responses=documented(401))
async def upload(uploads: Part[Uploads], user: Known, data: JSONBody[UploadBody]) -> Uploaded:
    """Add a match that was played on a device without a server; it is never rated."""
    return Uploaded(await uploads.keep(user, data.record, data.seats))


ROUTES = Router("/api", tags=["people"], route_handlers=[own_tables, upload])
