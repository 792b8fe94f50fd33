"""The pictures of the rules in the documents are those of the board's own components."""

import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "pictures"
OTHERS = ("terminal-", "all-")
"""Pictures of the terminal program and of all pieces begin so; other commands draw them."""
STALE = "run python hatch_build.py run pictures"


def kept() -> list[Path]:
    """List the pictures of the rules."""
    return [path for path in KEPT.glob("*.svg") if not path.name.startswith(OTHERS)]


def test_they_are_current(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.delitem(sys.modules, "hatch_build", raising=False)
    import hatch_build

    hatch_build.install()
    hatch_build.npm("run", "--silent", "pictures", "--", str(tmp_path))
    drawn = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert drawn
    assert {path.name: path.read_bytes() for path in kept()} == drawn, STALE


def test_each_stands_in_the_rules_once() -> None:
    files = [
        f"{listed.parent.name.replace('_', '-')}-{picture['name']}.svg"
        for listed in (ROOT / "web/src/boards").glob("*/pictures.json")
        for picture in json.loads(listed.read_bytes())
    ]
    assert sorted(files) == sorted(path.name for path in kept())


def test_they_need_nothing_from_elsewhere() -> None:
    for path in kept():
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http" not in text
        assert "base64" not in text
        assert set(re.findall(r"var\((--[\w-]+)\)", text)) <= {"--clasp-light"}, "set on the card"
