"""Which files a picture may be written to."""

from collections.abc import Sequence
from pathlib import Path

from ludoteca.core.errors import UsageError
from ludoteca.core.raster import can_draw

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
    if path.suffix.lower() == ".png" and not can_draw():
        raise UsageError("a .png needs more: pip install 'ludoteca[graphics]'; .svg works as it is")
