"""`ludoteca simulate --dataset`: written, gone on with, and refused where it makes no sense."""

import json
from pathlib import Path

from ludoteca.core.game import Game
from ludoteca.rl.dataset import read, read_plan
from tests.cli.running import Run


def test_a_dataset_is_written(run: Run, game: Game) -> None:
    few = ("simulate", game.id, "--matches", "3", "--jobs", "1", "--dataset", "data")
    ran = run(*few, "--players", "3", "--policy", "quick", "--seed", "4")
    assert ran.code == 0
    assert ran.out.startswith("data: ")
    assert ran.out.endswith("rows written, complete\n")
    assert "3/3" in ran.err
    plan = read_plan(Path("data"))
    assert (plan.game, plan.players, plan.policy, plan.seed) == (game.id, 3, "quick", 4)
    assert sum(len(group["win"]) for group in read("data", ["win"])) > 10


def test_machines_get_json_and_a_second_run_adds(run: Run, game: Game) -> None:
    few = ("simulate", game.id, "--jobs", "1", "--dataset", "data", "--json")
    first = json.loads(run(*few, "--matches", "1").out)
    assert first["complete"] is True
    assert (first["policy"], first["searched"]) == ("random", None)
    assert first["rows_written"] > 0
    more = json.loads(run(*few, "--matches", "1").out)
    assert more["rows_written"] == 0


def test_switches_that_do_not_go_together_are_refused(run: Run, game: Game) -> None:
    run("simulate", game.id, "--policy", "quick").refused("--policy is for datasets")
    run("simulate", game.id, "--searched", "9p").refused("--searched is for datasets")
    run("simulate", game.id, "--dataset", "d", "--plot", "a.svg").refused("--dataset goes with")
    run("simulate", game.id, "--dataset", "d", "--records", "r").refused("--dataset goes with")
    run("simulate", game.id, "--dataset", "d", "--policy", "best").refused("policy", "random")
    run("simulate", game.id, "--dataset", "d", "--searched", "greedy").refused("no values")
    assert not Path("d").exists()
