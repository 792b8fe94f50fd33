"""How quick moves are; counted in every run, timed in the large one."""

from msgspec.structs import replace

from ludoteca.server.load.measure import GOAL, measure
from ludoteca.server.load.plan import COMPARED, LoadPlan
from tests.server.services import PostgresService, ValkeyService
from tests.sizes import SOAK

SMALL = LoadPlan(tables=2, sockets=5, pace=0.1, seconds=1.0, step=0.2, compare=True)


def test_moves_are_acknowledged_at_human_pace() -> None:
    said: list[str] = []
    report = measure(LoadPlan() if SOAK else SMALL, said.append)
    assert report.refused == 0
    assert report.moves.count > 0
    assert report.echo.count > 0
    assert report.bytes_a_server > 10_000_000
    assert report.server_ms > 0
    assert report.load_ms > 0
    assert report.knee is not None
    assert (report.compared or {}).keys() == (set() if SOAK else COMPARED.keys())
    assert SOAK or (report.hints_ms and report.hints_ms[0] > report.hints_ms[1])
    assert any("human pace" in line for line in said)
    if SOAK:
        assert report.moves.p99 <= GOAL


def test_people_of_one_table_may_come_to_different_processes(
    postgres: PostgresService, valkey: ValkeyService
) -> None:
    plan = replace(
        SMALL,
        processes=2,
        database=postgres.make_database(),
        redis=valkey.url,
        step=0,
        compare=False,
    )
    report = measure(plan)
    assert report.refused == 0
    assert report.moves.count > 0
    assert report.bytes_a_server > 2 * 10_000_000
