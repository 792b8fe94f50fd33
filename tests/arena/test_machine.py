"""What is said of program and machine."""

import subprocess
from pathlib import Path

import pytest

import ludoteca
from ludoteca.arena import machine as machines
from ludoteca.arena.machine import machine, program


def test_the_program_is_named_with_its_version() -> None:
    assert program().startswith(f"ludoteca {ludoteca.__version__}")


def test_a_checkout_names_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert machines._commit(tmp_path) is None
    (tmp_path / ".git").mkdir()
    assert machines._commit(tmp_path) is None  # no repository after all

    def describe(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert command[:3] == ["git", "-C", str(tmp_path)]
        return subprocess.CompletedProcess(command, 0, "abc1234, changed\n")

    monkeypatch.setattr(subprocess, "run", describe)
    assert machines._commit(tmp_path) == "commit abc1234, changed"


def test_without_git_there_is_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()

    def missing(*_: object, **__: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(subprocess, "run", missing)
    assert machines._commit(tmp_path) is None


def test_the_machine_is_described() -> None:
    found = machine()
    assert all(found[key] for key in ("processor", "cores", "system", "python"))


def test_the_processor_is_named_where_the_system_says(tmp_path: Path) -> None:
    information = tmp_path / "cpuinfo"
    information.write_text("processor\t: 0\nmodel name\t: Abacus 9000\n", encoding="utf-8")
    assert machines._processor(information) == "Abacus 9000"
    information.write_text("nothing", encoding="utf-8")
    assert machines._processor(information)
    assert machines._processor(tmp_path / "none")
