"""Listening, headers, and the folder of the database."""

import asyncio
import importlib.util
import stat
from pathlib import Path

import pytest

from ludoteca.core.errors import UsageError
from ludoteca.server.serve import database_file, event_loop, listen, security_headers
from ludoteca.server.settings import Settings


def test_a_port_is_taken_once() -> None:
    listener = listen(Settings(host="127.0.0.1", port=0))
    listener.listen()
    port = listener.getsockname()[1]
    with pytest.raises(UsageError, match="--port"):
        listen(Settings(host="127.0.0.1", port=port))
    listener.close()


def test_https_is_kept_to_only_where_it_is_used() -> None:
    names = dict(security_headers(Settings(public_url="https://x.example")))
    assert "strict-transport-security" in names
    assert "strict-transport-security" not in dict(security_headers(Settings()))


def test_the_folder_of_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = database_file(Settings(data=tmp_path / "a" / "b"))
    assert path.parent.is_dir()
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_the_server_runs_on_uvloop_where_there_is_one() -> None:
    async def kind() -> str:
        return type(asyncio.get_running_loop()).__module__

    with event_loop() as loop:
        found = loop.run(kind())
    wanted = "uvloop" if importlib.util.find_spec("uvloop") else "asyncio"
    assert found.startswith(wanted)
