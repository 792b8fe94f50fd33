"""What the README claims was measured, and what it and the guide to the runtime name exists."""

import re

from tests.conventions.tree import ROOT, text

README = text(ROOT / "README.md")
RESULTS = text(ROOT / "benchmarks" / "results.md")
NUMBER = re.compile(r"(?<![\w,.])\d[\d,]*(?:\.\d+)?")
CLOSE = 0.015
"""README rounds: so far a number may be from the measured one."""


def numbers(page: str) -> list[float]:
    """List all numbers of a text."""
    return [float(found.replace(",", "")) for found in NUMBER.findall(page)]


def claims() -> list[tuple[str, str]]:
    """List the rows of the table of measurements: what with which command, and the figures."""
    section = README.partition("## Measured\n")[2].partition("\n## ")[0]
    rows = [row.split(" | ") for row in re.findall(r"^\| (.+) \|$", section, re.MULTILINE)]
    return [(what, figures) for what, figures in (row for row in rows if len(row) == 2)]


def test_every_figure_was_measured_by_the_command_it_names() -> None:
    assert len(claims()) > 4
    measured = numbers(RESULTS)
    for what, figures in claims():
        command = re.search(r"\(`([^`]+)`\)", what)
        assert command, what
        assert command[1] in RESULTS
        for number in numbers(figures):
            near = [m for m in measured if abs(m - number) <= CLOSE * number]
            assert near, f"{number} of {figures!r} is not in benchmarks/results.md"


def test_the_readme_shows_each_game_and_says_whose_it_is_not() -> None:
    for picture in ("my-shelfie", "codex-naturalis"):
        assert f"(docs/pictures/{picture}.webp)" in README
        assert (ROOT / "docs" / "pictures" / f"{picture}.webp").stat().st_size > 10_000
    assert "not affiliated" in README


def test_every_promise_names_tests_that_exist() -> None:
    page = text(ROOT / "docs" / "how-it-works.md")
    named = re.findall(r"`(tests/[^`]+)`", page)
    assert not [path for path in named if not (ROOT / path).exists()]
    kept = {path.name for path in ROOT.glob("tests/*/test_p[0-9]*.py")}
    assert kept <= {path.rpartition("/")[2] for path in named}


def test_the_layers_of_the_guide_are_those_of_the_contract() -> None:
    page = text(ROOT / "docs" / "how-it-works.md").partition("## The layers\n")[2]
    page = page.partition("\n## ")[0]
    shown = [
        set(re.findall(r"`(\w+)`", row)) for row in re.findall(r"^\| .+ \| (`.+) \|$", page, re.M)
    ]
    contract = re.search(
        r"^exhaustive = true\nlayers = \[(.*?)\]", text(ROOT / "pyproject.toml"), re.M | re.S
    )
    assert contract
    layers = re.findall(r'"([^"]+)"', contract[1])
    assert shown == [set(re.findall(r"\w+", layer)) for layer in layers]
