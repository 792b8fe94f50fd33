"""A second factor over HTTP: turned on, asked for, used up, turned off; strangers learn nothing."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pyotp
import pytest
from structlog.testing import capture_logs

from ludoteca.client.http import HttpRefused, ask, come_in, log_in, sign_up
from ludoteca.client.remote import RemoteClient
from ludoteca.server.accounts.second_factor import STEP
from ludoteca.server.settings import Limits
from tests.server.live import Person, Running, running

PASSWORD = "correct horse"


class Authenticator:
    """What shows two codes, the present one and the next, so that tests need not wait."""

    def __init__(self, secret: str) -> None:
        """Begin now: a code stays good should the step end meanwhile."""
        self._counter, self._step = pyotp.HOTP(secret), int(time.time() // STEP)

    def code(self) -> str:
        """Return the next code."""
        self._step += 1
        return self._counter.at(self._step - 1)


async def turn_on(server: Running, token: str) -> tuple[Authenticator, list[str]]:
    """Turn the second factor of an account on; one more code of the authenticator is good."""
    offered = await ask(server.address, "/api/me/factor", {"password": PASSWORD}, token)
    authenticator = Authenticator(offered["secret"])
    body = {"code": authenticator.code()}
    answer = await ask(server.address, "/api/me/factor/confirm", body, token)
    return authenticator, answer["recovery_codes"]


async def refusal(address: str, path: str, body: dict[str, Any], token: str | None = None) -> str:
    """Ask for what must be refused; say with which code."""
    with pytest.raises(HttpRefused) as refused:
        await ask(address, path, body, token)
    return refused.value.code


async def test_turned_on_asked_for_and_turned_off(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        address = server.address
        here = await sign_up(address, "Ada", PASSWORD)
        client = RemoteClient(address, await log_in(address, "Ada", PASSWORD))
        await client.open()
        elsewhere = Person(client, "Ada")
        state = await ask(address, "/api/me/factor", token=here)
        assert state == {"since": None, "recovery_codes": 0}
        wrong = {"password": "wrong horse"}
        assert await refusal(address, "/api/me/factor", wrong, here) == "wrong_password"
        bad = {"code": "123456"}
        assert await refusal(address, "/api/me/factor/confirm", bad, here) == "no_factor_offered"

        with capture_logs() as logs:
            authenticator, codes = await turn_on(server, here)
            await elsewhere.ended()
            assert elsewhere.gone is not None
            assert elsewhere.gone.close_code == 4001
            await elsewhere.close()
            state = await ask(address, "/api/me/factor", token=here)
            assert state["since"] == pytest.approx(time.time(), abs=60)
            assert state["recovery_codes"] == len(codes) == 10
            again = {"password": PASSWORD}
            assert await refusal(address, "/api/me/factor", again, here) == "factor_already"

            body = {"name": "Ada", "password": PASSWORD}
            assert await refusal(address, "/api/login", body) == "code_needed"
            bad = {**body, "code": "no code"}
            assert await refusal(address, "/api/login", bad) == "wrong_code"
            code = authenticator.code()
            there = await log_in(address, "Ada", PASSWORD, code=code)
            assert await refusal(address, "/api/login", {**body, "code": code}) == "wrong_code"
            assert await log_in(address, "Ada", PASSWORD, code=codes[0])

            off = {"password": PASSWORD, "code": codes[0]}
            assert await refusal(address, "/api/me/factor/off", off, there) == "wrong_code"
            off = {"password": "wrong horse", "code": codes[1]}
            assert await refusal(address, "/api/me/factor/off", off, there) == "wrong_password"
            off = {"password": PASSWORD, "code": codes[1]}
            assert await ask(address, "/api/me/factor/off", off, there) is None
        assert await log_in(address, "Ada", PASSWORD)
        assert await refusal(address, "/api/me/factor/off", off, there) == "no_factor"

        events = [line["event"] for line in logs]
        assert events.count("factor_on") == events.count("factor_off") == 1
        refused = [line["code"] for line in logs if line["event"] == "log_in_refused"]
        assert refused == [
            "factor_already", "code_needed", "wrong_code", "wrong_code", "wrong_code",
            "wrong_password",
        ]  # fmt: skip
        assert not [code for code in (code, *codes) if code in repr(logs)]


async def test_one_code_opens_one_session_though_many_try_at_once(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        token = await sign_up(server.address, "Ada", PASSWORD)
        authenticator, codes = await turn_on(server, token)

        async def try_it(code: str) -> str:
            try:
                return "in" if await log_in(server.address, "Ada", PASSWORD, code=code) else ""
            except HttpRefused as refused:
                return refused.code

        for code in (authenticator.code(), codes[0]):
            answers = await asyncio.gather(*(try_it(code) for _ in range(4)))
            assert sorted(answers) == ["in"] + ["wrong_code"] * 3


async def test_a_stranger_does_not_learn_who_has_one(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        await turn_on(server, await sign_up(server.address, "Ada", PASSWORD))
        await sign_up(server.address, "Bo", PASSWORD)
        for name in ("Ada", "Bo", "Nobody"):
            for code in (None, "123456"):
                body = {"name": name, "password": "wrong horse", "code": code}
                assert await refusal(server.address, "/api/login", body) == "wrong_password"
        seen = [await ask(server.address, f"/api/people/{name}") for name in ("Ada", "Bo")]
        assert seen[0].keys() == seen[1].keys()
        guest = await come_in(server.address, "Eve")
        state = await ask(server.address, "/api/me/factor", token=guest)
        assert state == {"since": None, "recovery_codes": 0}
        offer = {"password": PASSWORD}
        assert await refusal(server.address, "/api/me/factor", offer, guest) == "account_needed"


async def test_guessing_codes_is_slow(tmp_path: Path) -> None:
    async with running(tmp_path, limits=Limits(code_burst=3, log_in_burst=9)) as server:
        token = await sign_up(server.address, "Ada", PASSWORD)
        authenticator, codes = await turn_on(server, token)
        body = {"name": "Ada", "password": PASSWORD, "code": "12345"}
        tries = [await refusal(server.address, "/api/login", body) for _ in range(4)]
        assert tries == ["wrong_code"] * 3 + ["too_many_codes"]
        body = {**body, "code": authenticator.code()}
        assert await refusal(server.address, "/api/login", body) == "too_many_codes"
        assert await log_in(server.address, "Ada", PASSWORD, code=codes[0])
        body = {**body, "code": "abcd" * 6}
        assert await refusal(server.address, "/api/login", body) == "wrong_code"
        assert await refusal(server.address, "/api/login", body) == "too_fast"
