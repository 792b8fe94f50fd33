"""Runs a real server for the page, in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
SERVE = "import sys; from ludoteca.cli import main; sys.exit(main(sys.argv[1:]))"
OPTIONS = ("serve", "--host", "127.0.0.1", "--port", "0", "--no-open")


@contextmanager
def serving(folder: Path, checkout: Path = ROOT) -> Iterator[str]:
    """Serve from an empty folder; give the address. Bots are interpreted: nothing is compiled."""
    log = folder / "log"
    environment = {
        **os.environ,
        "LUDOTECA_DATA": str(folder),
        "LUDOTECA_ENGINE": "interpreted",
        "PYTHONPATH": str(checkout / "src"),
        "PYTHONUNBUFFERED": "1",
    }
    with (
        log.open("w") as errors,
        subprocess.Popen(
            [sys.executable, "-c", SERVE, *OPTIONS],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as server,
    ):
        assert server.stdout is not None
        line = server.stdout.readline()
        assert "http" in line, f"the server did not start: {log.read_text()}"
        try:
            yield line.split()[-1].replace("localhost", "127.0.0.1")
        finally:
            server.terminate()
