"""Drawing on a canvas: text, colours, clicks."""

from rich.console import Console

from ludoteca.tui.canvas import Canvas, Paint, fitted, wrapped
from tests.attacks import ATTACKS


def test_what_is_outside_is_left_out() -> None:
    canvas = Canvas(4, 2)
    canvas.put(-2, 0, "abcdef")
    canvas.put(0, 5, "below")
    assert canvas.text() == "cdef\n"


def test_wide_letters_take_two_columns() -> None:
    canvas = Canvas(6, 1)
    assert canvas.put(0, 0, "日x") == 3
    assert canvas.strip(0, True).cell_length == 6
    assert canvas.text() == "日x"


def test_a_wide_letter_that_does_not_fit_is_left_out() -> None:
    canvas = Canvas(3, 1)
    canvas.put(2, 0, "日")
    assert canvas.text() == ""


def test_what_others_say_is_no_order_to_the_terminal() -> None:
    """Nobody clears a rival's screen, sets its title or turns its letters around."""
    screen = Console(force_terminal=True)
    for said in (*ATTACKS, "\x1b]0;title\x07", "\x9b2J", "one\ntwo"):
        canvas = Canvas(60, 1)
        canvas.put(0, 0, said)
        written = canvas.strip(0, colour=False).render(screen)
        assert not any(mark < " " or "\x7f" <= mark < "\xa0" for mark in written), said
        assert not {"\u202e", "\u2066"} & set(written), said


def test_text_keeps_the_paper_it_is_written_on() -> None:
    canvas = Canvas(3, 1)
    canvas.fill(0, 0, 3, 1, "#112233")
    canvas.put(1, 0, "x", Paint("#ffffff"))
    assert {paint.paper for paint in canvas.paints[0]} == {"#112233"}


def test_without_colours_marks_stay_bold() -> None:
    canvas = Canvas(1, 1)
    canvas.put(0, 0, "x", Paint("#ffffff", "#000000", bold=True))
    (segment,) = canvas.strip(0, colour=False)
    assert segment.style is not None
    assert segment.style.bold
    assert segment.style.color is None
    assert segment.style.bgcolor is None


def test_the_upper_thing_is_clicked() -> None:
    canvas = Canvas(9, 3)
    canvas.spot(0, 0, 9, 3, "table")
    canvas.spot(2, 1, 3, 1, "card")
    assert [canvas.spot_at(x, 1) for x in (1, 2, 4, 5)] == ["table", "card", "card", "table"]
    assert canvas.spot_at(9, 1) is None


def test_a_pasted_sheet_brings_its_clicks() -> None:
    inner, outer = Canvas(2, 1), Canvas(6, 2)
    inner.put(0, 0, "ab")
    inner.spot(0, 0, 2, 1, "ab")
    outer.paste(inner, 3, 1)
    assert outer.text() == "\n   ab"
    assert outer.spot_at(4, 1) == "ab"


def test_only_changed_rows_are_named() -> None:
    before, after = Canvas(3, 3), Canvas(3, 3)
    after.put(0, 1, "x")
    after.put(0, 2, " ", Paint(bold=True))
    assert after.changed_rows(before) == [1, 2]


def test_texts_are_cut_and_broken_by_columns() -> None:
    assert fitted("日本語", 5) == "日本…"
    assert wrapped("a bb ccc dddd", 4) == ["a bb", "ccc", "dddd"]
    assert wrapped("unbreakable", 5) == ["unbr…"]
