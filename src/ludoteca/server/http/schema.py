"""The JSON schema of the socket's messages, beside the OpenAPI document."""

import json

from litestar import Response, Router, get

from ludoteca.protocol import asyncapi

DAY = "public, max-age=86400"


@get("/asyncapi.json", include_in_schema=False, sync_to_thread=True)
def socket_schema() -> Response[bytes]:
    """Return the AsyncAPI document: every message, and what each game puts into it."""
    text = json.dumps(asyncapi.document(), ensure_ascii=False).encode()
    return Response(text, media_type="application/json", headers={"cache-control": DAY})


ROUTES = Router("/api/schema", route_handlers=[socket_schema])
