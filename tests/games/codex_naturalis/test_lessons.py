"""The lessons of Codex Naturalis are those of the rules."""

from tests.games.codex_naturalis.lessons import LESSONS, record


def test_the_recorded_lessons_are_current() -> None:
    assert LESSONS.read_text(encoding="utf-8") == record()
