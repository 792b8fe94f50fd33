"""A recorded match of each game, kept by every server of these tests: to see, to play on from."""

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

from ludoteca.core.game import EVERYTHING
from ludoteca.record.read import ReadRecord, read
from ludoteca.record.stream import replay_lines
from ludoteca.server.serve import DATABASE
from ludoteca.server.store import open_store
from ludoteca.server.tables.results import Results

HOME = Path(__file__).parent / "matches"
LONG_AGO = 1_700_000_000.0
"""When they ended: the pictures show no time that passes."""

MIDDLE = {"my_shelfie": "0 g6g7g5>2", "codex_naturalis": "0 68 front 4,0"}
"""A good move in the middle of each match."""

Fields = dict[str, Any]


@cache
def record_of(game: str) -> ReadRecord:
    """Read the match of a game."""
    return read((HOME / f"{game}.ludo").read_bytes())


def address_of(game: str, ply: int | None = None) -> str:
    """Return the path of its replay, at a moment."""
    path = f"/r/{record_of(game).header.match}"
    return path if ply is None else f"{path}?ply={ply}"


def ply_before(game: str, move: str) -> int:
    """Find the moment at which a move is still to come."""
    return [step.text for step in record_of(game).timeline.steps].index(move)


def last_move(game: str) -> str:
    """Return the move that ended the match."""
    return record_of(game).timeline.steps[-1].text


def fields_of(game: str, move: str) -> Fields:
    """Return a move of the match in fields, as boards know it."""
    lines = replay_lines(record_of(game), EVERYTHING)
    return next(line["move"] for line in lines if line.get("ply") == ply_before(game, move) + 1)


def keep(folder: Path) -> None:
    """Keep the matches in the store of a server that is yet to start."""
    asyncio.run(_keep(folder))


async def _keep(folder: Path) -> None:
    store = await open_store(folder / DATABASE)
    results = Results(store, lambda: LONG_AGO)
    for path in sorted(HOME.glob("*.ludo")):
        header = record_of(path.stem).header
        players = [f"bot:{name}" for name in header.players]
        assert await results.keep(header.match, path.read_text(encoding="utf-8"), players, False)
    await store.close()
