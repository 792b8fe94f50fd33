"""What notices say."""

import pytest

from ludoteca import games
from ludoteca.language import LANGUAGES
from ludoteca.server.notices.wording import MOST_LINES, NoticeKind, Occasion, headline, lines

GAME = games.names()[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_is_said_in_every_language(language: str) -> None:
    kinds: tuple[NoticeKind, ...] = ("turn", "invitation", "end")
    said = [headline([Occasion(kind, "m", GAME, "Bo")], language) for kind in kinds]
    assert len(set(said)) == 3
    assert all(games.load(GAME).name in one for one in said)
    assert "Bo" in said[1]


def test_many_are_told_in_one() -> None:
    many = [Occasion("turn", f"m{number}", GAME) for number in range(MOST_LINES + 2)]
    assert headline(many, "en") == "It’s your turn in 7 matches."
    assert headline([*many, Occasion("end", "m", GAME)], "de") == "8 Nachrichten von ludoteca"
    assert len(lines(many, "en")) == MOST_LINES + 1
    assert lines(many, "en")[-1] == "And 2 others."
