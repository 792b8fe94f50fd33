"""How fast bots think in the browser's Python beside native code: `python -m benchmarks.device`.

Both are measured in one run, one after the other: native kernels here, then Node with the Python
and the WebAssembly of the built page. Node and Chromium have the same engine for WebAssembly.
"""

import json
import subprocess
from pathlib import Path

from benchmarks.device_program import measure
from ludoteca.device.site import STATIC
from tests.games.webassembly import node

ROOT = Path(__file__).parents[1]


def table() -> str:
    """Measure everything and write the table."""
    program = Path(__file__).with_name("device_program.py")
    command = [str(node()), "dev/device.ts", str(STATIC), str(program)]
    ran = subprocess.run(
        command, cwd=ROOT / "web", input="", capture_output=True, text=True, check=True
    )
    there, here = json.loads(ran.stdout.splitlines()[-1]), measure()
    rows = ["| game and bot | native | browser's Python | ratio |", "|---|---|---|---|"]
    rows += [
        f"| {name} | {own:,.0f} | {there[name]:,.0f} | {there[name] / own:.2f} |"
        for name, own in here.items()
    ]
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
