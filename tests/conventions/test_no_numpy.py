"""The engine, the tables and the bots run where NumPy is not installed."""

import os
import subprocess
import sys
from pathlib import Path

from ludoteca.record import verify


def test_bots_play_a_match_without_numpy(tmp_path: Path) -> None:
    record = tmp_path / "match.ludo"
    subprocess.run(
        [sys.executable, "-m", "tests.conventions.no_numpy", str(record)],
        check=True,
        env={**os.environ, "LUDOTECA_ENGINE": "interpreted"},
        stdout=subprocess.DEVNULL,
    )
    assert verify(record.read_bytes()).rolls_checked
