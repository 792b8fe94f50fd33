"""A site of plain files plays without any server."""

import hashlib
import json
from pathlib import Path

import pytest

from ludoteca.cli import main
from ludoteca.core.errors import UsageError
from ludoteca.device.site import write_site


def test_everything_that_is_listed_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "site"
    assert main(["static", str(folder)]) == 0
    assert "files" in capsys.readouterr().out
    text = (folder / "files.js").read_text().removeprefix("self.files = ").rstrip(";\n")
    files = json.loads(text)
    for path, digest in files["shell"].items():
        content = (folder / (path.strip("/") or "index.html")).read_bytes()
        assert hashlib.sha256(content).hexdigest()[:16] == digest, path
    for path in files["device"]:
        assert (folder / path.strip("/")).is_file(), path
    assert not list(folder.rglob("*.gz"))
    index = (folder / "index.html").read_text()
    assert index == (folder / "404.html").read_text()
    assert 'name="ludoteca-server" content="none"' in index
    assert "script-src 'self' 'wasm-unsafe-eval';" in index


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="not an empty folder"):
        write_site(tmp_path)
    with pytest.raises(UsageError, match=r"hatch_build\.py"):
        write_site(tmp_path / "site", static=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
