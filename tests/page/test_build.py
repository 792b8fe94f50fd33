"""The page is built from pinned sources by Python alone, and stays small."""

import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.delitem(sys.modules, "hatch_build", raising=False)
    import hatch_build

    return hatch_build


@pytest.fixture(scope="module")
def lock() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((WEB / "package-lock.json").read_text())["packages"]
    return found


def test_the_lock_names_no_address(lock: dict[str, Any]) -> None:
    assert [name for name, package in lock.items() if "resolved" in package] == []
    assert all("integrity" in package for name, package in lock.items() if name)


def test_the_lock_serves_all_systems(lock: dict[str, Any]) -> None:
    """A lock made beside an installed node_modules would hold this machine's binding only."""
    bindings = [name for name in lock if "/@rolldown/binding-" in name]
    assert len(bindings) >= 15
    assert {"darwin", "linux", "win32"} <= {
        re.split("binding-", n)[1].split("-")[0] for n in bindings
    }


def test_versions_are_exact() -> None:
    package = json.loads((WEB / "package.json").read_text())
    for group in ("dependencies", "devDependencies", "overrides"):
        for name, version in package[group].items():
            assert re.fullmatch(r"\d+\.\d+\.\d+", version), name


def test_the_stamp_covers_the_page_and_all_words(hook: ModuleType) -> None:
    names = {path.relative_to(ROOT).as_posix() for path in hook.sources()}
    assert {"web/index.html", "web/package-lock.json", "web/src/App.svelte"} <= names
    for language in ("en", "it", "de"):
        assert f"src/ludoteca/language/{language}.json" in names
        assert f"src/ludoteca/games/my_shelfie/text/{language}.json" in names
    assert not any("node_modules" in name or name.endswith(".test.ts") for name in names)


def test_a_changed_word_makes_the_page_stale(
    hook: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = tmp_path / "src/ludoteca/language/en.json"
    words.parent.mkdir(parents=True)
    words.write_text("{}")
    (tmp_path / "web").mkdir()
    stamp = tmp_path / "stamp"
    for name, value in (("ROOT", tmp_path), ("WEB", tmp_path / "web"), ("STAMP", stamp)):
        monkeypatch.setattr(hook, name, value)
    assert not hook.page_is_fresh()
    stamp.write_text(hook.digest())
    assert hook.page_is_fresh()
    words.write_text('{"a": "b"}')
    assert not hook.page_is_fresh()
    stamp.write_text("of another build")
    (tmp_path / "web").rmdir()
    assert hook.page_is_fresh(), "a source distribution without web/ keeps the page it carries"


def test_the_built_page_has_nothing_inline(hook: ModuleType) -> None:
    if not hook.page_is_fresh():
        pytest.fail("the page is not built: run python hatch_build.py")
    index = (hook.STATIC / "index.html").read_text()
    assert "<style" not in index
    assert re.findall(r"<script(?![^>]*src=)", index) == []


def test_nothing_needs_inline_styles() -> None:
    """The Content-Security-Policy forbids style attributes in markup; computed ones are fine."""
    guilty = [
        path.relative_to(WEB).as_posix()
        for path in (WEB / "src").rglob("*.svelte")
        if re.search(r"\sstyle=\"[^\"{]*\"", path.read_text()) or "{@html" in path.read_text()
    ]
    assert guilty == []


def test_everything_that_the_page_shows_is_kept_for_when_there_is_no_network(
    hook: ModuleType,
) -> None:
    text = (hook.STATIC / "files.js").read_text().removeprefix("self.files = ").rstrip(";\n")
    listed = json.loads(text)["shell"]
    assert set(listed) >= {"/", "/device.json", "/manifest.webmanifest"}
    paths = {path.relative_to(hook.STATIC).as_posix() for path in hook.STATIC.rglob("*.*")}
    missing = {name for name in paths if f"/{name}" not in listed and "/." not in f"/{name}"}
    own = {"index.html", "files.js", "service-worker.js", "licences.txt"}
    assert {name for name in missing if not name.startswith("device/")} == own


def test_pictures_that_only_the_documents_show_are_no_part_of_the_page(hook: ModuleType) -> None:
    built = (hook.STATIC / "assets").glob("*.svg")
    bundled = {re.sub(r"-.{8}$", "", path.stem) for path in built}
    shown = {
        f"{path.parent.name.replace('_', '-')}-{picture['name']}"
        for path in (WEB / "src" / "boards").glob("*/pictures.json")
        for picture in json.loads(path.read_text())
    }
    documents = {path.stem for path in (ROOT / "docs" / "pictures").glob("*.svg")}
    assert bundled & documents == shown
