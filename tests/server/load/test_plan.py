"""How much load: bounded, and summed up rightly."""

import pytest

from ludoteca.core.errors import UsageError
from ludoteca.server.load.plan import MOST_SOCKETS, MOST_TABLES, LoadPlan, check, times_of


@pytest.mark.parametrize(
    "plan",
    [
        LoadPlan(tables=0),
        LoadPlan(tables=MOST_TABLES + 1, sockets=MOST_SOCKETS),
        LoadPlan(tables=2, sockets=3),
        LoadPlan(tables=2, sockets=MOST_SOCKETS + 1),
        LoadPlan(pace=0),
        LoadPlan(seconds=10_000),
        LoadPlan(processes=2),
        LoadPlan(processes=17, database="postgresql:///a", redis="redis://localhost"),
        LoadPlan(database="postgresql://db.example/a"),
    ],
)
def test_too_much_or_too_little_is_refused(plan: LoadPlan) -> None:
    with pytest.raises(UsageError):
        check(plan)


def test_every_socket_has_its_table() -> None:
    plan = check(LoadPlan(tables=1000, sockets=3003))
    assert sum(plan.people()) == 3003
    assert set(plan.people()) == {3, 4}


def test_of_a_hundred_times_the_slowest_is_the_p99() -> None:
    times = times_of([0.001] * 98 + [0.5, 0.9], lasted=10)
    assert (times.count, times.a_second, times.p50) == (100, 10, 1)
    assert times.p99 == times.most == 900


def test_without_an_answer_there_is_nothing_to_say() -> None:
    with pytest.raises(UsageError, match="longer"):
        times_of([], lasted=1)
