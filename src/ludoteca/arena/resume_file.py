"""The file that lets a tournament go on: the plan, then a line for each deal.

Deals do not depend on each other, so a finished tournament may go on with more of them. Where
programs play, the seed stands in the file only while none of them runs: they could read it there.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

import msgspec

from ludoteca.arena.tournament import PairedDeal, TournamentPlan
from ludoteca.core.errors import UsageError


class Opening(msgspec.Struct, frozen=True):
    """The first line: what is played, and by which state of the program."""

    plan: TournamentPlan
    program: str


class SeedLine(msgspec.Struct, frozen=True):
    """The last line of a tournament of programs that is not being played now."""

    seed: int


WITHHELD = -1
"""In place of a seed: it stands in the last line, if at all."""


def has_programs(bots: Sequence[str]) -> bool:
    """Return whether programs of other people's making play, which must not learn the seed."""
    return any(bot.startswith(("exec:", "apart:")) for bot in bots)


def seed_in(path: Path) -> int | None:
    """Return the seed of a tournament of programs that is to go on; None if there is none yet."""
    lines, _ = _whole_lines(path)
    if not lines:
        return None
    try:
        return msgspec.json.decode(lines[-1], type=SeedLine).seed
    except msgspec.DecodeError:
        raise UsageError(
            f"{path} holds no seed, for its tournament was ended by force: choose another file"
        ) from None


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
        self._seed = plan.seed if has_programs(plan.bots) else None
        if self._seed is not None:
            plan = msgspec.structs.replace(plan, seed=WITHHELD)
            if lines:
                whole -= len(lines.pop()) + 1
        if lines:
            self._read(lines, plan)
        self._file = path.open("ab")
        self._file.truncate(whole)  # a line that was cut off, or the seed
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
        known = opening.plan
        if all(deal.deal < plan.deals for deal in self.deals):  # it may go on with more of them
            known = msgspec.structs.replace(known, deals=plan.deals)
        if known != plan:
            differing = ", ".join(_differences(known, plan))
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
        """Close the file; no program runs now that could read the seed in it."""
        if self._seed is not None:
            self._write(SeedLine(self._seed))
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
