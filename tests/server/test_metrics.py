"""What is counted."""

from prometheus_client import generate_latest

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
