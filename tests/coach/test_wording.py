"""What the coach found, in words for terminals."""

from dataclasses import replace

from ludoteca.coach import MatchAccount
from ludoteca.coach.wording import account_words, better_words
from ludoteca.games import load
from ludoteca.language import words
from ludoteca.record import Header
from tests.coach.test_analysis import compared

GAME = load("my_shelfie")


def told(names: tuple[str, str], language: str = "en", error: float = 0.02) -> str:
    """Write why a move is better."""
    header = Header(GAME, "test", GAME.choose_options(), names)
    said = words(language, GAME.words(language))
    return better_words(replace(compared(), error=error), header, said, language)


def test_reasons_come_first_and_then_what_speaks_against() -> None:
    assert told(("Ann", "Bob")) == (
        "+10% ± 2%: Bob gets 3 fewer points, 2.8 more points from groups"
        "; but 1 fewer point from personal goal"
    )
    assert "2,8 Punkte mehr bei „Gruppen“" in told(("Ann", "Bob"), "de")


def test_players_with_the_same_name_are_told_apart_by_their_seats() -> None:
    assert "Ann (seat 1) gets 3 fewer points" in told(("Ann", "Ann"))


def test_what_may_be_chance_has_no_reason() -> None:
    assert told(("Ann", "Bob"), error=0.12) == "+10% ± 12%"


def test_a_loss_has_a_minus_and_nothing_has_no_sign() -> None:
    account = MatchAccount(own=-0.004, others=0.12, luck=-0.116)
    assert account_words(account, words("en")) == [
        "Own moves 0%",
        "The others’ moves +12%",
        "Luck −12%",
    ]
    assert account_words(account, words("de"))[2] == "Glück −12 %"
