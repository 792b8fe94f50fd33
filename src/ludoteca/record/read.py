"""Reading a record: damaged ones are refused with the line number and the reason."""

from dataclasses import dataclass

from ludoteca.core.errors import RecordError
from ludoteca.record.header import Header, parse_header
from ludoteca.record.replay import Timeline
from ludoteca.record.write import checksum_line, write

LARGEST = 4_000_000
"""More bytes than this are no record of ours."""

LONGEST_LINE = 1000
"""Nor is a line of more bytes: no deal and no list of names comes near."""


@dataclass(frozen=True)
class ReadRecord:
    """A record that was read: its header, every ply with its position, and whether it is closed."""

    header: Header
    timeline: Timeline
    is_finished: bool


def read(data: bytes) -> ReadRecord:
    """Read a whole record; a file without a checksum is an unfinished match."""
    if len(data) > LARGEST:
        raise RecordError(f"a record has at most {LARGEST} bytes, this has {len(data)}")
    if not data:
        raise RecordError("the file is empty")
    lines = _lines(data)
    checksum = len(lines) if lines and lines[-1].startswith("sha256") else None
    if "" not in lines:
        raise RecordError("the blank line after the header is missing", len(lines))
    if checksum is not None:
        before = "".join(f"{line}\n" for line in lines[:-1])
        if lines[-1] != checksum_line(before):
            raise RecordError("the checksum does not fit: the file was changed", checksum)
    gap = lines.index("")
    header = parse_header(lines[:gap])
    plies = lines[gap + 1 : None if checksum is None else -1]
    timeline = _replayed(header, plies, gap + 2)
    if checksum is not None and not timeline.is_over:
        raise RecordError("the record is closed, but the match is not over", checksum)
    _refuse_other_bytes(data, header, timeline, checksum is not None)
    return ReadRecord(header, timeline, checksum is not None)


def _replayed(header: Header, plies: list[str], first: int) -> Timeline:
    """Take every ply; `first` is the number of the line on which they begin."""
    timeline = Timeline.of(header)
    for number, line in enumerate(plies, first):
        try:
            step = timeline.read_line(line)
        except RecordError as error:
            raise RecordError(error.message, number) from None
        if step.text != line:
            raise RecordError(f"{line!r} should be written {step.text!r}", number)
    return timeline


def _lines(data: bytes) -> list[str]:
    """Split into lines; each one, the last too, ends with a newline."""
    for number, line in enumerate(data.split(b"\n"), 1):
        if len(line) > LONGEST_LINE:
            raise RecordError(f"a line has at most {LONGEST_LINE} bytes", number)
        try:
            line.decode()
        except UnicodeDecodeError:
            raise RecordError("this is not UTF-8 text", number) from None
    text = data.decode()
    lines = text.split("\n")
    if lines[-1] != "":
        raise RecordError("the line is cut off: its end is missing", len(lines))
    return lines[:-1]


def _refuse_other_bytes(data: bytes, header: Header, timeline: Timeline, closed: bool) -> None:
    """Refuse what reads like a record but is not in its one written form."""
    written = write(header, [step.text for step in timeline.steps], closed).encode()
    if written != data:
        pairs = zip(written.split(b"\n"), data.split(b"\n"), strict=False)
        line = next((n for n, (a, b) in enumerate(pairs, 1) if a != b), 1)
        raise RecordError("this line is not in its one written form", line)
