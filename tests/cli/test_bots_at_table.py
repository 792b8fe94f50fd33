"""`ludoteca play` with bots of all kinds, and with hints."""

import sys
from pathlib import Path

import pytest

from ludoteca.cli.play import bot_name, parse_seats
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.language import words
from ludoteca.record import read
from ludoteca.record.header import NAME_LENGTH
from tests.cli.running import Eager, Run

ANSWER_LAST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "move":
        print(message["legal"][-1], flush=True)
"""


class Asking(Eager):
    """Somebody who asks for a hint before each of the first moves."""

    asked = 0

    def readline(self) -> str:
        """Ask, then move."""
        self.asked += 1
        if self.asked in (1, 3):
            return "Hint\n"
        return super().readline()


@pytest.fixture
def bot(tmp_path: Path) -> str:
    """Write a program that plays the last legal move."""
    path = tmp_path / "last_move.py"
    path.write_text(ANSWER_LAST, encoding="utf-8")
    return f"exec:'{sys.executable}' -S '{path}'"


def test_bots_with_budgets_and_levels_play(run: Run, game: Game, known_seed: None) -> None:
    ran = run("play", game.id, "--seats", "bot:monte_carlo:8p,bot:easy", "--record", "a.ludo")
    assert ran.code == 0
    record = read(Path("a.ludo").read_bytes())
    assert record.header.players == ("bot:monte_carlo:8p", "bot:easy")
    assert record.is_finished


def test_a_program_plays(run: Run, game: Game, known_seed: None, bot: str) -> None:
    ran = run("play", game.id, "--seats", f"bot:{bot},bot:random", "--record", "a.ludo")
    assert ran.code == 0
    assert "forfeits" not in ran.out
    record = read(Path("a.ludo").read_bytes())
    assert record.header.players[0].endswith("last_move.py")
    assert "/" not in record.header.players[0]
    own = [step for step in record.timeline.steps if step.kind == "move" and step.seat == 0]
    for step in own:
        assert step.before is not None
        assert step.action == game.legal(step.before, 0)[-1]


def test_a_bad_program_forfeits_and_the_screen_says_so(
    run: Run, game: Game, known_seed: None
) -> None:
    ran = run("play", game.id, "--seats", "bot:exec:false,bot:random", "--record", "a.ludo")
    assert ran.code == 0
    assert "bot:exec:false forfeits a move to greedy: it ended with exit code 1" in ran.out
    assert read(Path("a.ludo").read_bytes()).is_finished


def test_a_person_gets_hints(
    run: Run, game: Game, known_seed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludoteca.cli.plain_game.USUAL_ADVISER", "mcts:40p")
    path = Path("a.ludo")
    ran = run(
        "play", game.id, "--seats", "Ann,bot:random", "--record", str(path), stdin=Asking(path)
    )
    assert ran.code == 0
    lines = ran.out.splitlines()
    at = [number for number, line in enumerate(lines) if "thinking" in line]
    assert len(at) == 2
    for number in at:
        assert "win" in lines[number + 1]
        assert "%" in lines[number + 1]
    moves = [step for step in read(path.read_bytes()).timeline.steps if step.kind == "move"]
    assert moves
    assert "hint" in words("en")["plain.help"]


@pytest.mark.parametrize("seat", ["bot:nobody", "bot:", "bot:mcts:1h", "bot:exec:", "bot:hard:1s"])
def test_a_wrong_bot_is_refused(run: Run, game: Game, seat: str) -> None:
    run("play", game.id, "--seats", f"Ann,{seat}").refused()


def test_names_of_bots_fit_a_record() -> None:
    """Without folders: where a person keeps programs is nobody's business."""
    assert bot_name("mcts:200ms") == "bot:mcts:200ms"
    assert bot_name("exec:./my/bot -x") == "bot:exec:bot -x"
    long = bot_name("exec:./" + "x" * 100)
    assert len(long) == NAME_LENGTH
    assert long.endswith("…")
    (seat,) = parse_seats("bot:exec:true " + "y" * 100)
    assert seat.bot == "exec:true " + "y" * 100
    assert len(seat.name) == NAME_LENGTH
    with pytest.raises(UsageError, match="no program"):
        parse_seats("Ann,bot:exec:./nowhere")
