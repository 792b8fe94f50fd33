"""Pictures in files."""

import importlib.util
from pathlib import Path

import pytest

from ludoteca.core.errors import UsageError
from ludoteca.core.picture import new_figure, refuse_unknown_picture, save


@pytest.mark.parametrize(("name", "begins"), [("a.png", b"\x89PNG"), ("b.SVG", b"<?xml")])
def test_the_same_drawing_gives_the_same_bytes(tmp_path: Path, name: str, begins: bytes) -> None:
    written = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / name
        refuse_unknown_picture(path)
        figure = new_figure(3, 2)
        figure.subplots().plot([1, 3, 2])
        save(figure, path)
        written.append(path.read_bytes())
    assert written[0].startswith(begins)
    assert written[0] == written[1]


@pytest.mark.parametrize("name", ["picture.gif", "picture", "png", "picture.svg.txt"])
def test_only_png_and_svg_are_drawn(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"must end in \.png or \.svg"):
        refuse_unknown_picture(tmp_path / name)


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        refuse_unknown_picture(tmp_path / "nowhere" / "picture.png")


def test_without_matplotlib_a_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"pip install 'ludoteca\[plot\]'"):
        refuse_unknown_picture(tmp_path / "picture.png")
