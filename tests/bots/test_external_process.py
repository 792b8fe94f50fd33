"""Programs of others as processes: none is left, and none is shared."""

import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from textwrap import dedent

import pytest

from ludoteca import games
from ludoteca.bots import external
from ludoteca.bots.external import ExternalPlayer
from ludoteca.core.game import Game
from tests.bots.programs import ANSWER_FIRST, Make, choose, decisions, has_ended, is_gone
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

SPAWNING = """
    import json, subprocess, sys
    child = subprocess.Popen(["sleep", "600"])
    import os
    with open(sys.argv[0] + ".pids", "w") as file:
        file.write(f"{os.getpid()} {child.pid}")
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "move":
            print(message["legal"][0], flush=True)
    import time; time.sleep(600)
"""
"""A program that stays, and leaves something running."""


def pids(folder: Path) -> list[int]:
    """Read which processes a spawning program was."""
    (file,) = folder.glob("*.pids")
    return [int(word) for word in file.read_text(encoding="utf-8").split()]


@each_game
@pytest.mark.parametrize("way", ["close", "with", "forget", "late"])
def test_no_process_is_left(
    make: Make, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(external, "PARTING", 0.1)
    path = tmp_path / "spawning.py"
    path.write_text(dedent(SPAWNING), encoding="utf-8")
    player = ExternalPlayer("exec:spawning", f"'{sys.executable}' -S '{path}'")
    state, seat = decisions(game)[0]
    assert choose(player, game, state, seat) == game.legal(state, seat)[0]
    own, grandchild = pids(tmp_path)
    assert not is_gone(own)
    if way == "with":
        with player:
            pass
    elif way == "late":
        monkeypatch.setenv(external.SECONDS_SETTING, "0.000001")
        choose(player, game, state, seat)
        assert "no answer" in player.notes[0]
    elif way == "close":
        player.close()
        player.close()
    else:
        del player
    assert is_gone(own)
    assert has_ended(grandchild)


@each_game
def test_a_program_may_end_by_itself(make: Make, game: Game, tmp_path: Path) -> None:
    """It is given a moment after the end, for what it wants to write down."""
    diary = tmp_path / "diary"
    player = make(
        f"""
        import json, sys
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "move":
                print(message["legal"][0], flush=True)
        with open({str(diary)!r}, "w") as file:
            file.write(message["type"])
        """
    )
    choose(player, game, *decisions(game)[0])
    player.close()
    assert diary.read_text(encoding="utf-8") == "end"


def test_a_program_ends_with_the_interpreter(tmp_path: Path) -> None:
    path = tmp_path / "spawning.py"
    path.write_text(dedent(SPAWNING), encoding="utf-8")
    command = f"'{sys.executable}' -S '{path}'"
    game = GAMES[0]
    code = f"""
        from tests.bots.programs import choose, decisions
        from ludoteca import games
        from ludoteca.bots.external import ExternalPlayer
        player = ExternalPlayer("exec:spawning", {command!r})
        game = games.load({game.id!r})
        choose(player, game, *decisions(game)[0])
        assert player.notes == []
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    subprocess.run([sys.executable, "-c", dedent(code)], check=True, env=environment)
    own, grandchild = pids(tmp_path)
    assert has_ended(own)
    assert has_ended(grandchild)


def choose_elsewhere(player: ExternalPlayer, game_id: str) -> tuple[int, list[str]]:
    """Let a player choose in another process."""
    game = games.load(game_id)
    with player:
        return choose(player, game, *decisions(game)[0]), player.notes


def test_a_player_can_be_sent_to_another_process(make: Make) -> None:
    player, game = make(ANSWER_FIRST), GAMES[0]
    expected = choose(player, game, *decisions(game)[0])
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(choose_elsewhere, player, game.id).result() == (expected, [])
    assert choose(player, game, *decisions(game)[0]) == expected
    assert player.notes == []


def test_a_copy_shares_no_program(make: Make) -> None:
    player, game = make(ANSWER_FIRST), GAMES[0]
    choose(player, game, *decisions(game)[0])
    with pickle.loads(pickle.dumps(player)) as copy:
        assert copy._program is None
        assert (copy.name, copy.command) == (player.name, player.command)
        choose(copy, game, *decisions(game)[0])
        assert copy.notes == []
    choose(player, game, *decisions(game)[0])
    assert player.notes == []


def test_an_interruption_stops_the_program(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else its late answer would be taken for that to the next question."""
    player, game = make(ANSWER_FIRST), GAMES[0]
    choose(player, game, *decisions(game)[0])
    running = player._program
    assert running is not None

    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "ask", interrupt)
    with pytest.raises(KeyboardInterrupt):
        choose(player, game, *decisions(game)[0])
    assert player._program is None
    assert running._process.returncode is not None
    assert player.notes == []
