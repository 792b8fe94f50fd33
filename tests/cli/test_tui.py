"""The command that opens the full-screen program."""

import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from ludoteca.cli import main, tui
from ludoteca.cli.play import parse_seats
from ludoteca.core.errors import UsageError
from ludoteca.games import load
from ludoteca.tui.app import TerminalApp


def test_without_a_terminal_it_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tui", "--server", "https://games.example"]) == 2
    assert "needs a terminal; try: ludoteca play --plain" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["tui"], ["play"], ["play", "codex_naturalis"]])
def test_in_a_dumb_terminal_and_in_pipes_a_match_is_played_by_lines(
    arguments: list[str], tmp_path: Path
) -> None:
    """No escape code is written where nothing can follow it."""
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "TERM": "dumb"}
    command = [sys.executable, "-c", "from ludoteca.cli import main; main()", *arguments]
    piped = subprocess.run(command, input=b"quit\n", capture_output=True, env=environment)
    assert piped.returncode == 0
    assert b"\x1b" not in piped.stdout
    assert b"? for help" in piped.stdout
    assert _in_terminal(command, environment).count(b"\x1b") == 0


def _in_terminal(command: list[str], environment: dict[str, str]) -> bytes:
    """Run a command in a terminal of its own, and leave it."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvpe(command[0], command, environment)
    os.write(terminal, b"1\nquit\nquit\n")
    shown = b""
    with suppress(OSError):  # the terminal is gone
        while part := os.read(terminal, 4096):
            shown += part
    os.waitpid(pid, 0)
    assert b"? for help" in shown
    return shown


def test_without_textual_it_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tui, "is_installed", lambda: False)
    assert main(["tui"]) == 2
    assert "pip install 'ludoteca[terminal]'" in capsys.readouterr().err


def test_seats_are_opened_in_the_order_given(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[TerminalApp] = []
    monkeypatch.setattr(TerminalApp, "run", lambda self: opened.append(self))
    seats = parse_seats("bot:easy,Ann,bot:hard,Bob")
    game = load("my_shelfie")
    assert tui.open_table(game, seats, game.choose_options(), None) == 0
    opening = opened[0]._first_table
    assert opening is not None
    assert opening.name == "Ann"
    assert opening.setting.here == ("Bob",)
    assert opening.setting.bots == ("easy", "hard")
    assert opening.order == (2, 0, 3, 1)


def test_a_record_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "ours.ludo"
    path.write_text("")
    game = load("my_shelfie")
    with pytest.raises(UsageError, match="exists already"):
        tui.open_table(game, parse_seats("Ann,bot:easy"), game.choose_options(), path)
