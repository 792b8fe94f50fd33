"""`ludoteca draw`: a position of a record as a picture."""

from pathlib import Path
from xml.etree import ElementTree

import ludoteca
from tests.cli.running import Run


def test_a_position_is_written_and_printed(run: Run, tmp_path: Path) -> None:
    match = ludoteca.Match("codex_naturalis", players=["Ada", "Bo"], seed=7)
    match.play("greedy", moves=20)
    record, picture = match.save(tmp_path / "match.ludo"), tmp_path / "board.svg"
    answer = run("draw", str(record), "--at", "20", "--seat", "1", "-o", str(picture))
    assert (answer.code, answer.out) == (0, "")
    assert picture.read_text(encoding="utf-8") == match.at(20).svg(1)
    printed = run("draw", str(record))
    assert printed.out == match.svg() == match._repr_svg_()
    assert match.view(0)._repr_svg_() == match.svg(0) != match.svg(language="it")
    ElementTree.fromstring(printed.out)


def test_what_can_not_be_drawn_is_refused(run: Run, tmp_path: Path) -> None:
    record = str(ludoteca.Match("my_shelfie", seed=7).save(tmp_path / "match.ludo"))
    assert "there is no ply 99" in run("draw", record, "--at", "99").err
    assert "there is no seat 5" in run("draw", record, "--seat", "5").err
    assert "must end in .svg or .png" in run("draw", record, "-o", "board.gif").err


def test_a_name_in_png_makes_pixels(run: Run, tmp_path: Path) -> None:
    record = str(ludoteca.Match("my_shelfie", seed=7).save(tmp_path / "match.ludo"))
    picture = tmp_path / "board.png"
    assert run("draw", record, "-o", str(picture)).code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
