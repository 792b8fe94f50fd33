"""Files that a picture may be written to."""

import importlib.util
from pathlib import Path

import pytest

from ludoteca.core.errors import UsageError
from ludoteca.core.picture import refuse_unknown_picture


@pytest.mark.parametrize("name", ["picture.gif", "picture", "png", "picture.svg.txt"])
def test_only_png_and_svg_are_drawn(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"must end in \.png or \.svg"):
        refuse_unknown_picture(tmp_path / name)


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        refuse_unknown_picture(tmp_path / "nowhere" / "picture.png")


def test_without_the_extra_a_sentence_says_what_to_install_for_pixels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"pip install 'ludoteca\[graphics\]'"):
        refuse_unknown_picture(tmp_path / "picture.png")
    refuse_unknown_picture(tmp_path / "picture.svg")
