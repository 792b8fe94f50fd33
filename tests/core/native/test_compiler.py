"""What the compiler makes: libraries that need nothing of the system they run on."""

import struct
from pathlib import Path

import pytest

from ludoteca.core.game import Game
from ludoteca.core.native import compiler, library
from tests.playing import GAMES, table_name

DYNAMIC, SYMBOLS = 6, 11
"""The types of two sections of an ELF file: what it needs, and its symbols for others."""

NEEDED = 1
"""The tag of a library that must be loaded first."""

IN_EVERY_PROCESS = {"memcpy", "memmove", "memset", "memcmp"}
"""What Python itself has of every C library, glibc or musl."""


class Elf:
    """The parts of a Linux library that a loader looks at; 64 bits, lowest byte first."""

    def __init__(self, path: Path) -> None:
        self._content = content = path.read_bytes()
        assert content[:6] == b"\x7fELF\x02\x01"
        (start,) = struct.unpack_from("<Q", content, 40)
        size, count = struct.unpack_from("<HH", content, 58)
        self._sections = [
            struct.unpack_from("<IIQQQQIIQQ", content, start + n * size) for n in range(count)
        ]

    def undefined(self) -> set[str]:
        """Name the symbols that others must have."""
        return {
            name
            for name, section in self._names("<IBBHQQ", SYMBOLS)
            if section[3] == 0 and name  # it lies in no section here
        }

    def needs(self) -> list[str]:
        """Name the libraries that must be loaded first."""
        rows = self._rows("<QQ", DYNAMIC)
        strings = self._strings(DYNAMIC)
        return [self._text(strings + row[1]) for row in rows if row[0] == NEEDED]

    def _names(self, form: str, kind: int) -> list[tuple[str, tuple[int, ...]]]:
        strings = self._strings(kind)
        return [(self._text(strings + row[0]), row) for row in self._rows(form, kind)]

    def _rows(self, form: str, kind: int) -> list[tuple[int, ...]]:
        (section,) = (s for s in self._sections if s[1] == kind)
        part = self._content[section[4] : section[4] + section[5]]
        return list(struct.iter_unpack(form, part))

    def _strings(self, kind: int) -> int:
        (section,) = (s for s in self._sections if s[1] == kind)
        return int(self._sections[section[6]][4])

    def _text(self, start: int) -> str:
        return self._content[start : self._content.index(b"\0", start)].decode()


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_one_library_serves_every_linux(game: Game) -> None:
    """It asks for no C library by name, and for nothing that glibc and musl do not share."""
    shipped = sorted(library.SHIPPED.glob(f"{game.id}-linux-*.so"))
    host = compiler.host()
    assert shipped or host is None or not host.name.startswith("linux")
    for path in shipped:
        elf = Elf(path)
        assert elf.needs() == []
        assert elf.undefined() <= IN_EVERY_PROCESS


def test_a_library_that_needs_more_would_be_noticed(tmp_path: Path) -> None:
    text = (
        'int puts(char *); __attribute__((visibility("default"))) int f(void) { return puts(""); }'
    )
    compiler.build(text, compiler.TARGETS["linux-x86_64"], tmp_path / "wanting.so")
    assert Elf(tmp_path / "wanting.so").undefined() == {"puts"}
