"""What the coach found, in words for terminals."""

from collections.abc import Sequence

from ludoteca.coach.account import MatchAccount
from ludoteca.coach.analysis import Judgement
from ludoteca.language import Words
from ludoteca.record.header import Header


def format_number(value: float, said: Words, digits: int = 1, *, signed: bool = False) -> str:
    """Write a number as it is written in a language; zero never has a sign.

    >>> from ludoteca.language import words
    >>> format_number(2.34, words("en")), format_number(-2.34, words("de"))
    ('2.3', '−2,3')
    >>> [format_number(value, words("en"), signed=True) for value in (2.34, -0.04)]
    ['+2.3', '0.0']
    """
    text = f"{abs(value):.{digits}f}"
    sign = "−" if value < 0 else "+" if signed else ""
    return ("" if float(text) == 0 else sign) + text.replace(".", said["plain.decimal"])


def format_percent(share: float, said: Words, digits: int = 0, *, signed: bool = False) -> str:
    """Write a share in percent as it is written in a language.

    >>> from ludoteca.language import words
    >>> format_percent(0.034, words("en"), 1), format_percent(0.034, words("de"), 1)
    ('3.4%', '3,4 %')
    """
    return said.say("plain.percent", n=format_number(100 * share, said, digits, signed=signed))


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
    gain = format_percent(judgement.win_lost, said, signed=True)
    gain += f" ± {format_percent(judgement.error, said)}"
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


def account_words(account: MatchAccount, said: Words) -> list[str]:
    """Write what a seat's own moves, the others' moves and luck made of its result."""
    parts = {"own": account.own, "others": account.others, "luck": account.luck}
    return [
        f"{said[f'page.account.{key}']} {format_percent(part, said, signed=True)}"
        for key, part in parts.items()
    ]


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
