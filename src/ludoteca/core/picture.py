"""Pictures in files, drawn by matplotlib if it is there: the same drawing gives the same bytes."""

import importlib.util
from pathlib import Path
from typing import Any

from ludoteca.core.errors import UsageError

FORMATS = (".png", ".svg")


def refuse_unknown_picture(path: Path) -> None:
    """Refuse a file that can't be drawn, before the work is done."""
    if path.suffix.lower() not in FORMATS:
        raise UsageError(f"--plot {path}: the name must end in .png or .svg")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"--plot {path}: there is no such directory")
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
