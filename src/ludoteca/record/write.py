"""Writing a record, whole or line by line as the match goes on."""

import hashlib
from collections.abc import Iterable
from typing import TextIO

from ludoteca.record.header import Header


def write(header: Header, plies: Iterable[str], finished: bool) -> str:
    """Return the text of a record; a finished one is closed by its checksum."""
    text = "".join(f"{line}\n" for line in [*header.lines(), "", *plies])
    return text + checksum_line(text) + "\n" if finished else text


def checksum_line(text: str) -> str:
    """Return the last line of a record: the checksum of all lines before it."""
    return f"sha256 {hashlib.sha256(text.encode()).hexdigest()}"


class Writer:
    """A record on its way into an open file; what is written is on the disk at once."""

    def __init__(self, file: TextIO, header: Header) -> None:
        self._file = file
        self._header = header
        self._plies: list[str] = []
        self._put("".join(f"{line}\n" for line in [*header.lines(), ""]))

    def _put(self, text: str) -> None:
        self._file.write(text)
        self._file.flush()

    def add(self, line: str) -> None:
        """Write one ply."""
        self._plies.append(line)
        self._put(f"{line}\n")

    def finish(self, header: Header) -> None:
        """Write the final record in its place, with the seed that its header now shows."""
        text = write(header, self._plies, finished=True)
        self._file.seek(0)
        self._put(text)  # over the old text, which is shorter: a full disk loses no ply before
        self._file.truncate()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
