"""Sentences by key, with counted words in the form of their number."""

import re

_PLURAL = re.compile(r"\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}")


class Words(dict[str, str]):
    """A catalogue in one language; plurals are written as ICU does."""

    def say(self, key: str, **values: object) -> str:
        """Return a sentence with its values filled in.

        >>> Words(taken="{n, plural, one {# tile} other {# tiles}} for {who}").say(
        ...     "taken", n=2, who="Ada"
        ... )
        '2 tiles for Ada'
        """

        def form(match: re.Match[str]) -> str:
            number = values[match[1]]
            return match[2 if number == 1 else 3].replace("#", str(number))

        return _PLURAL.sub(form, self[key]).format(**values) if values else self[key]
