"""Two hundred attack strings as names and chat: cleaned, refused or shown as they are; no fault."""

import json
from pathlib import Path

import httpx
import pytest

from ludoteca.language import harmless
from ludoteca.protocol.from_client import Say
from ludoteca.protocol.to_client import Accepted, Chat, Done, Refused
from ludoteca.table import chat
from tests.attacks import ATTACKS
from tests.server.live import Person, pair, running

JOINER = "\u200d"
"""Makes one emoji of several, and nothing else is let through with it."""


async def test_no_name_is_a_fault(tmp_path: Path) -> None:
    assert len(ATTACKS) == 200
    async with (
        running(tmp_path) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as page,
    ):
        for attack in ATTACKS:
            body = json.dumps({"name": attack}).encode()
            answer = await page.post(
                "/api/guest", content=body, headers={"content-type": "application/json"}
            )
            assert answer.status_code in (201, 400), attack
            assert answer.headers["content-type"] == "application/json"
            if answer.status_code == 201:
                name = answer.json()["name"]
                assert name.replace(JOINER, "").isprintable()
                assert JOINER not in (name[0], name[-1]), "it only joins emoji"
                assert len(answer.json()["name"]) <= 20
            else:
                assert answer.json()["code"] in ("bad_name", "bad_request")


async def test_no_word_disturbs_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MOST_LINES", 10_000)
    async with running(tmp_path) as server:
        ada, bo = await pair(server)
        said = await _say_all(ada)
        await bo.hear(lambda me: len(heard_chat(me)) == len(said))
        assert heard_chat(bo) == said
        assert not any(mark < " " or "\x7f" <= mark < "\xa0" for mark in "".join(said))
        mover = ada if ada.may_move else bo
        assert isinstance(await mover.move(), Accepted)
        for one in (ada, bo):
            await one.close()


def heard_chat(person: Person) -> list[str]:
    """List what a person heard."""
    return [frame.line.text for frame in person.frames if isinstance(frame, Chat)]


async def _say_all(person: Person) -> list[str]:
    """Send every attack that can be said at all; give those that were accepted."""
    said: list[str] = []
    for attack in ATTACKS:
        try:
            answer = await person.client.send(Say(request=1, match=person.match, text=attack))
        except UnicodeEncodeError:
            continue  # not even a frame
        assert isinstance(answer, Done | Refused), attack
        if isinstance(answer, Done):
            said.append(harmless(attack))
        else:
            assert answer.code != "fault", attack
    return said
