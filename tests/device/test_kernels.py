"""Bots in the browser's Python, on WebAssembly kernels, choose what bots on the server choose."""

import json
import subprocess
from pathlib import Path
from typing import Any

from ludoteca import games
from ludoteca.device.site import STATIC
from tests.device import choices
from tests.games.webassembly import node
from tests.search.positions import decisions
from tests.sizes import fixed_size

ROOT = Path(__file__).parents[2]
BOTS = ("greedy", "planner:80p", "monte_carlo:160p", "mcts:320p")


def rows() -> list[dict[str, Any]]:
    """List positions of random matches, each with a bot that is to choose."""
    found = []
    for game_id in games.names():
        game = games.load(game_id)
        chosen = decisions(game, 2, seed=7, every=1)
        step = max(1, len(chosen) // fixed_size(14, 40))
        for number, (state, seat) in enumerate(chosen[::step]):
            position = game.modules.notation.format_position(state)
            for bot in BOTS:
                row = {"game": game_id, "position": position, "seat": seat}
                found.append({**row, "bot": bot, "seed": number})
    return found


def test_the_same_bots_choose_the_same_moves() -> None:
    asked = rows()
    command = [str(node()), "dev/device.ts", str(STATIC), str(ROOT / "tests/device/choices.py")]
    found = subprocess.run(
        command, cwd=ROOT / "web", input=json.dumps(asked), capture_output=True, text=True
    )
    assert found.returncode == 0, found.stderr[-2000:]
    there = json.loads(found.stdout.splitlines()[-1])
    here = [choices.choose(row) for row in asked]
    different = [row for row, one, other in zip(asked, here, there, strict=True) if one != other]
    assert len(here) >= fixed_size(100, 300)
    assert different == []
