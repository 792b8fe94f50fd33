"""Final matches: the record to keep, and the replay to watch, at addresses that stay."""

from typing import Annotated

from litestar import Response, Router, get
from litestar.params import PathParameter, QueryParameter

from ludoteca.core.game import EVERYTHING
from ludoteca.record.read import ReadRecord, read
from ludoteca.record.stream import replay_lines
from ludoteca.server.house import House
from ludoteca.server.http.asking import TheHouse, documented
from ludoteca.server.http.values import Replay
from ludoteca.server.problem import Refusal

Match = Annotated[str, PathParameter(pattern="^[0-9A-Za-z_-]{4,40}$")]


async def _record(house: House, match: str) -> str:
    text = await house.store.read_record(match)
    if text is not None:
        return text
    row = await house.store.find_table(match)
    if row is None:
        raise Refusal("no_such_table")
    if row.summary.status != "final":
        raise Refusal("not_final")
    await house.keepers.keep_match(match)
    return await house.store.read_record(match) or ""


@get("/matches/{match:str}/record", responses=documented(404, 409), media_type="text/plain")
async def record(house: TheHouse, match: Match) -> Response[str]:
    """Give the record of a final match as a file."""
    text = await _record(house, match)
    return Response(
        text,
        media_type="text/plain",
        headers={"content-disposition": f'attachment; filename="{match}.ludo"'},
    )


@get("/matches/{match:str}/replay", responses=documented(404, 409))
async def replay(
    house: TheHouse,
    match: Match,
    seat: Annotated[int | None, QueryParameter(ge=0, le=9)] = None,
) -> Replay:
    """Give a final match ply by ply: with all cards open, or as one seat saw it."""
    text = await _record(house, match)

    def lines() -> Replay:
        known: ReadRecord = read(text.encode())
        if seat is not None and seat >= len(known.header.players):
            raise Refusal("not_found")
        return Replay(match, list(replay_lines(known, EVERYTHING if seat is None else seat)))

    return await house.run_aside(lines)


ROUTES = Router("/api", tags=["matches"], route_handlers=[record, replay])
