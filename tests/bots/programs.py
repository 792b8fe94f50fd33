"""Programs that play, well or badly, and positions to play in."""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from ludoteca.bots import Budget, greedy
from ludoteca.bots.external import ExternalPlayer
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from ludoteca.core.types import State
from tests.playing import random_states

Make = Callable[[str], ExternalPlayer]
"""Makes a player from the text of a Python program."""

ANSWER_FIRST = """
    import json, sys
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "move":
            print(json.dumps({"move": message["legal"][0]}), flush=True)
"""


def decisions(game: Game, seed: int = 31) -> list[tuple[State, int]]:
    """Return the positions of a match in which seat 0 may move."""
    states = random_states(game, 2, game.choose_options(), seed)
    return [(state, 0) for state in states if 0 in game.movers(state)]


def choose(player: ExternalPlayer, game: Game, state: State, seat: int) -> int:
    """Let a player choose as it does at a table."""
    view = game.view(state, seat)
    return player.choose(game, view, game.legal(view.state, seat), seeded(5))


def forfeited(game: Game, state: State, seat: int) -> int:
    """Return what greedy plays with the same luck."""
    view = game.view(state, seat)
    return greedy.choose(game, view, game.legal(view.state, seat), seeded(5), Budget())


def is_gone(pid: int) -> bool:
    """Return whether a process has ended and was waited for."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def has_ended(pid: int) -> bool:
    """Return whether a process ends soon; perhaps nobody has waited for it yet."""
    for _ in range(100):
        if _letter(pid) in ("", "Z"):
            return True
        time.sleep(0.05)
    return False


def _letter(pid: int) -> str:
    """Return the state of a process as a letter, Z for one that has ended; "" if there is none."""
    stat = Path("/proc", str(pid), "stat")
    if not Path("/proc/self/stat").exists():
        command = ["ps", "-o", "stat=", "-p", str(pid)]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout[:1]
    try:
        return stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""
