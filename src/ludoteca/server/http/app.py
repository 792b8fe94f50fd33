"""The HTTP application: all routes and the page."""

from collections.abc import Mapping
from typing import Any

from litestar import Litestar, Response
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from ludoteca import __version__
from ludoteca.core.errors import LudotecaError
from ludoteca.server.http import (
    account,
    admin,
    factor,
    gallery,
    health,
    lobby,
    matches,
    notices,
    own_tables,
    page,
    people,
    schema,
    sessions,
)
from ludoteca.server.http.admin import AdminGuard
from ludoteca.server.http.request import (
    RequestGuard,
    on_deep_body,
    on_fault,
    on_http_error,
    on_refusal,
    provide_identity,
    provide_user,
)

MOST_BODY = 16 * 1024
"""Bodies of requests are small."""


async def keep_nowhere(response: Response[Any]) -> Response[Any]:
    """Let no cache keep an answer, unless it says how long it is good."""
    response.headers.setdefault("cache-control", "no-store")
    return response


def build_app(
    parts: Mapping[str, object], guard: RequestGuard, admin_guard: AdminGuard
) -> Litestar:
    """Make the application; a handler gets each part that it takes as an argument, by its name."""
    return Litestar(
        route_handlers=[
            people.ROUTES, sessions.ROUTES, factor.ROUTES, account.ROUTES, notices.ROUTES,
            own_tables.ROUTES, lobby.ROUTES, matches.ROUTES, gallery.ROUTES, health.ROUTES,
            schema.ROUTES, admin.routes(admin_guard), page.ROUTES,
        ],
        dependencies={
            **{name: _provide(part) for name, part in parts.items()},
            "identity": Provide(provide_identity),
            "user": Provide(provide_user),
        },
        exception_handlers={
            LudotecaError: on_refusal,
            HTTPException: on_http_error,
            RecursionError: on_deep_body,
            Exception: on_fault,
        },
        before_request=guard.check,
        after_request=keep_nowhere,
        logging_config=None,
        request_max_body_size=MOST_BODY,
        openapi_config=OpenAPIConfig(
            title="ludoteca",
            version=__version__,
            description="Everything live goes over the socket at /socket; see the protocol.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
    )  # fmt: skip


def _provide(part: Any) -> Provide:
    async def same() -> Any:
        return part

    return Provide(same)
