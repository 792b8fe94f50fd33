"""The engine, the tables and the bots run where NumPy is not installed."""

import os
import subprocess
import sys
from pathlib import Path

from ludoteca.record import verify

COMMAND = (sys.executable, "-m", "tests.conventions.no_numpy")


def test_bots_play_a_match_without_numpy(tmp_path: Path) -> None:
    record = tmp_path / "match.ludo"
    subprocess.run(
        [*COMMAND, str(record), "all"],
        check=True,
        env={**os.environ, "LUDOTECA_ENGINE": "interpreted"},
        stdout=subprocess.DEVNULL,
    )
    assert verify(record.read_bytes()).rolls_checked


def test_one_sentence_tells_that_numpy_is_missing_and_the_match_is_played(tmp_path: Path) -> None:
    record = tmp_path / "match.ludo"
    environment = {name: value for name, value in os.environ.items() if name != "LUDOTECA_ENGINE"}
    ran = subprocess.run(
        [*COMMAND, str(record)], check=True, env=environment, capture_output=True, text=True
    )
    (sentence,) = ran.stderr.splitlines()
    assert sentence.startswith("ludoteca: my_shelfie runs interpreted")
    assert "numpy" in sentence
    assert verify(record.read_bytes()).rolls_checked
