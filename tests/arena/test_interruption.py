"""Ctrl-C: kept back, or unheard by processes that start."""

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from ludoteca.arena.interruption import kept_back, unheard


def interrupted(times: int, steps: list[str]) -> None:
    """Press Ctrl-C some times while it is kept back, with a step after each."""
    with kept_back():
        for number in range(times):
            signal.raise_signal(signal.SIGINT)
            steps.append(f"went on after {number + 1}")


@pytest.mark.parametrize("times", [1, 2, 3])
def test_the_first_ctrl_c_waits_for_the_end_and_the_second_does_not(times: int) -> None:
    before = signal.getsignal(signal.SIGINT)
    steps: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        interrupted(times, steps)
    assert steps == ["went on after 1"]
    assert signal.getsignal(signal.SIGINT) is before


def test_without_ctrl_c_nothing_happens() -> None:
    with kept_back(), unheard():
        pass
    with pytest.raises(ValueError, match="of another kind"), kept_back():
        raise ValueError("of another kind")


def test_a_process_started_unheard_ignores_ctrl_c() -> None:
    ask = "import signal; print(signal.getsignal(signal.SIGINT) == signal.SIG_IGN)"
    command = [sys.executable, "-c", ask]
    with unheard():
        started = subprocess.run(command, capture_output=True, check=True, text=True)
    assert started.stdout.strip() == "True"
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_other_threads_leave_signals_alone() -> None:
    def both() -> bool:
        with kept_back(), unheard():
            return True

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(both).result()
