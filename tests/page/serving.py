"""Runs a real server for the page, in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
SERVE = """
import sys
from pathlib import Path
from ludoteca.cli import main
from tests.page import recorded

folder = Path(sys.argv[1])
if [path.name for path in folder.iterdir()] == ["log"]:
    recorded.keep(folder)
sys.exit(main(sys.argv[2:]))
"""
OPTIONS = ("serve", "--host", "127.0.0.1", "--no-open")


@contextmanager
def serving(
    folder: Path, checkout: Path = ROOT, port: int = 0, more: Sequence[Path] = ()
) -> Iterator[str]:
    """Serve from a folder, empty at first; give the address.

    The recorded matches are kept there. Bots do not pause. `more`: where further packages are
    installed.
    """
    log = folder / "log"
    environment = {
        **os.environ,
        "LUDOTECA_BOT_PAUSE": "0",
        "LUDOTECA_DATA": str(folder),
        "LUDOTECA_ANALYSIS": "mcts:1000p",
        "PYTHONPATH": os.pathsep.join(map(str, (*more, checkout / "src", ROOT))),
        "PYTHONUNBUFFERED": "1",
    }
    with (
        log.open("w") as errors,
        subprocess.Popen(
            [sys.executable, "-c", SERVE, str(folder), *OPTIONS, "--port", str(port)],
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
