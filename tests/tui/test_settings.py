"""TerminalSettings: kept in a file, read with care."""

from pathlib import Path

import pytest

from ludoteca.language import LANGUAGES
from ludoteca.tui.look import in_ascii
from ludoteca.tui.settings import TerminalSettings, matches_folder, settings_path


def test_settings_come_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "terminal.json"
    TerminalSettings(language="it", theme="light", letters="ascii", name="Ada").save(path)
    assert TerminalSettings.load(path) == TerminalSettings("it", "light", "auto", "ascii", "Ada")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"theme": 3}', "\0"])
def test_a_damaged_file_gives_the_usual_settings(tmp_path: Path, text: str) -> None:
    path = tmp_path / "terminal.json"
    path.write_text(text)
    assert TerminalSettings.load(path) == TerminalSettings()


def test_unknown_values_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "terminal.json"
    path.write_text('{"theme": "purple", "language": "de", "future": "yes"}')
    assert TerminalSettings.load(path) == TerminalSettings(language="de")


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    TerminalSettings().save(tmp_path / "file" / "terminal.json")


@pytest.mark.parametrize(
    ("environment", "language"),
    [({"LANG": "it_IT.UTF-8"}, "it"), ({"LANG": "fr_FR"}, "en"), ({}, "en"),
     ({"LC_ALL": "de_AT", "LANG": "it_IT"}, "de")],
)  # fmt: skip
def test_the_language_follows_the_system(environment: dict[str, str], language: str) -> None:
    assert TerminalSettings().chosen_language(environment) == language
    assert TerminalSettings(language="it").chosen_language(environment) == "it"
    assert language in LANGUAGES


def test_no_color_takes_the_colours_away() -> None:
    assert TerminalSettings().look({}).colour
    assert not TerminalSettings().look({"NO_COLOR": "1"}).colour
    assert not TerminalSettings(colours="none").look({}).colour


def test_folders_follow_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/x")
    monkeypatch.setenv("XDG_DATA_HOME", "/y")
    assert settings_path() == Path("/x/ludoteca/terminal.json")
    assert matches_folder() == Path("/y/ludoteca/matches")


def test_every_word_can_be_written_in_ascii() -> None:
    assert in_ascii("Größe, perché, “così” … → ×3") == "Groesse, perche', \"cosi'\" .. -> x3"
