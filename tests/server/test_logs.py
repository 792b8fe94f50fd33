"""Logs: structured, and without secrets."""

import json
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.client.http import sign_up
from ludoteca.client.remote import RemoteClient
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Say
from ludoteca.server.logs import log, set_up_logs
from tests.server.live import Person, running


def test_secrets_are_never_written(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("info", "json")
    log.info("something", token="s3cret", seed="s3cret", password="s3cret", match="abcd")
    secret = ["s3cret"]
    try:
        len(secret) / 0
    except ZeroDivisionError as error:
        log.error("fault", exc_info=error)
    log.debug("too quiet to hear")
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert first["match"] == "abcd"
    assert "s3cret" not in json.dumps(first)
    assert "ZeroDivisionError" in second["exception"]
    assert "s3cret" not in second["exception"]
    set_up_logs("info", "text")


async def test_a_whole_match_leaves_no_secret_in_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logs("debug", "text")
    async with running(tmp_path) as server:
        token = await sign_up(server.address, "Ada", "correct horse")
        client = RemoteClient(server.address, token)
        await client.open()
        ada = Person(client, "Ada")
        match = await ada.open_table(TableSetting(game=games.names()[-1], bots=("beginner",)))
        await client.send(Say(request=1, match=match, text="a private word"))
        await ada.be_ready()
        await ada.start()
        await ada.play()
        entries = await server.runtime.store.tables.read_log(match)
        seed = json.loads(entries[0].body)["seed"]
        await ada.close()
    written = "".join(capsys.readouterr())
    set_up_logs("info", "text")
    for secret in (token, "correct horse", seed, "a private word"):
        assert secret not in written
