"""Asks the advisories of the day about all that is pinned: `./check audit`.

It passes only if both services have answered and know of no weakness. Where one can't be asked,
nothing is known, and that is said and counts as a failure.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from tests.conventions.tree import ROOT

PIP_AUDIT = "--strict --disable-pip --require-hashes --progress-spinner off --format json -r"


class Silent(Exception):
    """A service gave no answer."""


def read_python(answer: str) -> list[str]:
    """Name the weak packages in an answer of pip-audit."""
    try:
        packages = json.loads(answer)["dependencies"]
    except (ValueError, KeyError, TypeError):
        raise Silent from None
    return [
        f"{one['name']} {one['version']}: {weakness['id']}"
        for one in packages
        for weakness in one["vulns"]
    ]


def read_page(answer: str) -> list[str]:
    """Name the weak packages in an answer of npm."""
    try:
        packages: dict[str, Any] = json.loads(answer)["vulnerabilities"]
    except (ValueError, KeyError, TypeError):
        raise Silent from None
    return [f"{name} {one['range']}: {one['severity']}" for name, one in packages.items()]


def ask_python() -> subprocess.CompletedProcess[str]:
    """Ask about the Python packages."""
    command = [sys.executable, "-m", "pip_audit", *PIP_AUDIT.split(), "requirements/check.txt"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def ask_page() -> subprocess.CompletedProcess[str]:
    """Ask about what builds the page and what is in it."""
    sys.path.insert(0, str(ROOT))
    import hatch_build

    call = hatch_build.npm_call("audit", "--json")
    return subprocess.run(**call, capture_output=True, text=True, check=False)


Ask = Callable[[], subprocess.CompletedProcess[str]]
ASKED: dict[str, tuple[Ask, Callable[[str], list[str]]]] = {
    "requirements/check.txt": (ask_python, read_python),
    "web/package-lock.json": (ask_page, read_page),
}


def main() -> int:
    """Ask, and say what is known."""
    failed = False
    for lock, (ask, read) in ASKED.items():
        done = ask()
        try:
            weak = read(done.stdout)
        except Silent:
            lines = (done.stderr or done.stdout).strip().splitlines()
            reason = [line for line in lines if "complete log" not in line] or ["no answer"]
            print(f"audit: {lock}: the advisories can't be asked from here; nothing is known.")
            print(f"       the last word was: {reason[-1][:300]}")
            print("       run ./check audit where the network lets it through.")
            failed = True
            continue
        for line in weak:
            print(f"audit: {lock}: {line}")
        print(f"audit: {lock}: {len(weak) or 'no'} known weaknesses")
        failed |= bool(weak)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
