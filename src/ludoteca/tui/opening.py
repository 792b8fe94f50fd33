"""How a table is opened: by which setting, in which order of seats, on from which position."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the first screen does not wait for the rules to be read
    from ludoteca.protocol.common import TableSetting
    from ludoteca.record.read import ReadRecord


@dataclass(frozen=True)
class TableOpening:
    """A table that is to be opened."""

    setting: "TableSetting"
    name: str = ""
    """What the first person is called, if not as usual."""
    order: tuple[int, ...] = ()
    """For each seat where its player sits at first: people come first, bots last."""
    source: "tuple[ReadRecord, int] | None" = None
    """The record that is played on from, and after which ply."""
    match: str = ""
    """The id of a table that is open already."""
    is_begun: bool = False
    """Whether the match has begun: nobody has to be ready."""
    quick: bool = False
    """Whether it comes from a quick match: nobody has to say that they are ready."""
    save_as: Path | None = None
    """Where a copy of the record goes."""
