"""Simulate every game while writes are watched: `python -m tests.conventions.watched`.

Where a file below the package is made, changed or removed, that fails; so it would in a directory
that can't be written. What Python keeps of modules is left out: it does without.
"""

import os
import sys
from pathlib import Path
from typing import Any

import ludoteca

HOME = str(Path(ludoteca.__file__).resolve().parent) + os.sep
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
CHANGES = ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.chmod")


def watch(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse what changes a file of the package."""
    if event == "open" and not (arguments[2] or 0) & WRITING:
        return
    if event == "open" or event in CHANGES:
        for given in arguments[:2]:
            if isinstance(given, str | os.PathLike) and f"{Path(given).absolute()}".startswith(
                HOME
            ):
                raise PermissionError(f"{event} of {given}")


if __name__ == "__main__":
    from ludoteca import games
    from ludoteca.cli import main

    sys.dont_write_bytecode = True
    sys.addaudithook(watch)
    for game in games.own_names():
        assert main(["simulate", game, "--matches", "20", "--seed", "1", "--json"]) == 0
