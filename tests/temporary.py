"""Where tests keep what they write."""

import os
import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2 << 30
"""Bytes that must be free in memory for files of tests to be kept there."""


def memory_folder() -> Path | None:
    """Return a folder in memory, if there is one with room.

    Tests kill processes, not machines: what the system has in memory survives that.
    """
    has_room = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
    return MEMORY if has_room else None
