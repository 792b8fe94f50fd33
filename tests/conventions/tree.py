"""The files of the checkout, as git knows them."""

import os
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]

NOT_OURS = {"build", "dist", "node_modules", "__pycache__"}
"""Folders to pass by where git can't be asked, besides those that begin with a dot."""


@cache
def files() -> tuple[Path, ...]:
    """List all files that are, or would be, under version control."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        answer = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return tuple(sorted(_walk()))
    paths = (ROOT / name for name in answer.decode().split("\0") if name)
    return tuple(sorted(path for path in paths if path.is_file()))


def _walk() -> list[Path]:
    found = []
    for folder, inner, names in os.walk(ROOT):
        inner[:] = [
            name for name in inner if name not in NOT_OURS and (name == ".ci" or name[0] != ".")
        ]
        found += [Path(folder) / name for name in names if not name.endswith(".pyc")]
    return found


@cache
def text(path: Path) -> str:
    """Read a file; "" if it is no text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def modules(*under: str) -> list[Path]:
    """List all Python modules, or those in a folder."""
    folder = ROOT.joinpath(*under)
    return [path for path in files() if path.suffix == ".py" and path.is_relative_to(folder)]


def name(path: Path) -> str:
    """Name a file as seen from the root."""
    return path.relative_to(ROOT).as_posix()
