r"""Colour in text: drawings carry short marks, and each terminal gets what it can show.

A mark is `\x01` + one letter + text + `\x02`; the letters are those of `CODES`.
"""

import re

CODES = {
    "g": "32", "w": "97", "y": "33", "b": "34", "c": "36", "m": "35", "r": "31",
    "d": "2", "B": "1", "R": "7",
}  # fmt: skip
"""Letter → ANSI code: green, white, yellow, blue, cyan, magenta, red, dim, bold, reversed."""

_MARK = re.compile("\x01(.)([^\x01\x02]*)\x02")


def colour(letter: str, text: str) -> str:
    """Mark a piece of text for a colour.

    >>> plain(colour("g", "C") + " takes a tile")
    'C takes a tile'
    """
    return f"\x01{letter}{text}\x02"


def plain(text: str) -> str:
    """Drop all marks."""
    return _MARK.sub(lambda match: match[2], text) if "\x01" in text else text


def coloured(text: str) -> str:
    r"""Turn the marks into ANSI colours.

    >>> coloured(colour("g", "C"))
    '\x1b[32mC\x1b[0m'
    """
    return _MARK.sub(lambda match: f"\x1b[{CODES[match[1]]}m{match[2]}\x1b[0m", text)


def split(text: str) -> list[tuple[str, str]]:
    """Return the pieces of a text, each with the letter of its colour, "" for none.

    >>> split(colour("g", "C") + " takes")
    [('g', 'C'), ('', ' takes')]
    """
    pieces = []
    at = 0
    for mark in _MARK.finditer(text):
        pieces += [("", text[at : mark.start()]), (mark[1], mark[2])]
        at = mark.end()
    return [(letter, piece) for letter, piece in [*pieces, ("", text[at:])] if piece]
