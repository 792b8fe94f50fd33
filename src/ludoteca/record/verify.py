"""Checking a finished record: its lines, its moves and its dice."""

from dataclasses import dataclass

from ludoteca.core.dice import Dice, commitment_of
from ludoteca.core.errors import RecordError
from ludoteca.record.header import Header
from ludoteca.record.read import ReadRecord, read
from ludoteca.record.replay import Step


@dataclass(frozen=True)
class Verdict:
    """A record that holds: what was checked."""

    record: ReadRecord
    rolls_checked: bool
    """Whether a seed was there to re-derive every deal."""


def verify(data: bytes) -> Verdict:
    """Check a record; RecordError says where and why it fails."""
    record = read(data)
    if not record.is_finished:
        raise RecordError("the match is unfinished: the checksum is missing")
    header = record.header
    if header.seed is None:
        return Verdict(record, rolls_checked=False)
    lines = header.lines()
    if commitment_of(header.seed) != header.commitment:
        line = next(n for n, line in enumerate(lines, 1) if line.startswith("seed: "))
        raise RecordError("the seed does not fit the commitment", line)
    _check_rolls(header, record.timeline.steps, len(lines) + 1)
    return Verdict(record, rolls_checked=True)


def _check_rolls(header: Header, steps: list[Step], lines_before: int) -> None:
    dice = Dice(header.seed or b"", header.match, header.contributions)
    own = 0 if header.source is None else header.source[1]
    for step in steps:
        if step.kind != "deal" or step.ply <= own:
            continue
        assert step.before is not None
        _, outcomes = header.game.deal_one(step.before, dice.roll)
        if tuple(outcomes) != step.outcomes:
            raise RecordError("the dice give another deal than this", lines_before + step.ply)
