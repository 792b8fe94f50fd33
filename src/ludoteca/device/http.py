"""What a page asks by HTTP of a server, answered on its device."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

import msgspec

from ludoteca import __version__, bots, games
from ludoteca.bots.spec import LEVELS
from ludoteca.coach.analysis import judge, moves_of
from ludoteca.coach.hint import parse_adviser
from ludoteca.coach.judged import judged_of
from ludoteca.coach.offer import describe
from ludoteca.core.errors import LudotecaError
from ludoteca.device.server import USER, DeviceServer
from ludoteca.device.storage import ANALYSIS, KeptMatch, key_of
from ludoteca.language import LANGUAGES
from ludoteca.protocol import VERSION
from ludoteca.protocol.http import (
    FinalBoard,
    GlanceList,
    HistoryPage,
    Judged,
    MatchAnalysis,
    Me,
    MeBody,
    Offer,
    OpenedRecord,
    PastMatch,
    RecordBody,
    Replay,
)
from ludoteca.record import read, verify
from ludoteca.record.read import ReadRecord
from ludoteca.record.stream import replay_with_standing
from ludoteca.table import Refusal

ME = "me"
"""The name under which the nickname of the person at this device is kept."""

MOST_TABLES = 24
"""Matches shown at once."""

ADVISER = "mcts:300ms"
SEED = 0


class DeviceStudy(msgspec.Struct, frozen=True):
    """What is known of how good the moves of a match were."""

    of: int
    judged: list[Judged]
    done: bool = False


def offer() -> Offer:
    """List games, levels, bots and languages."""
    return Offer(
        version=__version__,
        protocol=VERSION,
        games=[describe(game_id) for game_id in games.names()],
        levels=list(LEVELS),
        bots=list(bots.names()),
        languages=list(LANGUAGES),
        address="",
    )


class HttpAnswers:
    """Answers requests as the server's HTTP does, as far as one device can."""

    def __init__(self, server: DeviceServer, adviser: str = ADVISER) -> None:
        """Take the tables, and who judges moves."""
        self._server, self._storage, self._adviser = server, server.storage, adviser
        self._name = ""
        self._studies: dict[str, asyncio.Task[None]] = {}
        self._routes: list[tuple[str, re.Pattern[str], Callable[..., Awaitable[Any]]]] = [
            ("GET", re.compile("/me"), self._me),
            ("POST", re.compile("/guest"), self._rename),
            ("PATCH", re.compile("/me"), self._rename),
            ("GET", re.compile("/games"), self._offer),
            ("GET", re.compile("/me/matches"), self._matches),
            ("GET", re.compile("/me/tables"), self._tables),
            ("GET", re.compile("/tables/([^/]+)"), self._table),
            ("GET", re.compile("/matches/([^/]+)/record"), self._record),
            ("GET", re.compile("/matches/([^/]+)/replay"), self._replay),
            ("GET", re.compile("/matches/([^/]+)/final"), self._final),
            ("POST", re.compile("/records/open"), self._open_record),
            ("GET", re.compile("/matches/([^/]+)/analysis"), self._analysis),
            ("POST", re.compile("/matches/([^/]+)/analysis"), self._analyse),
        ]

    @property
    def name(self) -> str:
        """What the person at this device is called; "": they have not said it yet."""
        return self._name

    async def look(self) -> None:
        """Find out who was here before."""
        self._name = await self._storage.read(ME) or ""

    async def answer(
        self, method: str, address: str, body: str, language: str
    ) -> tuple[int, bytes]:
        """Answer a request; give the status and the JSON."""
        parts = urlsplit(address)
        query = {key: values[0] for key, values in parse_qs(parts.query).items()}
        try:
            act, groups = self._route(method, parts.path)
            return 200, msgspec.json.encode(await act(*groups, query=query, body=body))
        except Refusal as refusal:
            status = 401 if refusal.code == "no_session" else 404
            return self._problem(status, refusal, language)
        except (LudotecaError, msgspec.ValidationError, ValueError) as error:
            problem = {"code": getattr(error, "code", "bad_request"), "sentence": str(error)}
            return 400, msgspec.json.encode(problem)

    def _route(
        self, method: str, path: str
    ) -> tuple[Callable[..., Awaitable[Any]], tuple[str, ...]]:
        for known, pattern, act in self._routes:
            if known == method and (found := pattern.fullmatch(path)):
                return act, found.groups()
        raise Refusal("not_in_this_process")

    @staticmethod
    def _problem(status: int, refusal: Refusal, language: str) -> tuple[int, bytes]:
        problem = {"code": refusal.code, "sentence": refusal.sentence(language)}
        return status, msgspec.json.encode(problem)

    async def _me(self, **_: Any) -> Me:
        if not self._name:
            raise Refusal("no_session")
        return Me(USER, self._name, "guest")

    async def _rename(self, body: str, **_: Any) -> Me:
        self._name = msgspec.json.decode(body, type=MeBody).name or self._name
        await self._storage.write(ME, self._name)
        return Me(USER, self._name, "guest")

    async def _offer(self, **_: Any) -> Offer:
        return offer()

    async def _matches(self, **_: Any) -> HistoryPage:
        found = sorted(self._server.kept.items(), key=lambda item: -item[1].at)
        return HistoryPage([_past(match, kept) for match, kept in found])

    async def _tables(self, query: dict[str, str], **_: Any) -> GlanceList:
        most, found = int(query.get("most", MOST_TABLES)), await self._server.glances()
        return GlanceList(found[:most], len(found) > most)

    def _kept(self, match: str) -> KeptMatch:
        if match not in self._server.kept:
            raise Refusal("no_such_table")
        return self._server.kept[match]

    async def _table(self, match: str, **_: Any) -> Any:
        return self._kept(match).table

    async def _record(self, match: str, **_: Any) -> dict[str, str]:
        return {"record": await self._server.record(match)}

    async def _replay(self, match: str, query: dict[str, str], **_: Any) -> Replay:
        return Replay(match, _lines(await self._server.remember_record(match), query))

    async def _final(self, match: str, **_: Any) -> FinalBoard:
        record = read((await self._server.record(match)).encode())
        game, timeline = record.header.game, record.timeline
        position = game.position(timeline.steps[-1].state)
        return FinalBoard(match, game.id, position, list(timeline.result().winners))

    async def _open_record(self, body: str, query: dict[str, str], **_: Any) -> OpenedRecord:
        verdict = verify(msgspec.json.decode(body, type=RecordBody).record.encode())
        lines = _lines(verdict.record, query)
        return OpenedRecord(verdict.record.header.match, lines, verdict.rolls_checked)

    async def _analysis(self, match: str, **_: Any) -> MatchAnalysis:
        text = await self._storage.read(key_of(match, ANALYSIS))
        study = DeviceStudy(0, []) if text is None else msgspec.json.decode(text, type=DeviceStudy)
        state: Literal["none", "under_way", "done"] = "none"
        if study.done or match in self._studies:
            state = "done" if study.done else "under_way"
        return MatchAnalysis(match, state, study.of, study.judged, self._kept(match).seats)

    async def _analyse(self, match: str, **more: Any) -> MatchAnalysis:
        await self._server.record(match)
        known = await self._analysis(match)
        if known.state == "none":
            self._studies[match] = asyncio.create_task(self._study(match, known.judged))
        return await self._analysis(match)

    async def _study(self, match: str, judged: list[Judged]) -> None:
        """Judge move after move; everything else goes on in between."""
        try:
            record = read((await self._server.record(match)).encode())
            moves, judged = moves_of(record), list(judged)
            reached = judged[-1].ply if judged else 0
            adviser = parse_adviser(self._adviser)
            for step in moves:
                if step.ply > reached:
                    await asyncio.sleep(0)
                    sliced = self._server.device_bots.sliced(adviser)
                    found = judge(record.header.game, step, sliced, SEED)
                    judged.append(judged_of(record, step, found))
                    await self._keep(match, DeviceStudy(len(moves), judged))
            await self._keep(match, DeviceStudy(len(moves), judged, done=True))
        finally:
            self._studies.pop(match, None)

    async def _keep(self, match: str, study: DeviceStudy) -> None:
        await self._storage.write(key_of(match, ANALYSIS), msgspec.json.encode(study).decode())


def _lines(record: ReadRecord, query: dict[str, str]) -> list[Any]:
    """Return the replay stream: with all cards open, or as the seat that is asked for saw it."""
    seat = int(query["seat"]) if "seat" in query else None
    if seat is not None and seat >= len(record.header.players):
        raise Refusal("no_such_table")
    return replay_with_standing(record, seat)


def _past(match: str, kept: KeptMatch) -> PastMatch:
    seat = kept.seats[0] if kept.seats else 0
    return PastMatch(
        match=match,
        game=kept.table.setting.game,
        status=kept.table.status,
        players=[each.name for each in kept.table.seats],
        seat=seat,
        at=kept.at,
        rank=kept.ranks[seat] if kept.ranks else None,
        scores=kept.scores[seat] if kept.scores else None,
    )
