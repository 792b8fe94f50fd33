"""Final matches: the record to keep, and the replay to watch, at addresses that stay."""

from itertools import zip_longest
from typing import Annotated, Any

from litestar import Response, Router, get
from litestar.params import PathParameter, QueryParameter

from ludoteca.core.game import EVERYTHING, Game
from ludoteca.core.types import State
from ludoteca.record.read import ReadRecord, read
from ludoteca.record.stream import replay_lines
from ludoteca.server.http.asking import AnyRequest, TheHouse, address_of, documented
from ludoteca.server.http.values import Replay
from ludoteca.server.problem import Refusal

Match = Annotated[str, PathParameter(pattern="^[0-9A-Za-z_-]{4,40}$")]


@get("/matches/{match:str}/record", responses=documented(404, 409), media_type="text/plain")
async def record(house: TheHouse, match: Match) -> Response[str]:
    """Give the record of a final match as a file."""
    text = await house.keepers.read_record(match)
    return Response(
        text,
        media_type="text/plain",
        headers={"content-disposition": f'attachment; filename="{match}.ludo"'},
    )


@get("/matches/{match:str}/replay", responses=documented(404, 409))
async def replay(
    house: TheHouse,
    request: AnyRequest,
    match: Match,
    seat: Annotated[int | None, QueryParameter(ge=0, le=9)] = None,
) -> Replay:
    """Give a final match ply by ply: with all cards open, or as one seat saw it."""
    if not house.requests.take(address_of(request)):
        raise Refusal("too_fast")
    text = await house.keepers.read_record(match)

    def lines() -> Replay:
        answer: list[dict[str, Any]] = []
        known: ReadRecord = read(text.encode())
        if seat is not None and seat >= len(known.header.players):
            raise Refusal("not_found")
        shown = replay_lines(known, EVERYTHING if seat is None else seat)
        states = [known.timeline.start, *(step.state for step in known.timeline.steps)]
        game = known.header.game
        for line, state in zip_longest(shown, states):  # the result comes without a state
            if state is not None:
                line["standing"] = _standing(game, state, seat)
            answer.append(line)
        return Replay(match, answer)

    return await house.run_aside(lines)


def _standing(game: Game, state: State, seat: int | None) -> list[dict[str, Any]]:
    """Show how everybody stands: as one seat knows it, or each as the seat itself knows it."""
    if seat is not None:
        return game.standing(game.view(state, seat))
    return [game.standing(game.view(state, s))[s] for s in range(game.players(state))]


ROUTES = Router("/api", tags=["matches"], route_handlers=[record, replay])
