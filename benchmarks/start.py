"""How long a fresh process takes to its first native match and bot: `python benchmarks/start.py`.

match   to the first native match: at the very first time, when Python has bytecode of its own
        library only, and the best of five more
play    `ludoteca play … --seats Ann,bot:hard` in an empty home: until Ann may move, and from her
        move to the bot's; both times include all that is loaded for it
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping

from ludoteca import games

PROGRAM = """
import time
began = time.perf_counter()
from ludoteca import games
from ludoteca.arena.kernels import Simulator
Simulator(games.load("{name}"), 2, {{}}, 1, "native").play(0, 1)
print(time.perf_counter() - began, time.process_time())
"""

LIST_STANDARD = """
import sys
own = sys.stdlib_module_names
print(*(name for name in sys.modules if name.partition(".")[0] in own and "__" not in name))
"""

BOT = "hard"
PROMPT = "Ann> "


def empty_home(folder: str) -> dict[str, str]:
    """Return the environment of a user who never ran it."""
    places = {f"XDG_{kind}_HOME": f"{folder}/{kind}" for kind in ("CACHE", "DATA", "CONFIG")}
    usual = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**usual, **places, "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}


def run(program: str, environment: Mapping[str, str]) -> str:
    """Run a program in a fresh process; return what it prints."""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return done.stdout


def compile_standard(program: str, environment: Mapping[str, str]) -> None:
    """Let Python have bytecode of what a program uses of its own library, as it always has."""
    names = run(program + LIST_STANDARD, dict(os.environ)).splitlines()[-1].split()
    tries = (f"try: import {name}\nexcept ImportError: pass" for name in names)
    run("\n".join(tries), environment)


def first_match(name: str, environment: Mapping[str, str]) -> tuple[float, float]:
    """Return the seconds to the first match of a game, and those that the processor worked.

    The first leave out the start of Python itself.
    """
    seconds, worked = map(float, run(PROGRAM.format(name=name), environment).split())
    return seconds, worked


class Terminal:
    """A running program that is read until it says something."""

    def __init__(self, command: list[str], environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )

    def say(self, line: str) -> None:
        """Send a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def hear(self, words: str) -> str:
        """Return what comes, up to these words."""
        assert self._process.stdout is not None
        heard = b""
        while words.encode() not in heard:
            more = os.read(self._process.stdout.fileno(), 65536)
            assert more, f"it ended: {heard.decode()}"
            heard += more
        return heard.decode()

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


def play(name: str, environment: Mapping[str, str]) -> tuple[float, float]:
    """Return the seconds until Ann may move, and from her move to the bot's."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "ludoteca", "play", name, "--plain"]
    terminal = Terminal([*command, "--seats", f"Ann,bot:{BOT}"], environment)
    try:
        terminal.hear(PROMPT)
        ready = time.perf_counter()
        terminal.say("moves")
        moves = re.findall(r"\S+", terminal.hear(PROMPT))
        moved = time.perf_counter()
        terminal.say(moves[0])
        terminal.hear(f"bot:{BOT}: ")
        return ready - began, time.perf_counter() - moved
    finally:
        terminal.close()


def main() -> None:
    """Start every game in a new home, then five times more; the same for a match with a bot."""
    for name in games.names():
        with tempfile.TemporaryDirectory() as folder:
            environment = empty_home(folder)
            compile_standard(PROGRAM.format(name=name), environment)
            times = [first_match(name, environment) for _ in range(6)]
        found = {"very_first": times[0], "best_of_five": min(times[1:])}
        for start, (seconds, worked) in found.items():
            row = {"game": name, "start": start, "seconds": seconds, "processor_seconds": worked}
            print(json.dumps(row), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for start in ("very_first", "second"):
            ready, moved = play("my_shelfie", empty_home(folder))
            row = {"game": "my_shelfie", "start": start, "ready_s": ready, "bot_moved_s": moved}
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
