"""`ludoteca load`: prints what was measured, and refuses what is too much."""

import json

import pytest

from ludoteca.cli import main
from ludoteca.server.load import measure
from ludoteca.server.load.plan import LoadPlan, Times

REPORT = measure.Report(
    plan=LoadPlan(tables=4, sockets=12),
    moves=Times(count=9, a_second=1.5, p50=3.0, p99=8.0, most=8.0),
    refused=0,
    echo=Times(count=9, a_second=1.5, p50=0.5, p99=2.0, most=2.0),
    ratio=4.0,
    bytes_a_table=300 * 1024,
    bytes_a_server=90 * 2**20,
    server_ms=1.25,
    load_ms=0.5,
    compared={"page before": 2.4, "page now": 1.2},
    hints_ms=(510.0, 0.5),
    knee=measure.Knee(good=420.0, bad=640.0),
)


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[LoadPlan]:
    """Measure nothing, but note what should be measured."""
    asked: list[LoadPlan] = []

    def instead(plan: LoadPlan, _: object) -> measure.Report:
        asked.append(plan)
        return REPORT

    monkeypatch.setattr(measure, "measure", instead)
    return asked


def test_it_prints_times_memory_and_knee(
    plans: list[LoadPlan], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["load", "--tables", "4", "--compare"]) == 0
    printed = capsys.readouterr().out
    assert plans == [LoadPlan(tables=4, sockets=12, compare=True)]
    for part in (
        "page before: server 2.4 ms",
        "saves 50 % of the server's work a move",
        "a hint: server 510.0 ms if it thinks, 0.5 ms if the page does",
        "4.0 times",
        "server 1.25 ms, players 0.5 ms",
        "300 KiB a table",
        "kept at 420 moves a second, passed at 640",
    ):
        assert part in printed


def test_json_holds_all_of_it(plans: list[LoadPlan], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", "--json", "--tables", "2", "--sockets", "4", "--step", "0"]) == 0
    assert plans[0].step == 0
    report = json.loads(capsys.readouterr().out)
    assert report["moves"]["p99"] == 8.0
    assert report["knee"] == {"good": 420.0, "bad": 640.0}


def test_too_few_sockets_are_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", "--tables", "5", "--sockets", "6"]) == 2
    assert "two a table" in capsys.readouterr().err
