"""The libraries of a release: which of them are built, kept and removed."""

from pathlib import Path
from typing import Any

import pytest

from ludoteca import games, kernels
from ludoteca.core.native import compiler

LINUX, WINDOWS = compiler.TARGETS["linux-x86_64"], compiler.TARGETS["windows-x86_64"]


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which libraries are built, without a compiler."""
    names: list[str] = []

    def build(text: str, target: compiler.Target, library: Path, **_: Any) -> None:
        library.parent.mkdir(exist_ok=True)
        library.write_bytes(b"")
        names.append(library.name)

    monkeypatch.setattr(compiler, "build", build)
    return names


def for_each_game(*endings: str) -> set[str]:
    return {f"{game}{ending}" for game in games.own_names() for ending in endings}


def test_what_is_missing_is_added_and_the_rest_kept(built: list[str], tmp_path: Path) -> None:
    native, web = tmp_path / "native", tmp_path / "web"
    kernels.build(native, web, [LINUX])
    assert {"my_shelfie-linux-x86_64.so", "my_shelfie.wasm"} <= set(built)
    built.clear()
    kernels.build(native, web, [LINUX, WINDOWS], add=True)
    assert set(built) == for_each_game("-windows-x86_64.dll")
    libraries = for_each_game("-linux-x86_64.so", "-windows-x86_64.dll", ".json")
    assert {file.name for file in native.iterdir()} == libraries


def test_without_adding_all_is_built_and_what_is_left_over_goes(
    built: list[str], tmp_path: Path
) -> None:
    native, web = tmp_path / "native", tmp_path / "web"
    kernels.build(native, web, [LINUX, WINDOWS])
    built.clear()
    kernels.build(native, web, [LINUX])
    assert for_each_game("-linux-x86_64.so", ".wasm") <= set(built)
    assert {file.name for file in native.iterdir()} == for_each_game("-linux-x86_64.so", ".json")
