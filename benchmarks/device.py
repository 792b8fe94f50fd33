"""How fast bots are in the browser's Python beside native code: `python -m benchmarks.device`.

playouts   playouts a second of processor time of the bots that search, in the same thoughts
moves      milliseconds that the gentle levels take for a move, in whole matches; the bars are 50 ms
           in a browser and 20 ms here

Both are measured in one run, in turns: native kernels here, then Node with the Python and the
WebAssembly of the built page. Node and Chromium have the same engine for WebAssembly.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.device_program import PARTS
from ludoteca.device.site import STATIC
from tests.games.webassembly import node

ROOT = Path(__file__).parents[1]
TURNS = 3
"""How often each is measured, in turns."""


def measure(part: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Measure a part, natively and in the browser's Python."""
    program = Path(__file__).with_name("device_program.py")
    command = [str(node()), "dev/device.ts", str(STATIC), str(program)]
    ran = subprocess.run(
        command, cwd=ROOT / "web", input=part, capture_output=True, text=True, check=True
    )
    return PARTS[part](), json.loads(ran.stdout.splitlines()[-1])


def rate(runs: list[list[tuple[int, float]]]) -> float:
    """Return playouts a second; of each thought, the best of all runs counts.

    >>> rate([[(100, 2.0), (100, 1.0)], [(100, 1.0), (100, 3.0)]])
    100.0
    """
    assert all([count for count, _ in run] == [count for count, _ in runs[0]] for run in runs)
    seconds = [min(spent for _, spent in thought) for thought in zip(*runs, strict=True)]
    return sum(count for count, _ in runs[0]) / sum(seconds)


def playouts() -> str:
    """Write the table of playouts a second; both take turns."""
    here, there = zip(*(measure("playouts") for _ in range(TURNS)), strict=True)
    rows = ["| game and bot | native | browser's Python | ratio |", "|---|---:|---:|---:|"]
    for name in here[0]:
        assert len({str([count for count, _ in run[name]]) for run in (*here, *there)}) == 1
        own, other = (rate([run[name] for run in runs]) for runs in (here, there))
        rows.append(f"| {name} | {own:,.0f} | {other:,.0f} | {other / own:.3f} |")
    return "\n".join(rows)


def moves() -> str:
    """Write the table of milliseconds a move."""
    here, there = measure("moves")
    head = "| game, players, level | native, p50 / p99 / max | browser's Python, p50 / p99 / max |"
    rows = [head, "|---|---|---|"]
    for name, own in here.items():
        cells = (" / ".join(f"{value:.1f}" for value in row.values()) for row in (own, there[name]))
        rows.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(rows)


if __name__ == "__main__":
    asked = sys.argv[1:] or list(PARTS)
    for part, table in (("playouts", playouts), ("moves", moves)):
        if part in asked:
            print(table(), "\n", flush=True)
