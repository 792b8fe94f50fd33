"""Checking a finished record: its lines, its moves and its shuffle."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.core.errors import RecordError
from ludoteca.core.shuffle import Shuffle, commitment_of
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
    shuffle_after(header, record.timeline.steps)
    return Verdict(record, rolls_checked=True)


def shuffle_after(header: Header, steps: Sequence[Step]) -> Shuffle:
    """Return the shuffle of the header's seed as it is after these plies.

    A deal that they did not give is refused; those before a match was played on are not asked.
    """
    shuffle = Shuffle(header.seed or b"", header.match, header.contributions)
    lines_before = len(header.lines()) + 1
    own = 0 if header.source is None else header.source[1]
    for step in steps:
        if step.kind != "deal" or step.ply <= own:
            continue
        assert step.before is not None
        _, outcomes = header.game.deal_one(step.before, shuffle.draw)
        if tuple(outcomes) != step.outcomes:
            raise RecordError("the seed gives another deal than this", lines_before + step.ply)
    return shuffle
