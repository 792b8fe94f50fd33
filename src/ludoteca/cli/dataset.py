"""Writing a dataset, for `simulate --dataset`."""

import argparse
import json
import sys
import time
from typing import Any

from ludoteca.arena.simulate import default_jobs
from ludoteca.cli.screen import progress_bar
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game, Options
from ludoteca.rl.dataset import DataPlan, write


def refuse_misuse(given: argparse.Namespace) -> None:
    """Refuse switches that do not go together."""
    if given.dataset is None:
        lone = [name for name in ("policy", "searched") if getattr(given, name) is not None]
        if lone:
            raise UsageError(f"--{lone[0]} is for datasets: add --dataset DIR")
    elif given.records is not None or given.plot is not None:
        raise UsageError("--dataset goes with neither --records nor --plot")


def write_dataset(game: Game, options: Options, given: argparse.Namespace) -> int:
    """Write, or go on writing, and say what is there."""
    plan = DataPlan.of(
        game,
        given.players,
        options,
        given.seed,
        given.matches,
        given.policy or "random",
        given.searched,
    )
    began = time.perf_counter()
    rows, complete = _with_progress(plan, given)
    fields: dict[str, Any] = {
        "game": game.id,
        "players": plan.players,
        "options": options,
        "seed": plan.seed,
        "matches": plan.matches,
        "policy": plan.policy,
        "searched": plan.searched,
        "rows_written": rows,
        "seconds": round(time.perf_counter() - began, 3),
        "complete": complete,
    }
    if given.json:
        print(json.dumps(fields))
    else:
        state = "complete" if complete else "not complete: the same command goes on"
        print(f"{given.dataset}: {rows:,} rows written, {state}")
    return 0


def _with_progress(plan: DataPlan, given: argparse.Namespace) -> tuple[int, bool]:
    with progress_bar() as progress:
        task = progress.add_task("writing", total=plan.matches)

        def report(done: int) -> None:
            progress.update(task, completed=done)

        jobs = given.jobs or default_jobs(sys.maxsize)
        return write(plan, given.dataset, jobs, report)
