"""How fast bots are in the browser's Python beside native code: `python -m benchmarks.device`.

playouts   playouts a second of the bots that search
moves      milliseconds that the gentle levels take for a move, in whole matches; the bars are 50 ms
           in a browser and 20 ms here

Both are measured in one run, one after the other: native kernels here, then Node with the Python
and the WebAssembly of the built page. Node and Chromium have the same engine for WebAssembly.
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


def measure(part: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Measure a part, natively and in the browser's Python."""
    program = Path(__file__).with_name("device_program.py")
    command = [str(node()), "dev/device.ts", str(STATIC), str(program)]
    ran = subprocess.run(
        command, cwd=ROOT / "web", input=part, capture_output=True, text=True, check=True
    )
    return PARTS[part](), json.loads(ran.stdout.splitlines()[-1])


def playouts() -> str:
    """Write the table of playouts a second."""
    here, there = measure("playouts")
    rows = ["| game and bot | native | browser's Python | ratio |", "|---|---|---|---|"]
    rows += [
        f"| {name} | {own:,.0f} | {there[name]:,.0f} | {there[name] / own:.2f} |"
        for name, own in here.items()
    ]
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
