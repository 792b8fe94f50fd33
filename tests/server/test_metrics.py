"""What is counted."""

import platform

from prometheus_client import generate_latest

from ludoteca import __version__
from ludoteca.server.metrics import Metrics


def test_each_server_counts_for_itself() -> None:
    one, two = Metrics(), Metrics()
    one.moves.inc()
    one.look(tables=3, sockets=5, store_up=True)
    text = generate_latest(one.registry).decode()
    assert "ludoteca_moves_total 1.0" in text
    assert "ludoteca_tables 3.0" in text
    assert "ludoteca_store_up 1.0" in text
    assert "ludoteca_moves_total 0.0" in generate_latest(two.registry).decode()


def test_the_process_and_what_runs_in_it_are_told_and_nothing_twice() -> None:
    text = generate_latest(Metrics().registry).decode()
    assert (
        f'ludoteca_build_info{{python="{platform.python_version()}",version="{__version__}"}}'
        in text
    )
    for name in ("process_resident_memory_bytes", "process_cpu_seconds_total", "process_open_fds"):
        assert f"\n{name} " in text
    assert "_created" not in text
