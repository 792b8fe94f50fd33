"""Matches written down: a small text file that replays without a random source."""

from ludoteca.record.header import Header
from ludoteca.record.ranks import ranks_of
from ludoteca.record.read import read
from ludoteca.record.replay import Result, Step, Timeline
from ludoteca.record.stream import replay_lines
from ludoteca.record.verify import Verdict, verify
from ludoteca.record.write import Writer, write

__all__ = [
    "Header",
    "Result",
    "Step",
    "Timeline",
    "Verdict",
    "Writer",
    "ranks_of",
    "read",
    "replay_lines",
    "verify",
    "write",
]
