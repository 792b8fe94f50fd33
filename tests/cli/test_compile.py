"""The command `compile`."""

import pytest

from ludoteca.cli import compile as command
from ludoteca.cli import main
from ludoteca.core import kernel
from ludoteca.rl import prepare


def test_each_part_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(kernel.MODE_SETTING, "compiled")
    asked = []

    def prepare_all(names: list[str], jobs: int) -> list[str]:
        asked.append((names, jobs))
        return [f"{name}: greedy" for name in names]

    monkeypatch.setattr(command, "prepare_all", prepare_all)
    assert main(["compile", "my_shelfie", "--jobs", "3"]) == 0
    assert asked == [(["my_shelfie"], 3)]
    assert capsys.readouterr().out == "my_shelfie: greedy\n"


def test_what_learners_need_is_compiled_on_demand(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(kernel.MODE_SETTING, "compiled")
    monkeypatch.setattr(command, "prepare_all", lambda names, jobs: [])
    monkeypatch.setattr(
        prepare, "prepare_all", lambda names, jobs: [f"{name}: learning" for name in names]
    )
    assert main(["compile", "my_shelfie", "--learning"]) == 0
    assert capsys.readouterr().out == "my_shelfie: learning\n"


def test_without_a_compiler_there_is_nothing_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(kernel.MODE_SETTING, "interpreted")
    assert main(["compile"]) == 0
    assert "nothing to compile" in capsys.readouterr().out
