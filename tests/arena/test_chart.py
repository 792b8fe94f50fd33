"""The small pictures: well-formed, within their frame, every value somewhere."""

import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.arena.chart import WIDTH, course, distributions, intervals
from ludoteca.core.chart import ticks

EVIL = 'exec:"<b>&\'" --a-very-long-name --indeed'


def picture(text: str) -> ElementTree.Element:
    """Read the figure."""
    return ElementTree.fromstring(text.split("<ul")[0])


def assert_inside(figure: ElementTree.Element) -> None:
    """Check that nothing is drawn outside of the frame."""
    svg = figure.find("svg")
    assert svg is not None
    height = float(svg.attrib["viewBox"].split()[3])
    for element in svg.iter():
        for name, value in element.attrib.items():
            if name in ("x", "x1", "x2", "cx"):
                assert -1 <= float(value) <= WIDTH + 1
            if name in ("y", "y1", "y2", "cy"):
                assert -1 <= float(value) <= height + 1
            if name == "points":
                for point in value.split():
                    x, y = map(float, point.split(","))
                    assert -1 <= x <= WIDTH + 1
                    assert -1 <= y <= height + 1


@given(st.floats(-1e6, 1e6), st.floats(0.001, 1e6))
def test_ticks_are_round_and_within(least: float, width: float) -> None:
    found = ticks(least, least + width)
    assert 2 <= len(found) <= 16
    steps = {round(b - a, 6) for a, b in pairwise(found)}
    slack = 1e-6 * (abs(least) + width)
    assert least - slack <= found[0] <= found[-1] <= least + width + slack
    assert len({f"{step:.3g}" for step in steps}) == 1
    step = max(steps)
    assert step / 10 ** math.floor(math.log10(step) + 1e-9) == pytest.approx(
        round(step / 10 ** math.floor(math.log10(step) + 1e-9)), rel=1e-3
    )


def test_intervals_show_every_row() -> None:
    rows = [("greedy", 50.0, 40.0, 60.0), (EVIL, 99.0, 98.0, 100.0)]
    figure = picture(intervals(rows, 50, "wins, in %", (0, 100)))
    assert_inside(figure)
    assert len(figure.findall(".//circle")) == 2
    assert figure.findtext("figcaption") == "wins, in %"
    titles = [title.text or "" for title in figure.iter("title")]
    assert titles[1].startswith(EVIL)
    names = [text.text or "" for text in figure.iter("text") if text.get("class") == "name"]
    assert names[0] == "greedy"
    assert EVIL.startswith(names[1].rstrip("…"))


def test_a_single_value_is_drawn() -> None:
    assert_inside(picture(intervals([("random", 0.0, 0.0, 0.0)], None, "ratings")))
    assert_inside(picture(distributions({"random": {7: 3}}, "scores")))
    assert_inside(picture(course([], (-2.9, 2.9), "a test")))


def test_distributions_show_every_series_with_its_name() -> None:
    text = distributions({"a": {3: 1, 5: 2}, EVIL: {-2: 4}, "none": {}}, "scores")
    figure = picture(text)
    assert_inside(figure)
    lines = figure.findall(".//polyline")
    assert [line.get("class") for line in lines] == ["c0", "c1"]
    legend = ElementTree.fromstring(text[text.index("<ul") :])
    assert [item.findtext("span") for item in legend] == ["a", EVIL]


def test_a_course_runs_from_the_start_to_beyond_a_bound() -> None:
    figure = picture(course([(16, 1.5), (32, 3.1)], (-2.9, 2.9), "a test"))
    assert_inside(figure)
    (line,) = figure.findall(".//polyline")
    assert len(re.findall(",", line.attrib["points"])) == 3
    assert len([mark for mark in figure.iter("line") if mark.get("class") == "mark"]) == 2
