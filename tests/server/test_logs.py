"""Logs: structured, and without secrets."""

import json
import logging
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from structlog import DropEvent

from ludoteca import __version__, games
from ludoteca.client.http import come_in, sign_up
from ludoteca.client.remote import RemoteClient
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Say
from ludoteca.server.logs import FromLibraries, Repeats, log, set_up_logs
from tests.server.live import Person, running
from tests.server.raw_socket import RawSocket


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


def test_what_repeats_is_written_a_few_times_and_then_counted() -> None:
    now = [0.0]
    repeats, written = Repeats(lambda: now[0]), []
    for number in range(1000):
        now[0] = number / 50  # twenty seconds
        with suppress(DropEvent):
            written.append(repeats(None, "warning", {"event": "owner_unreachable", "owner": "b"}))
    assert len(written) == 2 * Repeats.MOST
    assert [facts.get("left_out") for facts in written if "left_out" in facts] == [480]
    other = {"event": "owner_unreachable", "owner": "c"}
    assert repeats(None, "warning", other) == other
    assert all(repeats(None, "info", {"event": "moved"}) for _ in range(100))


async def test_a_frame_that_is_not_utf8_writes_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as server:
        raw = await RawSocket.open(server.address, await come_in(server.address, "Ada"))
        await raw.socket.send(b"\xff\xfe", text=True)
        assert await raw.close_code() == 1007
    assert "Traceback" not in capsys.readouterr().err
    assert not caplog.records


def test_all_lines_of_a_server_are_json_from_start_to_stop(tmp_path: Path) -> None:
    call = "import sys; from ludoteca.cli import main; sys.exit(main(sys.argv[1:]))"
    order = [sys.executable, "-c", call, "serve", "--no-open", "--port", "0"]
    server = subprocess.Popen(
        [*order, "--data", str(tmp_path)],
        env={**os.environ, "LUDOTECA_LOG_FORM": "json", "LUDOTECA_HOST": "127.0.0.1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert server.stdout is not None
    first = json.loads(server.stdout.readline())
    with socket.create_connection(("127.0.0.1", first["port"]), timeout=60) as line:
        line.sendall(b"rubbish\r\n\r\n")
        assert line.recv(12) == b"HTTP/1.1 400"
    server.send_signal(signal.SIGINT)
    rest, _ = server.communicate(timeout=60)
    told = [first, *(json.loads(line) for line in rest.splitlines())]
    assert (told[0]["event"], told[-1]["event"]) == ("started", "stopped")
    assert first["version"] == __version__
    [rubbish] = [one for one in told if one.get("library") == "uvicorn.error"]
    assert "Invalid HTTP request" in rubbish["message"]


def test_what_libraries_log_is_one_event_without_a_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_up_logs("info", "json")
    info = (OSError, OSError("no route"), None)
    record = logging.LogRecord("asyncpg.pool", logging.ERROR, "", 0, "the pool\n", (), info)
    FromLibraries().emit(record)
    [line] = capsys.readouterr().err.splitlines()
    set_up_logs("info", "text")
    facts = json.loads(line)
    assert (facts["library"], facts["message"]) == ("asyncpg.pool", "the pool")
    assert facts["error"] == "OSError: no route"
