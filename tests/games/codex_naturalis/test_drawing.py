"""The drawing of a view: readable, cropped, and never wider than 80 columns."""

import pytest

from ludoteca.core.colour import coloured, plain
from ludoteca.games.codex_naturalis.drawing import AREA_HEIGHT, WIDTH
from ludoteca.games.codex_naturalis.drawing.areas import area_lines, outside, window
from ludoteca.games.codex_naturalis.drawing.cards import card_line, objective_line
from tests.games.codex_naturalis.tables import GAME, laid_out, new_match, position
from tests.games.codex_naturalis.twins import DEALT_CARDS, OBJECTIVE_CARDS, Placement
from tests.playing import random_states

SMALL: list[Placement] = [(83, "front", 0, 0), (5, "back", 1, 1), (12, "front", 2, 0)]
ROW: list[Placement] = [
    (84, "front", 0, 0),
    *((card, "back", card, card if card < 31 else 62 - card) for card in range(1, 61)),
]
"""Sixty cards up and down again: wider and higher than any screen."""


def test_an_area_is_drawn_with_coordinates_corners_and_legal_positions() -> None:
    drawing = plain("\n".join(area_lines(laid_out(SMALL), 0, (0, 0), WIDTH, AREA_HEIGHT)))
    assert drawing.splitlines() == [
        "",
        "  2       +       +",
        "            .   .",
        "  1   +     ( 5F)     +",
        "        .   .   P   P",
        "  0     [83*]   [12P]",
        "        .   .   #   .",
        " -1   +               +",
        "",
        "      -1  0   1   2   3",
    ]


def test_a_large_area_is_shown_in_part_and_says_what_is_left_out() -> None:
    state = laid_out(ROW)
    shown = window(state, 0, (60, 2), WIDTH, AREA_HEIGHT)
    assert shown.holds(60, 2)
    assert not shown.holds(0, 0)
    left_out = outside(state, 0, shown)
    assert left_out["left"] > 0
    assert left_out["right"] == 0
    lines = area_lines(state, 0, (60, 2), WIDTH, AREA_HEIGHT)
    assert max(len(plain(line)) for line in lines) <= WIDTH
    assert len(lines) <= AREA_HEIGHT


def test_scrolling_shows_every_card_somewhere() -> None:
    state = laid_out(ROW)
    seen = set()
    for x in range(0, 61, 5):
        for y in range(0, 32, 5):
            text = plain("\n".join(area_lines(state, 0, (x, y), 40, 20)))
            seen |= {card for card, *_ in ROW if f"({card:2}" in text or f"[{card:2}" in text}
    assert seen == {card for card, *_ in ROW}


@pytest.mark.parametrize("language", ["en", "it", "de"])
def test_no_line_is_wider_than_eighty_columns(language: str) -> None:
    words = GAME.words(language)
    draw = GAME.modules.drawing.draw
    names = ["A name much longer than any line has room for it", "Bo", "C" * 90, "D"]
    for players in (2, 4):
        for number, state in enumerate(random_states(GAME, players, GAME.choose_options(), 3)):
            if number % 6:
                continue
            for seat in (None, *range(players)):
                view = GAME.view(state, seat).state
                lines = plain(draw(view, seat, names, words)).splitlines()
                assert max(map(len, lines)) <= WIDTH
            for seat in GAME.movers(state):
                summary = plain(GAME.modules.drawing.legal_summary(state, seat, words))
                assert max(map(len, summary.splitlines())) <= WIDTH


@pytest.mark.parametrize("language", ["en", "it", "de"])
def test_every_card_has_a_line(language: str) -> None:
    words = GAME.words(language)
    lines = [plain(card_line(card, words)) for card in (*DEALT_CARDS, *range(81, 87))]
    lines += [plain(objective_line(card, words)) + " = 99" for card in OBJECTIVE_CARDS]
    assert len(set(lines)) == len(lines)
    assert max(map(len, lines)) <= WIDTH
    assert not any("{" in line for line in lines)


def test_a_card_line_tells_corners_points_and_requirement() -> None:
    words = GAME.words()
    assert plain(card_line(5, words)) == "  5 F resource  # Q / P F"
    assert plain(card_line(44, words)) == (
        " 44 F gold      . . / # .   2 points for each corner it covers, needs FFFA"
    )
    assert plain(objective_line(91, words)) == (
        " 91 3 points: two fungi cards stacked, one plant card at the bottom right"
    )
    assert plain(objective_line(99, words)) == (
        " 99 3 points: each set of 1 quill, 1 inkwell and 1 manuscript"
    )


def test_others_are_drawn_by_their_backs() -> None:
    state = position([[(83, "front", 0, 0)], [(82, "back", 0, 0)]], [[1, 12, 60], [2, 13, 70]])
    drawing = GAME.draw(GAME.view(state, 0), ["Ada", "Bo"])
    assert "Hand: 1 12 60" in drawing
    assert "Hand: F P A*" in drawing
    assert ">Ada" in drawing
    assert "\x1b[31m" in coloured(GAME.draw(GAME.view(state, 0), ["Ada", "Bo"], colour=True))


def test_symbols_have_the_letters_of_the_language() -> None:
    areas = [[(83, "front", 0, 0), (5, "back", 1, 1)], [(82, "back", 0, 0)]]
    state = position(areas, [[1, 12, 60], [2, 13, 70]])
    drawing = GAME.draw(GAME.view(state, 0), ["Ada", "Bo"], "de")
    for found in ("( 5Z)", "Hand: Z P T*", "T Tiere", "F0 K0 M0"):
        assert found in drawing


def test_the_starter_card_is_shown_before_its_side_is_chosen() -> None:
    state = new_match(2)
    drawing = GAME.draw(GAME.view(state, 0), ["Ada", "Bo"])
    assert f" {state.starter[0]} front" in drawing
    assert f"starter: {state.starter[1]}" in drawing


def test_the_summary_fits_the_phase() -> None:
    words = GAME.words()
    summary = GAME.modules.drawing.legal_summary
    assert "front or back" in summary(new_match(2), 0, words)
    areas = [[(83, "front", 0, 0)], [(82, "back", 0, 0)]]
    assert "1,1" in summary(position(areas, [[1, 47], [2]]), 0, words)
    drawn = summary(position(areas, [[1, 47], [2]], stage="draw"), 0, words)
    assert "resource gold 3 4 41 42" in drawn
