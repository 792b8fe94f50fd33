"""Routes of final matches: the record and the replay, at permanent addresses."""

from typing import Annotated, Any

from litestar import Response, Router, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from ludoteca.protocol.http import (
    FinalBoard,
    MatchAnalysis,
    OpenedRecord,
    RecordBody,
    Replay,
)
from ludoteca.record.read import ReadRecord, read
from ludoteca.record.stream import replay_with_standing
from ludoteca.record.verify import verify
from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.background import Background
from ludoteca.server.http.request import (
    AnyRequest,
    Known,
    MaybeKnown,
    Part,
    TheLimits,
    TheStore,
    address_of,
    documented,
    limit_rate,
)
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store
from ludoteca.server.tables.analyses import Analyses
from ludoteca.server.tables.archive import Archive

TheArchive = Part[Archive]
TheAnalyses = Part[Analyses]
Match = Annotated[str, PathParameter(pattern="^[0-9A-Za-z_-]{4,40}$")]


@get("/matches/{match:str}/record", responses=documented(404, 409), media_type="text/plain")
async def record(archive: TheArchive, identity: MaybeKnown, match: Match) -> Response[str]:
    """Return the record of a final match as a file."""
    text = await archive.read_shown(match, identity)
    return Response(
        text,
        media_type="text/plain",
        headers={"content-disposition": f'attachment; filename="{match}.ludo"'},
    )


@get("/matches/{match:str}/replay", responses=documented(404, 409))
async def replay(
    archive: TheArchive,
    background: Part[Background],
    limits: TheLimits,
    request: AnyRequest,
    identity: MaybeKnown,
    match: Match,
    seat: Annotated[int | None, QueryParameter(gt=-1, le=9)] = None,
) -> Replay:
    """Return a final match ply by ply: with all cards open, or as one seat saw it."""
    limit_rate(limits.requests, address_of(request))
    text = await archive.read_shown(match, identity)

    return await background.in_thread(lambda: Replay(match, _lines(read(text.encode()), seat)))


def _lines(known: ReadRecord, seat: int | None) -> list[Any]:
    """Return the replay stream, with how everybody stands after each ply."""
    if seat is not None and seat >= len(known.header.players):
        raise ServerRefusal("not_found")
    return replay_with_standing(known, seat)


@get("/matches/{match:str}/final", responses=documented(404, 409))
async def final(
    archive: TheArchive, background: Part[Background], identity: MaybeKnown, match: Match
) -> Response[FinalBoard]:
    """Show the last position of a final match: for small pictures in lists."""
    text = await archive.read_shown(match, identity)

    def board() -> FinalBoard:
        known = read(text.encode())
        game, timeline = known.header.game, known.timeline
        position = game.position(timeline.steps[-1].state)
        return FinalBoard(match, game.id, position, list(timeline.result().winners))

    found = await background.in_thread(board)
    return Response(found, headers={"cache-control": "private, max-age=86400"})


@post("/records/open", status_code=200, responses=documented())
async def open_record(
    background: Part[Background],
    limits: TheLimits,
    request: AnyRequest,
    data: JSONBody[RecordBody],
    seat: Annotated[int | None, QueryParameter(gt=-1, le=9)] = None,
) -> OpenedRecord:
    """Check a record that somebody has as a file, and show it ply by ply; nothing is kept."""
    limit_rate(limits.requests, address_of(request))

    def opened() -> OpenedRecord:
        verdict = verify(data.record.encode())
        known = verdict.record
        return OpenedRecord(known.header.match, _lines(known, seat), verdict.rolls_checked)

    return await background.in_thread(opened)


@get("/matches/{match:str}/analysis", responses=documented(404, 409))
async def analysis(
    archive: TheArchive, analyses: TheAnalyses, store: TheStore, identity: MaybeKnown, match: Match
) -> MatchAnalysis:
    """Return what is known of how good the moves of a final match were."""
    found = await _analysis(analyses, store, identity, match)
    await archive.check_shown(match, identity)  # now: it may have become final meanwhile
    return found


@post("/matches/{match:str}/analysis", status_code=202, responses=documented(401, 404, 409))
async def analyse(
    archive: TheArchive, analyses: TheAnalyses, store: TheStore, user: Known, match: Match
) -> MatchAnalysis:
    """Have the moves of a final match judged; what is found is kept for everybody."""
    await archive.read_shown(match, user)
    await analyses.begin(match)
    return await _analysis(analyses, store, user, match)


async def _analysis(
    analyses: Analyses, store: Store, identity: Identity | None, match: str
) -> MatchAnalysis:
    study = await analyses.look(match)
    is_done = study is not None and study.done
    is_under_way = analyses.is_under_way(match, study)
    return MatchAnalysis(
        match,
        "done" if is_done else "under_way" if is_under_way else "none",
        0 if study is None else study.of,
        [] if study is None else study.judged,
        [
            result.seat
            for result in await store.history.read_results(match)
            if identity is not None and result.player in identity.ids
        ],
    )


ROUTES = Router(
    "/api", tags=["matches"], route_handlers=[record, replay, final, open_record, analysis, analyse]
)
