"""A scratch checkout, in which an example game may stand among the games; nothing else differs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.conventions.tree import ROOT, files

PARTS = ("examples", "requirements", "src", "tests", "web")
"""What is copied whole; of the root its files."""

COMMAND = (
    "import sys\nfrom ludoteca.cli import main\nif __name__ == '__main__':\n    sys.exit(main())"
)


def make_checkout(folder: Path, *games: str) -> Path:
    """Copy what git knows, without caches, then put examples where games are."""
    checkout = folder / "checkout"
    for path in files():
        place = path.relative_to(ROOT)
        if place.parts[0] in PARTS or len(place.parts) == 1:
            (checkout / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, checkout / place)
    for game in games:
        example = checkout / "examples" / "games" / game
        shutil.copytree(example, checkout / "src" / "ludoteca" / "games" / game)
    return checkout


def run_in(checkout: Path, *command: str, **settings: str) -> str:
    """Run a command in a checkout, interpreted unless a setting differs; return its output."""
    tools = checkout / "tools"
    if not tools.exists():
        tools.mkdir()
        (tools / "ludoteca").write_text(f"#!{sys.executable}\n{COMMAND}\n")
        (tools / "ludoteca").chmod(0o755)
    environment = {
        **os.environ,
        "LUDOTECA_ENGINE": "interpreted",
        "PATH": f"{tools}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(checkout / "src"),
        **settings,
    }
    done = subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stdout}\n{done.stderr}"
    return done.stdout
