"""Kills processes of a pool."""

import time
from contextlib import suppress

import psutil


def kill_and_wait(process: psutil.Process) -> None:
    """Kill a child of this process; return when it is dead, whether or not it was waited for."""
    with suppress(psutil.NoSuchProcess):
        process.kill()
        while process.status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.005)
