"""Charts as SVG."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ludoteca.core.chart import Axes, ChartLine, Panel, Picture

LINES = [
    ChartLine("<Ada> & $a$", [(0, 1.5), (1, 3), (4, 2)], crosses=[(1, 3)]),
    ChartLine("nothing", [(0, 2), (4, 2)], is_dashed=True),
]
PICTURE = Picture(
    "A title",
    [Panel("left", "ply", "chance", LINES), Panel("right", "n", "share", bars=[(1, 0.5), (3, 1)])],
)


def found(picture: Picture, tag: str) -> list[ET.Element]:
    """Return the elements of a kind."""
    return list(ET.fromstring(picture.svg()).iter(f"{{http://www.w3.org/2000/svg}}{tag}"))


def test_axes_lead_from_numbers_to_places() -> None:
    axes = Axes(10, 20, 110, 220, (0, 5), (0, 1))
    assert (axes.x(0), axes.x(5), axes.y(0), axes.y(1)) == (10, 110, 220, 20)
    assert axes.points([(2.5, 0.5)]) == "60.0,120.0"
    assert len(axes.columns()) == 6


def test_every_line_bar_and_word_is_drawn() -> None:
    assert [len(one.attrib["points"].split()) for one in found(PICTURE, "polyline")] == [3, 2]
    assert len(found(PICTURE, "path")) == 1
    assert len(found(PICTURE, "rect")) == 1 + 2
    said = {one.text for one in found(PICTURE, "text")}
    assert {"A title", "left", "right", "ply", "share", "<Ada> & $a$", "nothing"} <= said


def test_higher_numbers_are_higher_up() -> None:
    places = [point.split(",") for point in found(PICTURE, "polyline")[0].attrib["points"].split()]
    heights = [float(y) for _, y in places]
    assert heights[1] < heights[2] < heights[0]
    low, high = [float(one.attrib["height"]) for one in found(PICTURE, "rect")[1:]]
    assert high == pytest.approx(2 * low, rel=0.01)


def test_a_long_legend_takes_several_rows_and_stays_inside() -> None:
    lines = [ChartLine("x" * 40, [(0, 0), (1, 1)]) for _ in range(4)]
    picture = Picture("t", [Panel("", "x", "y", lines)])
    height = float(ET.fromstring(picture.svg()).attrib["height"])
    rows = {float(one.attrib["y"]) for one in found(picture, "text") if one.text == "x" * 40}
    assert len(rows) == 4
    assert max(rows) < height


@pytest.mark.parametrize(("name", "begins"), [("a.png", b"\x89PNG"), ("b.SVG", b"<?xml")])
def test_the_same_panels_give_the_same_file(tmp_path: Path, name: str, begins: bytes) -> None:
    written = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        PICTURE.save(tmp_path / folder / name)
        written.append((tmp_path / folder / name).read_bytes())
    assert written[0].startswith(begins)
    assert written[0] == written[1]


def test_a_chart_without_any_change_is_drawn() -> None:
    picture = Picture("t", [Panel("", "x", "y", [ChartLine("flat", [(3, 0)])])])
    assert "nan" not in picture.svg()
