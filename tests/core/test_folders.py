"""Folders of programs: by the system, or where the environment says."""

from pathlib import Path

import platformdirs
import pytest

from ludoteca.core import folders
from tests.conventions.tree import files, name, text


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set an empty home and no other wishes for this process."""
    for kind in ("DATA", "CONFIG", "CACHE"):
        monkeypatch.delenv(f"XDG_{kind}_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    return tmp_path


def test_the_environment_decides(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for kind in ("DATA", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
    assert folders.data() == tmp_path / "DATA" / "ludoteca"
    assert folders.config() == tmp_path / "CONFIG" / "ludoteca"
    assert folders.cache() == tmp_path / "CACHE" / "ludoteca"


def test_else_the_system_does(home: Path) -> None:
    assert folders.data() == platformdirs.user_data_path("ludoteca", appauthor=False)
    assert folders.data().is_relative_to(home)


def test_a_folder_from_before_stays_in_use(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = home / "Library" / "ludoteca"
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: new)
    assert folders.data() == new
    older = home / ".local" / "share" / "ludoteca"
    older.mkdir(parents=True)
    assert folders.data() == older
    new.mkdir(parents=True)
    assert folders.data() == new


def test_no_other_module_looks_for_them() -> None:
    """One place knows where folders are."""
    asking = [
        name(path)
        for path in files()
        if path.suffix == ".py"
        and path.is_relative_to(Path(folders.__file__).parents[1])
        and ("XDG_" in text(path) or "LOCALAPPDATA" in text(path))
    ]
    assert asking == ["src/ludoteca/core/folders.py"]
