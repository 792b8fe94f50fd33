"""`ludoteca serve`: starts, says where, stops properly, and says plainly what is wrong."""

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from ludoteca.cli import BROKEN, main
from ludoteca.cli.serve import print_code
from ludoteca.core.errors import StoreBroken
from ludoteca.server import serve


def test_it_serves_until_it_is_told_to_stop(tmp_path: Path) -> None:
    code = "from ludoteca.cli import main; raise SystemExit(main())"
    command = [sys.executable, "-c", code, "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--no-open", "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address
        with urllib.request.urlopen(f"{address[0]}/health") as answer:
            assert json.load(answer)["status"] == "up"
        process.send_signal(signal.SIGINT)
        assert process.wait(60) in (0, 130)
    assert (tmp_path / "data" / "ludoteca.sqlite").exists()


def test_a_port_in_use_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        data = str(tmp_path)
        assert main(["serve", "--host", "127.0.0.1", "--port", port, "--data", data]) == 2
    assert f"can't listen on 127.0.0.1:{port}" in capsys.readouterr().err


def test_a_broken_database_has_an_exit_code_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """So that whatever starts the server again after a fault leaves it alone after this one."""

    async def fail(*_: object) -> None:
        raise StoreBroken("The database failed.")

    monkeypatch.setattr(serve, "serve", fail)
    assert main(["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]) == BROKEN
    assert capsys.readouterr().err == "ludoteca: The database failed.\n"


def test_the_code_to_scan_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    print_code("http://192.0.2.1:8000")
    assert len(capsys.readouterr().out.splitlines()) > 10


@pytest.mark.parametrize(
    ("engine", "arguments", "said"),
    [
        ("fast", ("--port", "0"), "LUDOTECA_ENGINE is 'fast'"),
        ("interpreted", ("--host", "300.1.1.1"), "--host ADDRESS"),
        (
            "interpreted",
            ("--port", "0", "--data", "a file"),
            "a file: there is a file",
        ),
    ],
)
def test_what_keeps_it_from_starting_is_one_sentence(
    engine: str,
    arguments: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDOTECA_ENGINE", engine)
    (tmp_path / "a file").touch()
    assert main(["serve", "--no-open", "--data", "data", *arguments]) == 2
    message = capsys.readouterr().err
    assert said in message
    assert len(message.splitlines()) == 1
