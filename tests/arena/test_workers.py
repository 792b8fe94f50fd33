"""Where a tournament runs: the same results from everywhere, also when workers die."""

import importlib.util
import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from types import ModuleType, SimpleNamespace
from typing import Any

import psutil
import pytest

from ludoteca.arena import workers
from ludoteca.arena.contest import Contest, run
from ludoteca.arena.learn import LearningTask, SamplePlan
from ludoteca.arena.standings import standings
from ludoteca.arena.tournament import PairedDeal, Task, TournamentPlan
from ludoteca.arena.workers import Cluster, Here, Runner, WorkerPool, choose_runner, cores
from ludoteca.core.errors import LudotecaError, UsageError
from ludoteca.core.game import Game
from ludoteca.search.network import NOTHING
from tests.arena.contests import plan_for, timeless, without_times
from tests.cli.running import run_apart
from tests.client.killing import kill_and_wait
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def children() -> list[psutil.Process]:
    """List the processes that this one has started and that still run."""
    return [child for child in psutil.Process().children() if is_worker(child)]


def is_worker(child: psutil.Process) -> bool:
    """Return whether a process is a worker that still runs."""
    with suppress(psutil.NoSuchProcess):  # one that has just ended has no command line
        return "process_pool" in " ".join(child.cmdline())
    return False


def tasks_of(plan: TournamentPlan) -> list[Task]:
    """List all there is to play."""
    return list(Contest(plan).tasks())


def results(runner: Runner, plan: TournamentPlan) -> list[Any]:
    """Play all; give the results in order and without the clock."""
    deals = list(runner.play(plan, tasks_of(plan)))
    return sorted(map(without_times, deals))


def test_the_place_is_chosen_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: True)
    assert isinstance(choose_runner("local", 7), Here)
    pool, all_cores = choose_runner("pool", 7), choose_runner("pool", None)
    assert isinstance(pool, WorkerPool)
    assert isinstance(all_cores, WorkerPool)
    assert (pool.jobs, all_cores.jobs) == (7, cores())
    for place, address in (("ray", None), ("ray://somewhere:10001", "ray://somewhere:10001")):
        cluster = choose_runner(place, 3)
        assert isinstance(cluster, Cluster)
        assert (cluster.address, cluster.jobs) == (address, 3)


@pytest.mark.parametrize("place", ["", "moon", "ray:", "ray://", "rays", "Pool"])
def test_another_place_is_refused(place: str) -> None:
    with pytest.raises(UsageError, match=r"it can be local, pool, ray or ray://ADDRESS"):
        choose_runner(place, None)


def test_without_ray_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"pip install 'ludoteca\[ray\]'"):
        choose_runner("ray", None)


@each_game
def test_a_pool_plays_what_one_process_plays(game: Game) -> None:
    plan = plan_for(game, "random,greedy,random", deals=3)
    alone = results(Here(), plan)
    assert len(alone) == 9
    assert results(WorkerPool(2), plan) == alone


def test_more_workers_than_work_do_no_harm() -> None:
    plan = plan_for(GAMES[0], "random,random", deals=1)
    assert results(WorkerPool(3), plan) == results(Here(), plan)
    assert list(WorkerPool(2).play(plan, [])) == []


def test_tasks_are_taken_only_when_there_is_room_for_them() -> None:
    plan = plan_for(GAMES[0], "random,random", deals=1000)
    for runner, most in ((Here(), 1), (WorkerPool(2), 3)):
        taken: list[Task] = []

        def watched(taken: list[Task] = taken) -> Iterator[Task]:
            for task in tasks_of(plan):
                taken.append(task)
                yield task

        playing = runner.play(plan, watched())
        next(playing)
        playing.close()
        assert 1 <= len(taken) <= most


def test_no_worker_is_left_behind() -> None:
    plan = plan_for(GAMES[0], "random,random", deals=1000)
    playing = WorkerPool(2).play(plan, tasks_of(plan))
    next(playing)
    assert len(children()) == 2
    playing.close()
    assert children() == []


def test_a_killed_worker_is_replaced_and_its_deals_are_played_again() -> None:
    plan = plan_for(GAMES[0], "random,random", deals=12)
    found: list[PairedDeal] = []
    killed: set[int] = set()
    for deal in WorkerPool(2).play(plan, tasks_of(plan)):
        found.append(deal)
        alive = children()
        if len(killed) < 4 and len(found) > 2 * len(killed) and len(alive) == 2:
            for child in alive:
                killed.add(child.pid)
                kill_and_wait(child)
    assert len(killed) == 4
    assert sorted(map(without_times, found)) == results(Here(), plan)


class Fatal(TournamentPlan, frozen=True):
    """A plan that ends the process which reads it."""

    def __reduce__(self) -> Any:
        """Be read as an end."""
        return os._exit, (9,)


def test_a_deal_that_kills_every_worker_is_given_up() -> None:
    plan = plan_for(GAMES[0], "random,greedy", deals=1)
    fatal = Fatal(*(getattr(plan, name) for name in TournamentPlan.__struct_fields__))
    with pytest.raises(LudotecaError, match="random against greedy, deal 0: 3 workers died"):
        list(WorkerPool(1).play(fatal, [(0, 0)]))
    assert children() == []


def test_an_error_in_a_worker_is_told() -> None:
    plan = plan_for(GAMES[0], "random,greedy", deals=1)
    with pytest.raises(RuntimeError, match="IndexError"):
        list(WorkerPool(1).play(plan, [(5, 0)]))  # there is no such pair
    answer = workers.attempt(plan, (5, 0))
    assert isinstance(answer, RuntimeError)
    assert "Traceback" in str(answer)


def test_an_error_for_the_user_stays_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: TournamentPlan) -> None:
        raise UsageError("there is no such program")

    monkeypatch.setattr(workers, "MatchRunner", refuse)
    plan = plan_for(GAMES[0], "random,greedy", seed=99)
    answer = workers.attempt(plan, (0, 0))
    assert isinstance(answer, UsageError)
    assert str(answer) == "there is no such program"


@pytest.mark.skipif(not hasattr(signal, "SIGINT"), reason="there is no Ctrl-C")
def test_workers_are_deaf_to_an_interruption() -> None:
    plan = plan_for(GAMES[0], "random,random", deals=1000)
    playing = WorkerPool(1).play(plan, tasks_of(plan))
    next(playing)
    (child,) = children()
    os.kill(child.pid, signal.SIGINT)
    next(playing)
    next(playing)
    assert children() == [child]
    playing.close()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("runner", [Here(), WorkerPool(2)], ids=["local", "pool"])
def test_an_early_end_gives_the_same_tables_everywhere(runner: Runner) -> None:
    """Also if more deals were under way when the answer became clear."""
    plan = plan_for(GAMES[0], "greedy,random", deals=400)
    plan = TournamentPlan(
        **{name: getattr(plan, name) for name in TournamentPlan.__struct_fields__[:-1]},
        sprt=(0.4, 0.6),
    )
    contest = Contest(plan)
    assert run(contest, runner, lambda _: None, lambda: None)
    fields = standings(contest)
    assert fields["pairs"][0]["sprt"]["verdict"] == "accepted"
    assert fields["pairs"][0]["deals"] == 16
    assert len(contest.results) < 16 + 4


class FakeRay(ModuleType):
    """Ray as far as we use it, in this process; the last task to come is the first to be done."""

    class Trouble(Exception):
        """What Ray raises."""

    def __init__(self, broken: Task | None = None, missing: Exception | None = None) -> None:
        """Take the task at which all workers die, and why there is no cluster."""
        super().__init__("ray")
        self.broken, self.missing = broken, missing
        self.began: dict[str, Any] = {}
        self.most = 0
        self.is_over = False
        self.exceptions = SimpleNamespace(RayError=self.Trouble)

    def init(self, address: str | None = None, **more: Any) -> None:
        """Remember how it was started."""
        if self.missing is not None:
            raise self.missing
        self.began = {"address": address, **more}

    def cluster_resources(self) -> dict[str, float]:
        """Have two processors."""
        return {"CPU": 2.0}

    def remote(self, **options: Any) -> Any:
        """Return a function that only remembers what it was called with."""
        assert options == {"num_cpus": 1, "max_retries": workers.MOST_DEATHS}
        return lambda play: SimpleNamespace(remote=lambda *given: (play, *given))

    def wait(self, waiting: list[Any]) -> tuple[list[Any], list[Any]]:
        """Be done with the last one."""
        self.most = max(self.most, len(waiting))
        return waiting[-1:], waiting[:-1]

    def get(self, reference: Any) -> Any:
        """Do it now."""
        play, plan, task = reference
        if task == self.broken:
            raise self.Trouble("the workers died")
        return play(plan, task)

    def shutdown(self) -> None:
        """Remember it."""
        self.is_over = True


def use(ray: FakeRay, monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    """Put it in the place of the real one."""
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr(workers, "refuse_if_gone", lambda address: None)
    return ray


def test_a_cluster_that_is_gone_is_noticed_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        workers.refuse_if_gone(address)
    for gone in (address, f"ray://{address}"):
        with pytest.raises(UsageError, match="no Ray cluster answers at"):
            workers.refuse_if_gone(gone)
    workers.refuse_if_gone("auto")
    workers.refuse_if_gone("")


@pytest.mark.parametrize("address", ["ray://127.0.0.1", "ray://127.0.0.1:", "ray://127.0.0.1/x"])
def test_a_cluster_without_a_port_is_looked_for_at_the_usual_one(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setattr(workers, "CLIENT_PORT", str(server.getsockname()[1]))
        workers.refuse_if_gone(address)
    with pytest.raises(UsageError, match=f"no Ray cluster answers at {address}"):
        workers.refuse_if_gone(address)


def test_a_cluster_is_looked_for_before_ray_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # importing it would fail
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"ray://127.0.0.1:{server.getsockname()[1]}"
    with pytest.raises(UsageError, match="no Ray cluster answers at"):
        list(Cluster(address, 1).play(plan_for(GAMES[0]), [(0, 0)]))


def test_a_chunk_to_learn_from_that_fails_on_a_cluster_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use(FakeRay(broken=(0, 1)), monkeypatch)
    plan = SamplePlan(LearningTask(GAMES[0].id, 2), NOTHING)
    with pytest.raises(LudotecaError, match="matches from 250 on in round 1 failed on Ray"):
        list(Cluster(None, 1).play(plan, [(0, 1)]))


@pytest.mark.parametrize("address", [None, "ray://somewhere:10001"])
def test_a_cluster_plays_what_one_process_plays(
    address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = use(FakeRay(), monkeypatch)
    plan = plan_for(GAMES[0], "random,random", deals=7)
    assert results(Cluster(address, None), plan) == results(Here(), plan)
    assert ray.most == 4  # two for each processor
    assert ray.is_over
    assert ray.began["address"] == (address or "local")
    assert ("runtime_env" in ray.began) == (address is not None)  # our code goes with the work


def test_a_cluster_of_the_environment_is_used_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = use(FakeRay(), monkeypatch)
    monkeypatch.setenv("RAY_ADDRESS", "somewhere:6379")
    list(Cluster(None, 1).play(plan_for(GAMES[0], "random,random", deals=1), [(0, 0)]))
    assert ray.began["address"] is None
    assert "num_cpus" not in ray.began
    assert ray.most == 1


def test_a_cluster_that_cannot_be_reached_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    use(FakeRay(missing=ConnectionError("timeout\nand more")), monkeypatch)
    with pytest.raises(UsageError, match=r"no Ray cluster can be used at ray://x:1: timeout \("):
        list(Cluster("ray://x:1", 1).play(plan_for(GAMES[0]), [(0, 0)]))


def test_a_deal_that_fails_on_a_cluster_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = use(FakeRay(broken=(0, 1)), monkeypatch)
    plan = plan_for(GAMES[0], "random,random", deals=2)
    with pytest.raises(LudotecaError, match="random against random#2, deal 1 failed on Ray: the w"):
        results(Cluster(None, 1), plan)
    assert ray.is_over


def test_ray_gives_the_same_tables() -> None:
    """In a process of its own: Ray starts others and changes what it finds."""
    game = GAMES[0]
    words = ["arena", game.id, "--bots", "random,greedy", "--deals", "2", "--json", "--jobs", "1"]
    answers = []
    for place in ("local", "ray"):
        ran = run_apart(*words, "--on", place)
        assert ran.code == 0, ran.err
        answers.append(json.loads(ran.out))
    assert timeless(answers[0]) == timeless(answers[1])
    assert answers[1]["matches"] == 4


def test_ray_is_not_imported_unless_it_is_used() -> None:
    ran = run_apart(
        "games", before="import atexit; atexit.register(lambda: print('ray' in sys.modules))"
    )
    assert ran.out.splitlines()[-1] == "False"
    assert "ray" not in sys.modules
