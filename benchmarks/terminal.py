"""How quick the terminal program is, at a real terminal: `python benchmarks/terminal.py`.

Start: from the command to the first screen, the best of five with warm caches. Keys: from the press
to the first byte of the answer, while a bot thinks about its move for 20 seconds, on every board;
and the processor time of the program a key, which other work on the machine does not change much.
"""

import fcntl
import json
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from ludoteca import games

KEYS = 40
QUIET = 0.15
"""Seconds without output after which a screen is complete."""


class Terminal:
    """A program at a terminal of 120 columns and 36 rows."""

    def __init__(self, *arguments: str, home: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 36, 120, 0, 0))
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "XDG_CONFIG_HOME": home,
            "XDG_DATA_HOME": home,
            "LANG": "C.UTF-8",
        }
        command = [sys.executable, "-c", "from ludoteca.cli import main; main()", *arguments]
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, close_fds=True
        )
        os.close(slave)

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()
        os.close(self._master)

    def read(self, seconds: float) -> bytes:
        """Read what comes within some seconds; nothing if nothing comes."""
        if not select.select([self._master], [], [], seconds)[0]:
            return b""
        return os.read(self._master, 65536)

    def read_until(self, word: str, seconds: float = 60) -> None:
        """Read until a word is on the screen."""
        seen, end = b"", time.perf_counter() + seconds
        while word.encode() not in seen:
            if time.perf_counter() > end:
                raise SystemExit(f"{word!r} never came")
            seen += self.read(0.1)

    def settle(self) -> None:
        """Read until nothing comes any more."""
        while self.read(QUIET):
            pass

    def send(self, key: str) -> None:
        """Press a key and let the screen come to rest."""
        os.write(self._master, key.encode())
        self.settle()

    def press(self, key: str) -> float:
        """Press a key; give the milliseconds to the first byte of the answer."""
        began = time.perf_counter()
        os.write(self._master, key.encode())
        if not self.read(2):
            raise SystemExit(f"no answer to {key!r}")
        return 1000 * (time.perf_counter() - began)

    def processor(self) -> float:
        """Return the milliseconds of processor time that the program itself has used (Linux)."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(home: str) -> float:
    """Return the seconds from the command to the first screen."""
    began = time.perf_counter()
    with Terminal("tui", home=home) as terminal:
        terminal.read_until("Play now")
        return time.perf_counter() - began


def keys(game: str, home: str) -> tuple[list[float], float]:
    """Open and close the help while a bot thinks; return the times, sorted, and the work a key."""
    seats = "Ann,bot:mcts:20s"
    with Terminal("play", game, "--seats", seats, home=home) as terminal:
        terminal.read_until("Your turn")
        terminal.settle()
        for key in (" ", "1", "\r"):  # the first thing that can be picked, then the button
            terminal.send(key)
        terminal.settle()
        times, worked = [], terminal.processor()
        for _ in range(KEYS):  # help and back: a whole screen each time
            times.append(terminal.press("?"))
            terminal.settle()
        return sorted(times), (terminal.processor() - worked) / KEYS


def main() -> None:
    """Measure both."""
    with tempfile.TemporaryDirectory() as home:
        times = [start(home) for _ in range(6)]
        print(json.dumps({"start_s": round(min(times[1:]), 3)}), flush=True)
        for game in games.names():
            found, worked = keys(game, home)
            figures = {"median": found[len(found) // 2], "p95": found[-len(found) // 20]}
            told = {name: round(value, 1) for name, value in figures.items()}
            told |= {"worst": round(found[-1], 1), "processor": round(worked, 1)}
            print(json.dumps({"game": game, "key_ms": told}), flush=True)


if __name__ == "__main__":
    main()
