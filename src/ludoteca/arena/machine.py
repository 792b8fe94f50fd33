"""What ran: the program, its commit, the machine."""

import os
import platform
import subprocess
from pathlib import Path

import ludoteca


def program() -> str:
    """Name version and, in a checkout, commit.

    >>> program().startswith("ludoteca ")
    True
    """
    name = f"ludoteca {ludoteca.__version__}"
    commit = _commit(Path(ludoteca.__file__).parents[2])
    return f"{name} ({commit})" if commit else name


def _commit(root: Path) -> str | None:
    """Name the commit of a checkout, with a mark if something was changed since."""
    if not (root / ".git").exists():
        return None
    command = ["git", "-C", str(root), "describe", "--always", "--dirty=, changed", "--exclude=*"]
    try:
        done = subprocess.run(command, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return f"commit {done.stdout.strip()}"


def machine() -> dict[str, str | int]:
    """Describe this machine."""
    return {
        "processor": _processor(Path("/proc/cpuinfo")),
        "cores": os.cpu_count() or 1,
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
    }


def _processor(information: Path) -> str:
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()
