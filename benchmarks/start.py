"""How long a fresh process takes to its first native match: `python benchmarks/start.py`.

Prints the best of five.
"""

import json
import subprocess
import sys

from ludoteca import games

PROGRAM = """
import time
began = time.perf_counter()
from ludoteca import games
from ludoteca.arena.kernels import Simulator
Simulator(games.load("{name}"), 2, {{}}, 1, "native").play(0, 1)
print(time.perf_counter() - began)
"""


def main() -> None:
    """Start every game six times; the first time reads the files into memory."""
    for name in games.names():
        command = [sys.executable, "-c", PROGRAM.format(name=name)]
        times = [
            float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            for _ in range(6)
        ]
        print(json.dumps({"game": name, "first_match_s": round(min(times[1:]), 3)}), flush=True)


if __name__ == "__main__":
    main()
