"""A scratch checkout in which an example game stands among the games, and nothing else differs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.house.tree import ROOT, files

EXAMPLES = ROOT / "examples" / "games"
PARTS = ("src", "tests", "web")
"""What is copied whole; of the root its files."""


def make_checkout(folder: Path, game: str) -> Path:
    """Copy what git knows, without caches, then put the game where games are."""
    checkout = folder / "checkout"
    for path in files():
        place = path.relative_to(ROOT)
        if place.parts[0] in PARTS or len(place.parts) == 1:
            (checkout / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, checkout / place)
    kept = shutil.ignore_patterns("__pycache__")
    shutil.copytree(EXAMPLES / game, checkout / "src/ludoteca/games" / game, ignore=kept)
    return checkout


def run_in(checkout: Path, *command: str) -> str:
    """Run Python in a checkout, with the engine interpreted; give what it printed."""
    environment = {
        **os.environ,
        "LUDOTECA_ENGINE": "interpreted",
        "PYTHONPATH": str(checkout / "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [sys.executable, *command],
        cwd=checkout, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def ludoteca(checkout: Path, *arguments: str) -> str:
    """Run a command of the house in a checkout."""
    code = "import sys; from ludoteca.cli import main; sys.exit(main())"
    return run_in(checkout, "-c", code, *arguments)
