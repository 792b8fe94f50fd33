"""The file that lets a tournament go on: the plan, then a line for each deal.

Deals do not depend on each other, so a finished tournament may go on with more of them.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Self

import msgspec

from ludoteca.arena.tournament import PairedDeal, TournamentPlan
from ludoteca.core.errors import UsageError


class Opening(msgspec.Struct, frozen=True):
    """The first line: what is played, and by which state of the program."""

    plan: TournamentPlan
    program: str


class ResumeFile:
    """Keeps every result as soon as it is there."""

    def __init__(self, path: Path, plan: TournamentPlan, program: str) -> None:
        """Open the file, new or old; refuse one of another tournament."""
        self.path = path
        self.begun_by = program
        """The program that began it."""
        self.deals: list[PairedDeal] = []
        """What was played before."""
        lines, whole = _whole_lines(path)
        if lines:
            self._read(lines, plan)
        self._file = path.open("ab")
        self._file.truncate(whole)  # a line that was cut off
        if not lines:
            self._write(Opening(plan, program))

    def _read(self, lines: list[bytes], plan: TournamentPlan) -> None:
        try:
            opening = msgspec.json.decode(lines[0], type=Opening)
            self.deals = [msgspec.json.decode(line, type=PairedDeal) for line in lines[1:]]
        except msgspec.DecodeError as error:
            raise UsageError(
                f"{self.path} does not hold results of an arena: {error}; choose another file"
            ) from error
        grown = msgspec.structs.replace(opening.plan, deals=plan.deals)
        if grown != plan or any(deal.deal >= plan.deals for deal in self.deals):
            differing = ", ".join(_differences(opening.plan, plan))
            raise UsageError(
                f"{self.path} holds another tournament; it differs in {differing}:"
                " give the same options, or choose another file"
            )
        self.begun_by = opening.program

    def append(self, deal: PairedDeal) -> None:
        """Write one result down."""
        self._write(deal)

    def _write(self, line: msgspec.Struct) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    def __enter__(self) -> Self:
        """Keep it open for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._file.close()


def _whole_lines(path: Path) -> tuple[list[bytes], int]:
    """Read all lines that were written to their end, and say where they end."""
    content = path.read_bytes() if path.exists() else b""
    whole = content.rfind(b"\n") + 1
    if content and not whole:
        raise UsageError(f"{path} does not hold results of an arena; choose another file")
    return content[:whole].splitlines(), whole


def _differences(one: TournamentPlan, other: TournamentPlan) -> Iterator[str]:
    for name in TournamentPlan.__struct_fields__:
        old, new = getattr(one, name), getattr(other, name)
        if old != new:
            yield f"{name} ({old}, not {new})"
