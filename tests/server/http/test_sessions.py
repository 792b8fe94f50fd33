"""One's sessions: seen, and ended with the password, at once."""

from pathlib import Path

import pytest

from ludoteca.client.http import HttpRefused, ask, come_in, log_in, sign_up
from ludoteca.client.remote import RemoteClient
from tests.server.live import Person, running


async def test_sessions_are_listed_and_ended(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        address = server.address
        here = await sign_up(address, "Ada", "correct horse")
        there = await log_in(address, "Ada", "correct horse")
        client = RemoteClient(address, there)
        await client.open()
        elsewhere = Person(client, "Ada", token=there)
        listed = await ask(address, "/api/me/sessions", token=here)
        assert sorted(one["this"] for one in listed) == [False, True]
        other = next(one["id"] for one in listed if not one["this"])
        assert here not in repr(listed)
        for body, code in (
            ({"password": "wrong horse", "id": other}, "wrong_password"),
            ({"password": "correct horse", "id": "0" * 16}, "not_found"),
        ):
            with pytest.raises(HttpRefused) as refused:
                await ask(address, "/api/me/sessions/end", body, here)
            assert refused.value.code == code
        await ask(address, "/api/me/sessions/end", {"password": "correct horse", "id": other}, here)
        await elsewhere.ended()
        assert elsewhere.gone is not None
        assert elsewhere.gone.close_code == 4001
        await elsewhere.close()
        third = await log_in(address, "Ada", "correct horse")
        await ask(address, "/api/me/sessions/end", {"password": "correct horse"}, third)
        assert [one["this"] for one in await ask(address, "/api/me/sessions", token=third)] == [
            True
        ]
        with pytest.raises(HttpRefused) as refused:
            await ask(address, "/api/me", token=here)
        assert refused.value.code == "no_session"


async def test_a_guest_sees_their_session_and_guessing_is_slowed_down(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        guest = await come_in(server.address, "Bo")
        [only] = await ask(server.address, "/api/me/sessions", token=guest)
        assert only["this"]
        ada = await sign_up(server.address, "Ada", "correct horse")
        codes = []
        for _ in range(server.runtime.settings.limits.log_in_burst + 1):
            with pytest.raises(HttpRefused) as refused:
                await ask(server.address, "/api/me/sessions/end", {"password": "x"}, ada)
            codes.append(refused.value.code)
        assert codes[0] == "wrong_password"
        assert codes[-1] == "too_fast"
