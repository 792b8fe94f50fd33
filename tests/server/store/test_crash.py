"""The store alone: what was acknowledged is there after kill -9, and nothing is torn."""

import os
import random
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from ludoteca.server.store import Store, open_store
from ludoteca.server.store.values import LogEntry, TableRow
from tests.server.store import appender
from tests.sizes import size

ROOT = Path(__file__).parents[3]


def run_and_kill(place: str, acknowledged: int, *arguments: str) -> dict[str, int]:
    """Let a process append until it has told enough numbers, kill it, and return what it told."""
    told: dict[str, int] = defaultdict(int)
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    with subprocess.Popen(
        [sys.executable, appender.__file__, place, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout
        lines = []
        for line in process.stdout:
            lines.append(line)
            if len(lines) == acknowledged:
                process.kill()
        assert len(lines) >= acknowledged, "the process ended by itself"
    for line in lines:
        if line.endswith("\n"):  # the last one may have been cut
            match, number = line.split()
            told[match] = max(told[match], int(number))
    return told


async def settled(store: Store, match: str) -> tuple[list[LogEntry], TableRow]:
    """Read a log and its row of one moment: a database may still finish what the dead began."""
    while True:
        before = await store.tables.find_table(match)
        log = await store.tables.read_log(match)
        after = await store.tables.find_table(match)
        if before == after:
            assert after
            return log, after


async def lost(place: str, told: dict[str, int]) -> int:
    """Count the numbers that were told and are not there; check that each log is whole."""
    store = await open_store(place)
    missing = 0
    for match, number in told.items():
        log, row = await settled(store, match)
        assert [it.number for it in log] == list(range(1, row.last + 1))
        assert all(it.body == b'{"number":%d}' % it.number for it in log)
        missing += max(0, number - len(log))
    await store.close()
    return missing


async def test_an_acknowledged_append_survives_kill_9(place: str) -> None:
    for turn in range(size(5, 200)):
        acknowledged = random.Random(turn).randrange(1, 300)
        told = run_and_kill(place, acknowledged)
        assert await lost(place, told) == 0, f"turn {turn}"


async def test_an_acknowledgement_before_the_commit_would_be_noticed(sqlite_path: Path) -> None:
    told = run_and_kill(str(sqlite_path), 30, "early")
    assert await lost(str(sqlite_path), told) > 0
