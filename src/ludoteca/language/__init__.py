"""The house's own words, in every language, and how counted words are said.

Every area puts its words under keys of its own, `tui.start.play_now`; a game's words stand in its
folder and can be joined. Plurals are written as ICU does it, so that the page reads the same files.

>>> words("en").say("points", n=1), words("de").say("points", n=3)
('1 point', '3 Punkte')
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

LANGUAGES = {"en": "English", "it": "Italiano", "de": "Deutsch"}
"""Each language, in its own words."""

USUAL = "en"

_PLURAL = re.compile(r"\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}")

_ORDERS = {
    **dict.fromkeys(
        (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
    ),
    **{ord(space): " " for space in "\t\n\r"},
}
"""Control characters, and marks that turn the letters after them around."""


def harmless(text: str) -> str:
    r"""Leave out what is no letter but an order to whatever shows the text.

    >>> harmless("one\ntwo\x1b[2J")
    'one two[2J'
    """
    return text if text.isprintable() else text.translate(_ORDERS)


class Words(dict[str, str]):
    """Words by key."""

    def say(self, key: str, **values: object) -> str:
        """Give a sentence with its values; counted words get the form of their number.

        >>> Words(taken="{n, plural, one {# tile} other {# tiles}} for {who}").say(
        ...     "taken", n=2, who="Ada"
        ... )
        '2 tiles for Ada'
        """

        def form(match: re.Match[str]) -> str:
            number = values[match[1]]
            return match[2 if number == 1 else 3].replace("#", str(number))

        return _PLURAL.sub(form, self[key]).format(**values) if values else self[key]


@cache
def _read(language: str) -> Mapping[str, str]:
    path = Path(__file__).with_name(f"{language}.json")
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def words(language: str, more: Mapping[str, str] = {}) -> Words:
    """Give the house's words in a language, joined with a game's own."""
    return Words({**_read(language), **more})
