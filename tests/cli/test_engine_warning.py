"""A game without native code plays on, and one line says why it is slow."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from ludoteca.core.native import library

SCRIPT = """
import sys
from pathlib import Path
from ludoteca.core.native import compiler, library
library.SHIPPED = Path(sys.argv[1])
compiler.find_compiler = lambda: None
from ludoteca.cli import main
sys.exit(main(["simulate", "my_shelfie", "--matches", "2", "--jobs", "1", "--json"]))
"""


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    """Simulate with the libraries of a folder and without a compiler."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    environment.pop("LUDOTECA_ENGINE", None)
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, str(folder)],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
    )


def test_with_its_library_a_game_says_nothing(tmp_path: Path) -> None:
    for file in library.SHIPPED.glob("my_shelfie*"):
        shutil.copy(file, tmp_path)
    done = run(tmp_path)
    assert done.returncode == 0
    assert "interpreted" not in done.stderr
    assert '"matches": 2' in done.stdout


def test_without_it_one_line_says_what_to_install(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert done.returncode == 0
    assert '"matches": 2' in done.stdout
    said = [line for line in done.stderr.splitlines() if not line.startswith("simulating")]
    assert len(said) == 1, said
    assert said[0].startswith("ludoteca: my_shelfie runs interpreted")
    assert said[0].endswith("pip install 'ludoteca[compile]'")
