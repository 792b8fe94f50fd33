"""The text of a notice: the game, who invites, and nothing that a match keeps secret."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ludoteca import games
from ludoteca.language import words

NoticeKind = Literal["turn", "invitation", "end"]

MOST_LINES = 5
"""Matches named in one notice; the others are counted."""


class Occasion(NamedTuple):
    """Something a user may want to hear of."""

    kind: NoticeKind
    match: str
    game: str
    by: str = ""
    """Who invites."""


def sentence(occasion: Occasion, language: str) -> str:
    """Return what happened, in one sentence.

    >>> sentence(Occasion("turn", "m", "my_shelfie"), "en")
    'My Shelfie: it’s your turn.'
    """
    game = games.load(occasion.game).name
    return words(language).say(f"notice.{occasion.kind}", game=game, name=occasion.by)


def headline(occasions: Sequence[Occasion], language: str) -> str:
    """Return one sentence about all of them."""
    if len(occasions) == 1:
        return sentence(occasions[0], language)
    turns = sum(one.kind == "turn" for one in occasions)
    key = "notice.turns" if turns == len(occasions) else "notice.several"
    return words(language).say(key, n=len(occasions))


def lines(occasions: Sequence[Occasion], language: str) -> list[str]:
    """Return a sentence for each; of many, the first ones and how many there are besides."""
    shown = [sentence(one, language) for one in occasions[:MOST_LINES]]
    left = len(occasions) - len(shown)
    return [*shown, words(language).say("notice.others", n=left)] if left else shown
