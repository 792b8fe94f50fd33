"""A server in a process of its own, which can be killed; it starts fast, for it is forked."""

import atexit
import base64
import os
import pickle
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from tests.server.live import settings_for

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """Find a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@cache
def _bytecode() -> "tempfile.TemporaryDirectory[str]":
    """Return a folder where Python keeps what it has compiled, as a server does."""
    return tempfile.TemporaryDirectory(prefix="bytecode-")


@cache
def _fork_server() -> "subprocess.Popen[bytes]":
    """Start the process that forks servers; it ends with this one."""
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    around = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(
        [sys.executable, "-c", "from tests.server.fork_server import run; run()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**around, "PYTHONPATH": path, "PYTHONPYCACHEPREFIX": _bytecode().name},
        cwd=ROOT,
    )
    atexit.register(process.communicate)
    return process


class ForkedServer:
    """A server that can be started, killed and started again on the same data and port."""

    def __init__(self, folder: Path, early: bool = False, **more: Any) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._settings = settings_for(folder, port=self.port, **more)
        self._early = early
        self._pid = 0

    def start(self) -> float:
        """Start; give how many seconds it took until it was ready."""
        began, parent = time.perf_counter(), _fork_server()
        assert parent.stdin is not None
        assert parent.stdout is not None
        order = base64.b64encode(pickle.dumps((self._settings, self._early)))
        parent.stdin.write(order + b"\n")
        parent.stdin.flush()
        self._pid = int(parent.stdout.readline())
        return time.perf_counter() - began

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._pid

    def restart(self) -> None:
        """Start as a person does who has served before: a new Python that has imported nothing."""
        _fork_server.cache_clear()
        self.start()

    def kill(self) -> None:
        """Kill it as `kill -9` does."""
        self._end(signal.SIGKILL)

    def hold(self) -> None:
        """Let it stand still, as a machine that is too busy does."""
        os.kill(self._pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on."""
        os.kill(self._pid, signal.SIGCONT)

    def stop(self) -> None:
        """Ask it to stop."""
        self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._pid, sign)
            for _ in range(4000):
                os.kill(self._pid, 0)
                time.sleep(0.005)
            raise AssertionError("the server did not end")
