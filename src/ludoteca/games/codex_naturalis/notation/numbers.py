"""Numbers and lists of cards in a position's text, checked as they are read."""


def number(text: str, what: str, least: int, most: int) -> int:
    """Read a number between two bounds.

    >>> number("7", "points", 0, 9)
    7
    """
    canonical = text.isascii() and text.isdigit() and (text[0] != "0" or text == "0")
    if not canonical or len(text) > 4 or not least <= int(text) <= most:
        raise ValueError(f"{what}: a number from {least} to {most} expected, not {text[:20]!r}")
    return int(text)


def cards_of(text: str, what: str, least: int, most: int, count: int) -> list[int]:
    """Read a number of cards; - is 0, no card.

    >>> cards_of("6,-", "face-up cards", 1, 80, 2)
    [6, 0]
    """
    marks = text.split(",")
    if len(marks) != count:
        raise ValueError(f"{what}: {count} expected, {len(marks)} found")
    return [0 if mark == "-" else number(mark, what, least, most) for mark in marks]
