"""The example for OpenSpiel plays a match."""

import subprocess
import sys

from tests.conventions.tree import ROOT


def test_the_search_plays_a_match() -> None:
    script = ROOT / "examples" / "openspiel_search.py"
    command = [sys.executable, str(script), "--matches", "1", "--playouts", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "a match" in done.stdout
