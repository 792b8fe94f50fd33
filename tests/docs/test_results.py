"""The page of results names tests that exist, so that everybody can measure again."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RESULTS = (ROOT / "benchmarks/results.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"[\w/]*\btest_\w+\.py", RESULTS)))


def test_tests_are_named() -> None:
    assert len(NAMED) > 20


@pytest.mark.parametrize("named", NAMED)
def test_every_test_named_in_the_results_exists(named: str) -> None:
    """A name without a folder stands beside one with it."""
    rows = [line for line in RESULTS.splitlines() if named in line]
    folders = {ROOT / it for row in rows for it in re.findall(r"(tests/[\w/]*)/test_\w+", row)}
    places = [ROOT] if "/" in named else folders
    assert any((place / named).is_file() for place in places)
