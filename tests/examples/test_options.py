"""The option that docs/add-an-option.md adds to the example game is played everywhere."""

import re
from pathlib import Path

import pytest

from tests.conventions.tree import ROOT
from tests.examples.scratch import make_checkout, run_in

PAGE = (ROOT / "docs" / "add-an-option.md").read_text(encoding="utf-8")
CHANGED = re.compile(r"^`([\w./]+)`:\n\n```diff\n(.*?)^```$", re.M | re.S)
"""Lines that go and come, under the name of their file."""

BEFORE = "before.ludo"
"""The record of a match that was played before the option was there."""

TYPED = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
WRITTEN = re.compile(r"This is `([\w./]+)`:\n\n```python\n(.*?)^```$", re.M | re.S)


def change(text: str, difference: str) -> str:
    """Make a change; its place must be clear."""
    lines = difference.splitlines(keepends=True)
    old, new = ("".join(line[1:] for line in lines if line[0] in signs) for signs in (" -", " +"))
    assert text.count(old) == 1, f"this does not stand there once:\n{old}"
    return text.replace(old, new)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Do what the page says, up to its last commands."""
    scratch = make_checkout(tmp_path_factory.mktemp("scratch"))
    run_in(scratch, *TYPED.findall(PAGE)[0].split())
    seats = ("--plain", "--seats", "bot:greedy,bot:random", "--record", BEFORE)
    run_in(scratch, "ludoteca", "play", "goofspiel", *seats)
    for name, difference in CHANGED.findall(PAGE):
        file = scratch / "src" / "ludoteca" / "games" / "goofspiel" / name
        file.write_text(change(file.read_text(encoding="utf-8"), difference), encoding="utf-8")
    ((test, text),) = WRITTEN.findall(PAGE)
    (scratch / test).parent.mkdir()
    (scratch / test).write_text(text, encoding="utf-8")
    return scratch


def test_every_block_of_the_page_is_checked() -> None:
    blocks = [*CHANGED.findall(PAGE), *TYPED.findall(PAGE), *WRITTEN.findall(PAGE)]
    assert PAGE.count("\n```") == 2 * len(blocks)


def test_the_commands_of_the_page_work_as_they_stand(checkout: Path) -> None:
    listed, simulated, played, verified, tested = (
        run_in(checkout, *line.replace("LUDOTECA_ENGINE=", "env LUDOTECA_ENGINE=").split())
        for line in TYPED.findall(PAGE)[1].splitlines()
    )
    assert "falling: from the highest down" in listed
    assert "20 matches" in simulated
    assert "Won by" in played
    assert "valid" in verified
    assert "passed" in tested


def test_a_record_of_the_time_before_is_read(checkout: Path) -> None:
    assert "order=" not in (checkout / BEFORE).read_text(encoding="utf-8")
    assert "valid" in run_in(checkout, "ludoteca", "verify", BEFORE)


def test_it_keeps_the_style(checkout: Path) -> None:
    folders = ("src/ludoteca/games/goofspiel", "tests/games/goofspiel")
    run_in(checkout, "ruff", "check", *folders)
    run_in(checkout, "ruff", "format", "--check", *folders)
