"""The gallery: final matches whose players all agreed to publish them."""

from typing import Annotated

import msgspec
from litestar import Router, get, put
from litestar.params import FromQuery, JSONBody, QueryParameter

from ludoteca.protocol.http import GalleryPage, Showing, ShowingBody, ShownMatch
from ludoteca.protocol.to_client import LobbyTable
from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.http.matches import Match, TheArchive
from ludoteca.server.http.request import Known, MaybeKnown, TheClock, TheStore, documented
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store
from ludoteca.server.store.values import StoredResult
from ludoteca.server.tables.event_log import BOT

PAGE = 24
"""Matches listed at once."""


@get("/gallery", responses=documented())
async def gallery(
    store: TheStore,
    game: Annotated[str, QueryParameter(max_length=60)] = "",
    before: FromQuery[float | None] = None,
) -> GalleryPage:
    """List the matches that their players agreed to show, the latest first."""
    found = await store.history.gallery(game, PAGE, before)
    results = await store.history.totals_of([one.match for one in found])
    matches = [
        ShownMatch(
            one.match,
            one.game,
            [seat.name for seat in msgspec.json.decode(one.seats, type=LobbyTable).seats],
            [result.total for result in results.get(one.match, [])],
            one.final_at,
        )
        for one in found
    ]
    return GalleryPage(matches, found[-1].final_at if len(found) == PAGE else None)


@get("/matches/{match:str}/showing", responses=documented(404, 409))
async def showing(
    archive: TheArchive, store: TheStore, identity: MaybeKnown, match: Match
) -> Showing:
    """Tell whether a final match is in the gallery, and who has not agreed yet."""
    await archive.read_shown(match, identity)
    return await _showing(store, identity, match)


@put("/matches/{match:str}/showing", responses=documented(401, 403, 404, 409))
async def show(
    archive: TheArchive,
    store: TheStore,
    clock: TheClock,
    user: Known,
    match: Match,
    data: JSONBody[ShowingBody],
) -> Showing:
    """Agree to show a match one has played, or take that back; it is shown once all agreed."""
    await archive.read_shown(match, user)
    own = [result for result in await _people(store, match) if result.player in user.ids]
    if not own:
        raise ServerRefusal("not_seated")
    for result in own:
        if data.agree:
            await store.history.agree_to_show(match, result.seat, result.player, clock())
        else:
            await store.history.keep_private(match, result.seat)
    return await _showing(store, user, match)


async def _people(store: Store, match: str) -> list[StoredResult]:
    results = await store.history.read_results(match)
    return [result for result in results if not result.player.startswith(BOT)]


async def _showing(store: Store, identity: Identity | None, match: str) -> Showing:
    people = await _people(store, match)
    agreed = set(await store.history.agreed_to_show(match))
    mine = [one.seat for one in people if identity is not None and one.player in identity.ids]
    waiting = sum(one.seat not in agreed for one in people)
    return Showing(
        match,
        bool(agreed) and not waiting,
        bool(mine) and agreed.issuperset(mine),
        waiting,
        bool(mine),
    )


ROUTES = Router("/api", tags=["matches"], route_handlers=[gallery, showing, show])
