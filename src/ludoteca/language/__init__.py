"""The words of page, server and terminal, in every language, and how counted words are said.

Each area has its own keys, such as `tui.start.play_now`; a game's words live in its folder and can
be joined. Plurals are written as ICU does, so that the page reads the same files.

>>> words("en").say("points", n=1), words("de").say("points", n=3)
('1 point', '3 Punkte')
"""

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ludoteca.core.words import Words

__all__ = ["LANGUAGES", "USUAL", "Words", "harmless", "system_language", "words"]

LANGUAGES = {"en": "English", "it": "Italiano", "de": "Deutsch"}
"""Each language under its own name."""

USUAL = "en"

_SETTINGS = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where the environment names a language, the most important first."""

_ORDERS = {
    **dict.fromkeys(
        (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
    ),
    **{ord(space): " " for space in "\t\n\r"},
}
"""Control characters, and marks that change the direction of text."""


def harmless(text: str) -> str:
    r"""Remove control characters, so that a text cannot inject terminal escape sequences.

    >>> harmless("one\ntwo\x1b[2J")
    'one two[2J'
    """
    return text if text.isprintable() else text.translate(_ORDERS)


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment asks for, or English.

    >>> system_language({"LANG": "de_AT.UTF-8"}), system_language({"LC_ALL": "C", "LANG": "it_IT"})
    ('de', 'en')
    """
    asked = next((environment[key] for key in _SETTINGS if environment.get(key)), "")
    code = asked[:2].lower()
    return code if code in LANGUAGES else USUAL


@cache
def _read(language: str) -> Mapping[str, str]:
    path = Path(__file__).with_name(f"{language}.json")
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def words(language: str, more: Mapping[str, str] = {}) -> Words:
    """Return the shared words in a language, joined with a game's own."""
    return Words({**_read(language), **more})
