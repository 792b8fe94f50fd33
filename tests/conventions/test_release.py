"""A release is one command: one place for the version, fragments become the changelog."""

import re
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

import ludoteca
from tests.conventions.tree import ROOT, files, name, text


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.delitem(sys.modules, "release", raising=False)
    import release

    return release


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy what a release changes."""
    for place in ("CHANGELOG.md", "src/ludoteca/__init__.py", "changelog.d"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        take = shutil.copytree if (ROOT / place).is_dir() else shutil.copy
        take(ROOT / place, tmp_path / place)
    for number, kind in enumerate(("fixed", "added")):
        fragment = tmp_path / "changelog.d" / f"a-test-{number}.{kind}.md"
        fragment.write_text(f"A sentence of {kind}.\nAnother one.\n")
    return tmp_path


def test_the_version_stands_in_one_place() -> None:
    assert re.search(r'^dynamic = \["version"\]$', text(ROOT / "pyproject.toml"), re.M)
    stated = re.compile(
        rf"""version(?:__)?["']?\s*[:=]\s*["']{re.escape(ludoteca.__version__)}["']"""
    )
    locks = ("requirements", "web")
    found = [
        name(path)
        for path in files()
        if path.relative_to(ROOT).parts[0] not in locks and stated.search(text(path))
    ]
    assert found == ["src/ludoteca/__init__.py"]


def test_fragments_become_a_section_of_the_changelog(program: ModuleType, copy: Path) -> None:
    program.main(["7.8.9"], copy)
    changelog = (copy / "CHANGELOG.md").read_text()
    assert changelog.index("\n## 7.8.9 (20") < changelog.index("\n### Added\n")
    assert changelog.index("### Added") < changelog.index("### Fixed")
    assert "\n- A sentence of fixed.\n  Another one.\n" in changelog
    assert [path.name for path in (copy / "changelog.d").iterdir()] == ["README.md"]
    assert '__version__ = "7.8.9"' in (copy / "src/ludoteca/__init__.py").read_text()


def test_the_next_release_stands_before_the_last_one(program: ModuleType, copy: Path) -> None:
    program.main(["7.8.9"], copy)
    with pytest.raises(SystemExit, match="nothing to release"):
        program.main(["7.9.0"], copy)
    (copy / "changelog.d" / "more.removed.md").write_text("Less.")
    program.main(["7.9.0"], copy)
    changelog = (copy / "CHANGELOG.md").read_text()
    assert re.findall(r"^## (\S+)", changelog, re.M)[:2] == ["7.9.0", "7.8.9"]
    assert "\n\n\n" not in changelog
    assert changelog.endswith("\n")


def test_looking_changes_nothing(
    program: ModuleType, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (copy / "CHANGELOG.md").read_text()
    program.main(["--show"], copy)
    assert "A sentence of added." in capsys.readouterr().out
    assert (copy / "CHANGELOG.md").read_text() == before


@pytest.mark.parametrize("words", [[], ["1"], ["1.2"], ["v1.2.3"], ["1.2.3", "more"]])
def test_other_numbers_are_refused(program: ModuleType, copy: Path, words: list[str]) -> None:
    with pytest.raises(SystemExit, match="usage"):
        program.main(words, copy)
