"""Docstrings, comments, documents and catalogues are in plain English: no odd words or openings."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from tokenize import COMMENT, tokenize

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "ludoteca"

OPENINGS = re.compile(r"(Give|Say|So many|So often|So long|Whoever) ")
"""Docstrings open with an ordinary verb: Return, Describe, Explain."""

PHRASES = re.compile(
    r"\b(whoever|so many|so often|anew|this house|the house|of the house|the own|"
    r"for ever|match of days|matches of days|seal of the dice|himself|no more|so much)\b",
    re.IGNORECASE,
)
"""What nobody says."""

PERSONS = re.compile(r"\b(he|his|him)\b", re.IGNORECASE)
"""A person is *they*."""

PAGES = [
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md"),
    *sorted(
        str(path.relative_to(ROOT))
        for path in (ROOT / "docs").rglob("*.md")
        if not path.name.endswith((".it.md", ".de.md"))
    ),
]


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """List the docstrings of a module, also those below constants, with their lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for child in ast.iter_child_nodes(node):
            value = child.value if isinstance(child, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value.lineno, value.value


def faults(text: str) -> list[str]:
    """List the phrases of a text that should not be there."""
    return [found[0] for found in (*PHRASES.finditer(text), *PERSONS.finditer(text))]


def packages() -> list[str]:
    """List the packages whose docstrings are kept clean."""
    return sorted(path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists())


@pytest.mark.parametrize("package", packages())
def test_docstrings_are_plain(package: str) -> None:
    odd = [
        f"{path.relative_to(SOURCE)}:{line}: {text[:60]}"
        for path in (SOURCE / package).rglob("*.py")
        for line, text in docstrings(path)
        if OPENINGS.match(text) or faults(text)
    ]
    assert odd == []


def test_docstrings_of_tests_open_plainly() -> None:
    folders = ("tests", "benchmarks", "examples")
    odd = [
        f"{path.relative_to(ROOT)}:{line}: {text[:60]}"
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        for line, text in docstrings(path)
        if OPENINGS.match(text)
    ]
    assert odd == []


def test_comments_are_plain() -> None:
    odd = []
    for path in SOURCE.rglob("*.py"):
        with path.open("rb") as file:
            comments = [token for token in tokenize(file.readline) if token.type == COMMENT]
        odd += [f"{path.name}:{it.start[0]}: {it.string}" for it in comments if faults(it.string)]
    assert odd == []


@pytest.mark.parametrize("page", PAGES)
def test_documents_are_plain(page: str) -> None:
    assert faults((ROOT / page).read_text(encoding="utf-8")) == []


def test_english_catalogues_and_rules_are_plain() -> None:
    files = [*SOURCE.glob("language/en.json"), *SOURCE.glob("games/*/text/en.json")]
    assert len(files) == 3
    for path in files:
        for key, text in json.loads(path.read_text(encoding="utf-8")).items():
            assert faults(text) == [], key
    for path in SOURCE.glob("games/*/text/rules.en.md"):
        assert faults(path.read_text(encoding="utf-8")) == []
