"""An installation that can't be written to is enough to play."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludoteca
from tests.conventions import watched


def test_nothing_is_written_into_the_package(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "LUDOTECA_ENGINE"}
    environment |= {"XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_DATA_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "tests.conventions.watched"]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "interpreted" not in ran.stderr
    assert not (tmp_path / "cache").exists()  # native code came with the package


def test_a_write_would_be_noticed() -> None:
    place = Path(ludoteca.__file__).parent / "native" / "new.so"
    with pytest.raises(PermissionError, match="open of"):
        watched.watch("open", (str(place), "wb", os.O_WRONLY | os.O_CREAT))
    with pytest.raises(PermissionError, match="rename of"):
        watched.watch("os.rename", ("elsewhere", place, -1, -1))
    watched.watch("open", (str(place), "rb", os.O_RDONLY))
