"""What a browser needs to play without a server is packed, and nothing comes from elsewhere."""

import ast
import json
import zipfile
from pathlib import Path

from ludoteca import games
from ludoteca.device import pack

STATIC = Path(pack.__file__).parents[1] / "static"


def test_nothing_that_is_packed_imports_what_is_left_out() -> None:
    imported = set()
    for name, path in pack.sources():
        if name.endswith(".py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    imported |= {alias.name.partition(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom):
                    imported.add((node.module or "").partition(".")[0])
    assert {"asyncio", "tomllib"} <= imported
    assert imported & pack.UNUSED == set()


def test_the_built_page_has_the_pack() -> None:
    facts = json.loads((STATIC / "device.json").read_text())
    folder = STATIC / facts["folder"].strip("/")
    for name, size in facts["files"].items():
        path = folder / name
        found = path if path.is_file() else folder / f"{name}.gz"
        assert found.stat().st_size == size
    assert sum(facts["files"].values()) < 6_000_000
    assert json.loads((folder / pack.LOCK).read_text())["packages"] == {}
    with zipfile.ZipFile(folder / "ludoteca.zip") as archive:
        names = archive.namelist()
        assert "ludoteca/device/main.pyc" in names
        assert not [name for name in names if "server/" in name]
    with zipfile.ZipFile(folder / pack.STANDARD_LIBRARY) as library:
        assert {"asyncio/__init__.pyc", "typing.pyc"} <= set(library.namelist())
    for game, by_players in facts["empty"].items():
        counts = games.load(game).player_counts
        assert [len(one["view"]["seats"]) for one in by_players.values()] == list(counts)
    listed = (STATIC / "files.js").read_text()
    assert facts["folder"] in listed
