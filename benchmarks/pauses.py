"""What each measure against pauses and slow starts brings: `python -m benchmarks.pauses`.

tables    the longest pause of a full collection of garbage with a thousand matches in memory,
          with what stays set aside (`server/memory.py`) and without
threads   how late the event loop is beside two threads of Python code, with the server's switch
          interval and with Python's own
log, app  seconds to import the library for logs, and to import and build the HTTP application,
          beside all the rest that a server imports
terminal  a full collection in the terminal program, frozen or not; and how long its next screen
          would take to import

Each number is the best of five, each in a process of its own.
"""

import json
import subprocess
import sys

PARTS = {
    "tables": """
import asyncio
from ludoteca.client.local import LocalServer
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Enter, OpenTable, Ready, Start
async def main():
    async with LocalServer() as server:
        client = server.client("Ada")
        for _ in range(1000):
            setting = TableSetting(game="codex_naturalis", here=("Bo",))
            match = (await client.send(OpenTable(request=1, setting=setting))).match
            for kind in (Enter, Ready, Start):
                await client.send(kind(request=1, match=match))
        gc.collect()
        without = timed(gc.collect)
        gc.freeze()
        return {"without": without, "with": timed(gc.collect)}
found = asyncio.run(main())
""",
    "threads": """
import asyncio, threading
from ludoteca.server.serve import TURN
async def late():
    waits = []
    for _ in range(400):
        began = time.perf_counter()
        await asyncio.sleep(0.002)
        waits.append(time.perf_counter() - began - 0.002)
    return sorted(waits)[int(0.95 * len(waits))]
def busy():
    while not done:
        sum(range(100))
found, usual = {}, sys.getswitchinterval()
for name, interval in (("without", usual), ("with", TURN)):
    sys.setswitchinterval(interval)
    done = []
    threads = [threading.Thread(target=busy, daemon=True) for _ in range(2)]
    [one.start() for one in threads]
    found[name] = asyncio.run(late())
    done.append(True)
    [one.join() for one in threads]
""",
    "log, app": """
def rest():
    import ludoteca.server.serve
def log():
    import structlog, structlog.dev
def app():
    import ludoteca.server.http.app
found = {"rest": timed(rest), "log": timed(log), "app": timed(app)}
""",
    "terminal": """
def first():
    import ludoteca.tui.app, ludoteca.tui.screens.start
def ahead():
    from ludoteca.tui.preload import read_ahead
    read_ahead()
found = {"first": timed(first), "ahead": timed(ahead)}
gc.collect()
found["without"] = timed(gc.collect)
gc.freeze()
found["with"] = timed(gc.collect)
""",
}

AROUND = """
import gc, json, sys, time
def timed(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
{}
print(json.dumps(found))
"""


def measure(program: str, times: int = 5) -> dict[str, float]:
    """Run a program some times; return the best of each number, in milliseconds."""
    runs = []
    for _ in range(times):
        ran = subprocess.run(
            [sys.executable, "-c", AROUND.format(program)], capture_output=True, check=True
        )
        runs.append(json.loads(ran.stdout))
    return {name: round(1000 * min(run[name] for run in runs), 2) for name in runs[0]}


if __name__ == "__main__":
    for part, program in PARTS.items():
        print(part, measure(program))
