"""What the coach found, in words for terminals."""

from collections.abc import Sequence

from ludoteca.coach.analysis import Judgement
from ludoteca.language import Words
from ludoteca.record.header import Header


def format_number(value: float, said: Words, digits: int = 1) -> str:
    """Write a number as it is written in a language.

    >>> from ludoteca.language import words
    >>> format_number(2.34, words("en")), format_number(2.34, words("de"))
    ('2.3', '2,3')
    """
    return f"{value:.{digits}f}".replace(".", said["plain.decimal"])


def names_apart(names: Sequence[str], said: Words) -> list[str]:
    """Name the players; those with the same name get the number of their seat.

    >>> from ludoteca.language import words
    >>> names_apart(["Ann", "Bob", "Ann"], words("en"))
    ['Ann (seat 0)', 'Bob', 'Ann (seat 2)']
    """
    return [
        said.say("page.why.named", name=name, n=seat) if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


def better_words(judgement: Judgement, header: Header, said: Words, language: str) -> str:
    """Write what the best move gains, and why; what speaks against it comes last."""
    gain = f"+{judgement.win_lost:.0%} ± {judgement.error:.0%}"
    names, seat = names_apart(header.players, said), judgement.seat
    reasons: list[str] = []
    against: list[str] = []
    for reason in judgement.reasons(header.game):
        more = "more" if reason.points > 0 else "less"
        n = _counted(abs(reason.points), said)
        if reason.seat == seat:
            part = in_a_line(said[reason.part], language)
            text = said.say(f"page.why.{more}", n=n, part=part)
        else:
            text = said.say(f"page.why.other_{more}", n=n, name=names[reason.seat])
        (reasons if reason.favours(seat) else against).append(text)
    if not reasons:
        return gain
    key = "plain.analysis.why_but" if against else "plain.analysis.why"
    return said.say(key, gain=gain, reasons=", ".join(reasons), against=", ".join(against))


def in_a_line(heading: str, language: str) -> str:
    """Write a heading as it is written in mid-line: English has no capital there.

    >>> in_a_line("Common goals", "en"), in_a_line("Gruppen", "de")
    ('common goals', 'Gruppen')
    """
    return heading[:1].lower() + heading[1:] if language == "en" else heading


def _counted(points: float, said: Words) -> int | str:
    """Round points to tenths, as a sentence counts them: 1.04 is one point."""
    tenths = round(points, 1)
    return int(tenths) if tenths == int(tenths) else format_number(tenths, said)


def like_words(levels: tuple[str, str], said: Words) -> str:
    """Name the level that a player was like, or the two between which they were.

    >>> from ludoteca.language import words
    >>> like_words(("easy", "hard"), words("en")), like_words(("hard", "hard"), words("de"))
    ('played somewhere between easy and hard', 'Spielstärke etwa schwer')
    """
    weaker, stronger = (said[f"page.level.{level}"] for level in levels)
    if weaker == stronger:
        return said.say("plain.analysis.like", level=weaker)
    return said.say("plain.analysis.between", weaker=weaker, stronger=stronger)
