"""What all tests stand on, and in which portions they are handed to several processes."""

import gc
import signal
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

from ludoteca import games

# A test run may have been started in the background, where Ctrl-C is ignored and every child
# inherits that; tests of interruptions need the usual behaviour.
signal.signal(signal.SIGINT, signal.default_int_handler)


gc.set_threshold(50_000, 20, 20)  # tests make much that stays: a tenth less time than by default


class Portions(LoadFileScheduling):  # type: ignore[misc]
    """A file at a time; of the tests of all games, one game of a file at a time."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        game = next((name for name in games.names() if name in nodeid), "")
        return f"{file} {game}" if file.startswith(("tests/games/", "tests/search/")) else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Portions | None:
    """Hand tests out in these portions."""
    return Portions(config, log) if config.getvalue("dist") == "loadfile" else None
