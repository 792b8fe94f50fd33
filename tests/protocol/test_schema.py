"""Every frame of whole matches fits the published schemas, to the last field."""

import random
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from ludoteca import games
from ludoteca.client.http import ask, come_in
from ludoteca.protocol import schema
from tests.server.live import running
from tests.server.raw_socket import RawSocket


def strict(part: Any) -> Any:
    """Forbid all fields that a schema does not name."""
    if isinstance(part, list):
        return [strict(each) for each in part]
    if not isinstance(part, dict):
        return part
    closed = {key: strict(each) for key, each in part.items()}
    if part.get("type") == "object" and isinstance(part.get("properties"), dict):
        closed["additionalProperties"] = False
    return closed


def validator(name: str) -> Draft202012Validator:
    """Make what checks a type, alone with all others."""
    whole = {"components": {"schemas": strict(schema.components())}}
    return Draft202012Validator({"$ref": schema.PREFIX + name, **whole})


def names() -> dict[str, str]:
    """Return the type of each message by the word in its frames."""
    found = {}
    for name, of in schema.components().items():
        if "type" in of.get("properties", {}):
            found[of["properties"]["type"]["enum"][0]] = name
    return found


async def play(raw: RawSocket, match: str, rng: random.Random) -> None:
    """Play at random, and ask about everything on the way."""
    request, told = 100, raw.heard[-1]
    while "ending" not in told:
        position = told.get("position") or {}
        if position.get("choices"):
            request += 4
            asked = await raw.ask(type="ask_moves", request=request, match=match, partial={})
            chosen = rng.choice(asked["continuations"])
            here = {"match": match, "ply": asked["ply"]}
            await raw.say(type="select", request=request + 1, partial=chosen["move"], **here)
            move = {"move_id": f"{request:032x}", "move": chosen["text"]}
            await raw.ask(type="play_move", request=request + 2, **here, **move)
            await raw.say(type="ask_why_not", request=request + 3, match=match, partial={"x": 1})
        told = await raw.hear()


@pytest.mark.parametrize("game", games.names())
async def test_every_frame_of_a_match_fits_its_schema(game: str, tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        raw = await RawSocket.open(server.address, await come_in(server.address, "Ada"))
        await raw.greet()
        watcher = await RawSocket.open(server.address, await come_in(server.address, "Eve"))
        await watcher.greet()
        setting = {"game": game, "bots": ["greedy"]}
        match = (await raw.ask(type="open_table", request=2, setting=setting))["match"]
        await watcher.ask(type="enter", request=2, match=match)
        await raw.ask(type="ready", request=3, match=match)
        await raw.ask(type="start", request=4, match=match)
        await raw.ask(type="ask_hint", request=5, match=match)
        await raw.ask(type="enter", request=6, match=match)
        await play(raw, match, random.Random(7))
        while "ending" not in watcher.heard[-1]:
            await watcher.hear()
        checks = {word: validator(name) for word, name in names().items()}
        for frame in [*raw.heard, *watcher.heard]:
            for error in checks[frame["type"]].iter_errors(frame):
                raise AssertionError(f"{frame['type']}: {error}")
        kinds = {frame["type"] for frame in raw.heard}
        assert {"snapshot", "update", "accepted", "continuations", "why_not"} <= kinds
        await raw.close()
        await watcher.close()
        for of in ("", "?seat=0"):
            replay = await ask(server.address, f"/api/matches/{match}/replay{of}")
            check = validator("ReplayLine")
            for line in replay["lines"]:
                for error in check.iter_errors(line):
                    raise AssertionError(f"{line['kind']}: {error}")


def test_every_game_declares_what_the_protocol_leaves_open() -> None:
    for game in games.names():
        for title in schema.OPEN:
            assert schema.names_of(game, title), (game, title)


def test_the_strict_schema_would_notice() -> None:
    """A field that is missing, of another type, or unknown."""
    check = validator("ShelfieMove")
    assert check.is_valid({"take": [[1, 2]], "column": 0})
    for wrong in ({"take": [[1, 2]]}, {"take": [[1]], "column": 0}, {"take": [], "column": "0"}):
        assert not check.is_valid(wrong)
    assert not check.is_valid({"take": [[1, 2]], "column": 0, "row": 1})
