"""The command that opens the full-screen program."""

from pathlib import Path

import pytest

from ludoteca.cli import main, tui
from ludoteca.cli.play import parse_seats
from ludoteca.core.errors import UsageError
from ludoteca.games import load
from ludoteca.tui.app import House


def test_without_a_terminal_it_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tui"]) == 2
    assert "needs a terminal; try: ludoteca play --plain" in capsys.readouterr().err


def test_without_textual_it_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tui, "is_installed", lambda: False)
    assert main(["tui"]) == 2
    assert "pip install 'ludoteca[terminal]'" in capsys.readouterr().err


def test_seats_are_opened_in_the_order_given(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[House] = []
    monkeypatch.setattr(House, "run", lambda self: opened.append(self))
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
