"""Coming in over HTTP."""

from pathlib import Path

import pyotp
import pytest

from ludoteca.client.http import HttpRefused, ask, come_in, log_in, sign_up
from tests.server.live import running


async def test_a_guest_becomes_an_account_and_comes_again(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        token = await come_in(server.address, "Ada")
        guest = await ask(server.address, "/api/me", token=token)
        account = await sign_up(server.address, "Ada", "correct horse", token)
        me = await ask(server.address, "/api/me", token=account)
        assert (me["user"], me["kind"]) == (guest["user"], "account")
        again = await log_in(server.address, "ada", "correct horse")
        assert (await ask(server.address, "/api/me", token=again))["user"] == me["user"]
        with pytest.raises(HttpRefused) as refused:
            await ask(server.address, "/api/me", token=token)
        assert refused.value.code == "no_session"


async def test_a_refusal_carries_the_code_of_the_server(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        with pytest.raises(HttpRefused) as refused:
            await come_in(server.address, "\u202eadA")
        assert refused.value.code == "bad_name"
    with pytest.raises(HttpRefused) as refused:
        await come_in(server.address, "Ada")
    assert refused.value.code == "unreachable"
    with pytest.raises(HttpRefused):
        await come_in("file:///etc/hosts", "Ada")


async def test_an_account_with_a_second_factor_gives_a_code_too(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        token = await sign_up(server.address, "Ada", "correct horse")
        password = {"password": "correct horse"}
        offered = await ask(server.address, "/api/me/factor", password, token)
        code = {"code": pyotp.TOTP(offered["secret"]).now()}
        given = await ask(server.address, "/api/me/factor/confirm", code, token)
        with pytest.raises(HttpRefused) as refused:
            await log_in(server.address, "Ada", "correct horse")
        assert refused.value.code == "code_needed"
        [first, *_] = given["recovery_codes"]
        assert await log_in(server.address, "Ada", "correct horse", code=first)


async def test_a_wrong_address_is_told_as_it_was_given() -> None:
    with pytest.raises(HttpRefused, match=r"^'games.example' is no address of a server"):
        await come_in("games.example", "Ann")
    with pytest.raises(
        HttpRefused, match=r"can't be reached: \[Errno \d+\] Connection refused; does"
    ):
        await come_in("http://127.0.0.1:1", "Ann")
