"""Pictures in files, drawn by matplotlib if it is there: the same drawing gives the same bytes."""

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludoteca.core.errors import UsageError

FORMATS = (".png", ".svg")


def refuse_unknown_file(option: str, path: Path, endings: Sequence[str]) -> None:
    """Refuse a file that can't be written, or is of another kind, before the work is done."""
    if path.suffix.lower() not in endings:
        raise UsageError(f"{option} {path}: the name must end in {' or '.join(endings)}")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"{option} {path}: there is no such folder; make it first")


def refuse_unknown_picture(path: Path) -> None:
    """Refuse a file that can't be drawn, before the work is done."""
    refuse_unknown_file("--plot", path, FORMATS)
    if importlib.util.find_spec("matplotlib") is None:  # an optional extra
        raise UsageError("pictures need matplotlib: pip install 'ludoteca[plot]'")


def new_figure(width: float, height: float) -> Any:
    """Make an empty figure, its size in inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def save(figure: Any, path: Path) -> None:
    """Write a figure into a file."""
    import matplotlib as mpl

    with mpl.rc_context({"svg.hashsalt": "ludoteca"}):  # else ids are new each time
        figure.savefig(path, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
