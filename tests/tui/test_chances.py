"""Chances over a match: the lines of the chart, and what a move was worth in words."""

from ludoteca.bots.base import Line
from ludoteca.coach import Judgement
from ludoteca.language import words
from ludoteca.tui.chances import at_column, move_note, worth_of


def judgement(win: float, best: float) -> Judgement:
    """Make a judgement by two chances; equal ones mean the best move."""
    played = Line(1, win, 10.0, 5)
    other = played if win == best else Line(2, best, 12.0, 5)
    return Judgement(9, 0, "a1>1", played, "a1>1" if win == best else "b2>2", other, 0.02)


def test_a_line_goes_from_point_to_point() -> None:
    chances = [(4, 0.2), (8, 0.6), (9, 1.0)]
    found = [at_column(chances, ply) for ply in (3, 4, 6, 8.5, 9, 10)]
    assert [None if each is None else round(each, 2) for each in found] == [
        None, 0.2, 0.4, 0.8, 1.0, None,
    ]  # fmt: skip


def test_a_move_is_rated_in_words() -> None:
    said = words("en")
    assert worth_of(judgement(0.5, 0.5), said) == "Best move"
    assert worth_of(judgement(0.5, 0.53), said) == "Good. Better: b2>2 (+3% ± 2%)"
    assert worth_of(judgement(0.5, 0.57), said) == "Inaccuracy. Better: b2>2 (+7% ± 2%)"
    assert worth_of(judgement(0.5, 0.75), said) == "Mistake. Better: b2>2 (+25% ± 2%)"
    assert move_note(judgement(0.5, 0.75), said) == " 50%  Mistake. Better: b2>2 (+25% ± 2%)"
