"""The servers under load run in processes of their own, and end with the block."""

import multiprocessing
from pathlib import Path

from websockets.sync.client import connect

from ludoteca.server.load.processes import LOOPBACK, run_echo, running


def test_the_echo_says_everything_back_and_ends(tmp_path: Path) -> None:
    with running(run_echo, tmp_path) as server:
        assert server.address.startswith(LOOPBACK)
        with connect(f"ws://{server.address}/socket", proxy=None) as socket:
            socket.send("hello")
            assert socket.recv() == "hello"
        assert server.memory() > 1_000_000
        assert 0 < server.processor_time() < 600
        assert multiprocessing.active_children()
    assert not multiprocessing.active_children()
