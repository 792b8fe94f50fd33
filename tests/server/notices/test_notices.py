"""People who are away are called back: once, with nothing secret, and only as they wish."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludoteca import games
from ludoteca.protocol.common import DaysClock, TableSetting
from ludoteca.protocol.from_client import Invite
from ludoteca.protocol.to_client import Done
from ludoteca.server.notices import notices as module
from ludoteca.server.notices.wording import Occasion
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store.values import NoticeChoices, User
from tests.server.live import TIMEOUT, Person, Running, pair, running
from tests.server.notices.stand_ins import PushService, SmtpServer

GAME = games.names()[-1]
ALL = ["turn", "invitation", "end"]
AWAY = TableSetting(game=GAME, clock=DaysClock(days=2))


class World:
    """A server with a push service and a mail server around it."""

    def __init__(self, server: Running, push: PushService, smtp: SmtpServer) -> None:
        """Note what belongs together."""
        self.server, self.push, self.smtp = server, push, smtp

    async def ask(self, person: Person, method: str, path: str, body: Any = None) -> httpx.Response:
        """Ask as a person."""
        headers = {"authorization": f"Bearer {person.client_token}"}
        async with httpx.AsyncClient(base_url=self.server.address) as client:
            return await client.request(method, path, json=body, headers=headers)

    async def leave(self, person: Person) -> None:
        """Let a person go away."""
        await person.close()
        while self.server.runtime.hub.known_as(person.user):
            await asyncio.sleep(0.01)

    async def wait(self, what: PushService | SmtpServer, until: int = 1) -> None:
        """Wait until something came."""
        async with asyncio.timeout(TIMEOUT):
            while (what.asked if isinstance(what, PushService) else len(what.mail)) < until:
                what.news.clear()
                await what.news.wait()


@asynccontextmanager
async def world(folder: Path, **more: Any) -> AsyncIterator[World]:
    """Run all of it."""
    push, smtp = PushService(time.time()), SmtpServer()
    endpoint, url = await push.open(), await smtp.open()
    push.endpoint = endpoint  # type: ignore[attr-defined]
    given = {
        "smtp_url": url, "mail_from": "ludoteca <play@example.org>", "push_anywhere": True,
        "public_url": "https://x.example", "notice_pause": 0.05, **more,
    }  # fmt: skip
    async with running(folder, **given) as server:
        yield World(server, push, smtp)
    await push.close()
    await smtp.close()


async def subscribe(place: World, person: Person, kinds: list[str], language: str = "en") -> None:
    """Let a person's browser take push messages."""
    body = place.push.browser.subscription(place.push.endpoint, language)  # type: ignore[attr-defined]
    assert (await place.ask(person, "POST", "/api/me/notices/push", body)).status_code == 204
    chosen = {"push": kinds, "mail": []}
    assert (await place.ask(person, "PUT", "/api/me/notices", chosen)).status_code == 200


async def test_a_push_message_calls_somebody_back_and_keeps_secrets(tmp_path: Path) -> None:
    async with world(tmp_path) as place:
        first, other = await pair(place.server, AWAY)
        await subscribe(place, other, ALL, "it")
        await place.leave(other)
        await first.move()
        await place.wait(place.push)
        [told] = place.push.told
        game = games.load(GAME).name
        assert told == {
            "body": f"{game}: tocca a te.",
            "url": f"/t/{first.match}",
            "tag": f"turn-{first.match}",
        }
        shown = await place.ask(first, "GET", "/api/me/notices")
        assert place.push.claims[0]["key"] == shown.json()["push_key"]
        assert place.push.claims[0]["sub"] == "mailto:play@example.org"
        await first.close()


async def test_a_turn_is_told_after_a_restart_that_came_before_its_notice(tmp_path: Path) -> None:
    push, smtp = PushService(time.time()), SmtpServer()
    push.endpoint = await push.open()  # type: ignore[attr-defined]
    given: dict[str, Any] = {"push_anywhere": True, "public_url": "https://x.example"}
    async with running(tmp_path, notice_pause=3600.0, **given) as server:
        place = World(server, push, smtp)
        first, other = await pair(server, AWAY)
        lively, near = await pair(server)
        await subscribe(place, other, ALL)
        await place.leave(other)
        await first.move()
        await lively.move()
        for person in (first, lively, near):
            await person.close()
    async with running(tmp_path, notice_pause=0.05, **given) as server:
        place = World(server, push, smtp)
        await place.wait(push)
        assert await server.runtime.turn_notices.changed_since(0.0) == [first.match]
        assert await server.runtime.turn_notices.changed_since(time.time() + 60) == []
    await push.close()
    assert [one["tag"] for one in push.told] == [f"turn-{first.match}"]


async def test_nobody_is_called_who_is_there_or_did_not_ask(tmp_path: Path) -> None:
    async with world(tmp_path) as place:
        first, other = await pair(place.server, AWAY)
        await subscribe(place, first, ["end"])
        told = place.server.runtime.notices
        await first.move()  # the other one is connected
        told.note(first.user, Occasion("turn", first.match, GAME))
        await place.leave(first)
        told.note(first.user, Occasion("turn", first.match, GAME))  # not asked for
        told.note(first.user, Occasion("end", first.match, GAME))
        await place.wait(place.push)
        assert [one["tag"] for one in place.push.told] == [f"end-{first.match}"]
        await other.close()


async def test_a_turn_that_has_passed_is_not_told(tmp_path: Path) -> None:
    async with world(tmp_path) as place:
        first, other = await pair(place.server, AWAY)
        await subscribe(place, first, ["turn", "end"])
        await first.move()
        await place.leave(first)
        for kind in ("turn", "end"):  # it is the other one's turn
            place.server.runtime.notices.note(
                first.user, Occasion(kind, first.match, GAME)
            )  # fmt: skip
        await place.wait(place.push)
        assert [one["tag"] for one in place.push.told] == [f"end-{first.match}"]
        await other.close()


async def test_several_are_merged_and_keep_a_distance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(module.GAPS, module.PUSH, 3600.0)
    async with world(tmp_path) as place:
        first, other = await pair(place.server, AWAY)
        await subscribe(place, first, ALL)
        await place.leave(first)
        notices = place.server.runtime.notices
        for match in ("a", "b", "a"):
            notices.note(first.user, Occasion("end", match, GAME))
        await place.wait(place.push)
        assert place.push.told[0]["body"].count("\n") == 1
        assert (place.push.told[0]["url"], place.push.told[0]["tag"]) == ("/", "several")
        notices.note(first.user, Occasion("end", "c", GAME))
        due = notices._due[first.user, module.PUSH] - asyncio.get_running_loop().time()
        assert due > 3000
        await other.close()


@pytest.mark.parametrize("status", [404, 410])
async def test_a_dead_subscription_is_dropped(tmp_path: Path, status: int) -> None:
    async with world(tmp_path) as place:
        first, other = await pair(place.server, AWAY)
        await subscribe(place, first, ALL)
        user, store = first.user, place.server.runtime.store
        place.push.status = status
        await place.leave(first)
        place.server.runtime.notices.note(user, Occasion("end", "a", GAME))
        async with asyncio.timeout(TIMEOUT):
            while await store.notices.list_subscriptions(user, time.time()):
                await asyncio.sleep(0.01)
        assert place.push.asked == 1
        await other.close()


async def test_mail_goes_to_a_confirmed_address_until_its_link_is_followed(tmp_path: Path) -> None:
    async with world(tmp_path) as place:
        first, other = await pair(place.server, AWAY)
        address = {"address": "bo@example.org", "language": "de"}
        asked = await place.ask(other, "POST", "/api/me/notices/address", address)
        assert (asked.status_code, asked.json()["code"]) == (403, "account_needed")
        account = {"name": "Bodo", "password": "a long and odd one", "bearer": True}
        made = await place.ask(other, "POST", "/api/account", account)
        other.client_token = made.json()["token"]
        asked = await place.ask(other, "POST", "/api/me/notices/address", address)
        assert asked.json() | {"push_key": ""} == {
            "push_key": "", "can_mail": True, "push": [], "mail": [],
            "address": "bo@example.org", "confirmed": False,
        }  # fmt: skip
        chosen = {"push": [], "mail": ALL, "language": "de"}
        await place.ask(other, "PUT", "/api/me/notices", chosen)
        await place.wait(place.smtp)
        await follow(place, place.smtp.mail[0], "confirm", "Bestätigen")
        assert (await place.ask(other, "GET", "/api/me/notices")).json()["confirmed"]
        await place.leave(other)
        await first.move()
        await place.wait(place.smtp, 2)
        mail = place.smtp.mail[1]
        game = games.load(GAME).name
        assert (mail["To"], mail["Subject"]) == ("bo@example.org", f"{game}: du bist dran.")
        text = mail.get_content()  # type: ignore[attr-defined]
        link = mail["List-Unsubscribe"].strip("<>")
        assert text.replace("\r\n", "\n").strip() == (
            f"{game}: du bist dran.\nhttps://x.example/t/{first.match}\n\n"
            f"Du bekommst diese E-Mail, weil du sie in ludoteca eingeschaltet hast. "
            f"Abbestellen: {link}"
        )
        await follow(place, mail, "stop", "Abbestellen")
        assert (await place.ask(other, "GET", "/api/me/notices")).json()["address"] == ""
        await first.close()


async def follow(place: World, mail: Any, act: str, label: str) -> None:
    """Follow the link of a mail as a person does: look, then press the button; no session."""
    start = mail.get_content().index(f"https://x.example/api/notices/{act}?token=")
    path = mail.get_content()[start:].split()[0].removeprefix("https://x.example")
    headers = {"accept-language": "de"}
    async with httpx.AsyncClient(base_url=place.server.address, headers=headers) as client:
        page = await client.get(path)
        assert page.status_code == 200
        assert f"<button>{label}</button>" in page.text
        done = await client.post(path, data={"List-Unsubscribe": "One-Click"})
        assert done.status_code == 200
        assert "<button" not in done.text
        assert (await client.get(f"/api/notices/{act}?token=AAAA")).status_code == 404


async def test_a_refused_address_is_forgotten(tmp_path: Path) -> None:
    async with world(tmp_path) as place:
        store = place.server.runtime.store
        choices = NoticeChoices("u", frozenset(), frozenset(ALL), "refused@a.example", True)
        await store.notices.keep_choices(choices)
        place.server.runtime.notices.note("u", Occasion("end", "a", GAME))
        async with asyncio.timeout(TIMEOUT):
            while (await store.notices.find_choices("u")).address:
                await asyncio.sleep(0.01)


async def test_an_invitation_reaches_an_account_that_is_away(tmp_path: Path) -> None:
    async with world(tmp_path) as place:
        first, other = await pair(place.server, AWAY)
        account = {"name": "Bodo", "password": "a long and odd one", "bearer": True}
        made = await place.ask(other, "POST", "/api/account", account)
        other.client_token = made.json()["token"]
        await subscribe(place, other, ["invitation"])
        await place.leave(other)
        match = await first.open_table(TableSetting(game=GAME))
        answer = await first.client.send(Invite(request=1, match=match, name="Bodo"))
        assert isinstance(answer, Done)
        await place.wait(place.push)
        assert place.push.told[0]["body"] == f"{first.name} invites you to {games.load(GAME).name}."
        await first.close()


async def test_addresses_of_strangers_are_not_flooded(tmp_path: Path) -> None:
    async with world(tmp_path) as place:
        user = User("u", "Ada", "account", 0.0)
        notices = place.server.runtime.notices
        for _ in range(3):
            await notices.set_address(user, "victim@example.org", "en")
        with pytest.raises(ServerRefusal) as refused:
            await notices.set_address(user, "victim@example.org", "en")
        assert refused.value.code == "too_fast"
        for wrong in ("nobody", "a@b", "a b@c.example", "a@b.example\r\nBcc: x@y.example"):
            with pytest.raises(ServerRefusal) as refused:
                await notices.set_address(user, wrong, "en")
            assert refused.value.code == "bad_address"
        assert len(place.smtp.mail) == 3


async def test_a_server_without_mail_says_so(tmp_path: Path) -> None:
    async with world(tmp_path, smtp_url="", push_anywhere=False) as place:
        first, other = await pair(place.server)
        user = User("u", "Ada", "account", 0.0)
        with pytest.raises(ServerRefusal) as refused:
            await place.server.runtime.notices.set_address(user, "a@b.example", "en")
        assert refused.value.code == "no_mail"
        body = place.push.browser.subscription(place.push.endpoint)  # type: ignore[attr-defined]
        answer = await place.ask(first, "POST", "/api/me/notices/push", body)
        assert answer.json()["code"] == "bad_subscription"  # no https
        await first.close()
        await other.close()
