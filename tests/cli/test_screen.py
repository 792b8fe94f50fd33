"""Colours where a terminal has them."""

import io

import pytest

from ludoteca.cli.screen import has_colour, progress_bar, show
from ludoteca.core.colour import colour


class Terminal(io.StringIO):
    """A screen."""

    def isatty(self) -> bool:
        """Be one."""
        return True


def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Print onto a terminal with colours from now on."""
    screen = Terminal()
    monkeypatch.setattr("sys.stdout", screen)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    return screen


def test_a_terminal_shows_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = terminal(monkeypatch)
    assert has_colour()
    show(colour("g", "cat"))
    assert screen.getvalue() == "\x1b[32mcat\x1b[0m\n"


@pytest.mark.parametrize(("setting", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_terminal_may_decline(monkeypatch: pytest.MonkeyPatch, setting: str, value: str) -> None:
    screen = terminal(monkeypatch)
    monkeypatch.setenv(setting, value)
    show(colour("g", "cat"))
    assert screen.getvalue() == "cat\n"


def test_a_file_gets_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    show(colour("g", "cat"))
    assert capsys.readouterr().out == "cat\n"


def test_a_bar_shows_how_far_it_is_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("at {task.fields[speed]}") as bar:
        task = bar.add_task("counting", total=8, speed="")
        bar.update(task, completed=3, speed="full speed")
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "counting" in captured.err
    assert "3/8 at full speed" in captured.err
