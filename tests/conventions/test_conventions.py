"""Conventions: sizes, opening sentences, fragments, decisions, no list of games."""

import ast
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca import games
from tests.conventions.tree import ROOT, files, modules, name, text

LONGEST_MODULE = {".py": 400, ".ts": 450, ".svelte": 500}
"""Lines, by suffix: a component holds script, markup and style, and prettier breaks long lines."""

LONGEST_README = 150

ONE_RESPONSIBILITY = (
    "src/ludoteca/api/match.py",
    "src/ludoteca/core/game.py",
    "src/ludoteca/core/native/function.py",
    "src/ludoteca/protocol/http.py",
    "tests/core/native/test_translator.py",
    "tests/core/test_kernel.py",
    "src/ludoteca/table/actor.py",
    "web/src/boards/codex_naturalis/Board.svelte",
    "src/ludoteca/server/tables/registry.py",
    "src/ludoteca/tui/app.py",
)
"""Longer modules that do one thing, which would only be harder to read in pieces."""

GENERATED = ("web/src/protocol/http.ts", "web/src/protocol/messages.ts")
"""What no person writes may be longer."""

FRAGMENT = re.compile(r"[a-z0-9_-]+\.(added|changed|fixed|removed)\.md")

# Written in pieces, so that this file does not hold what it forbids.
FORBIDDEN = re.compile(r"\.\./" + "shared" + r"|(?<![\w.~$}])/(?:" + "work|root|tmp" + r")/")
"""Places on one machine, which a checkout must not know."""

SENTENCE = re.compile(r"\S.*[.!?]")


def test_every_module_is_short() -> None:
    written = [path for path in files() if path.suffix in LONGEST_MODULE]
    assert {path.suffix for path in written} == set(LONGEST_MODULE)
    long = [
        name(path)
        for path in written
        if len(text(path).splitlines()) >= LONGEST_MODULE[path.suffix]
    ]
    assert [place for place in long if place not in (*GENERATED, *ONE_RESPONSIBILITY)] == []


def test_what_may_be_long_is_generated() -> None:
    for place in GENERATED:
        assert text(ROOT / place).startswith("// Written by `python -m "), place


def imports(body: list[ast.stmt], under_type_checking: bool) -> set[str]:
    """Return the modules of ours that statements import: those for types alone, or the others."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            found |= imports(node.body, False) if under_type_checking else set()
        elif isinstance(node, ast.ImportFrom) and not under_type_checking and node.module:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return {one for one in found if one.startswith("ludoteca.")}


def test_no_cycle_is_hidden_by_imports_for_types_alone() -> None:
    """What is imported under TYPE_CHECKING, to start faster, could be imported anyhow."""
    trees = {
        name(path).removeprefix("src/").removesuffix(".py").replace("/", "."): text(path)
        for path in modules("src", "ludoteca")
    }
    bodies = {module: ast.parse(code).body for module, code in trees.items()}
    needs = {module: imports(body, False) & set(bodies) for module, body in bodies.items()}
    for module, body in bodies.items():
        for wanted in imports(body, True) & set(bodies):
            waiting, reached = [wanted], {wanted}
            while waiting:
                new = needs[waiting.pop()] - reached
                waiting += new
                reached |= new
            assert module not in reached, f"{module} and {wanted} import each other"


def test_every_module_opens_with_a_sentence() -> None:
    silent = []
    for path in modules():
        opening = ast.get_docstring(ast.parse(text(path))) or ""
        if not SENTENCE.fullmatch(opening.split("\n\n")[0].replace("\n", " ")):
            silent.append(name(path))
    assert not silent


def test_every_fragment_says_what_kind_of_change_it_is() -> None:
    fragments = [path for path in files() if path.parent == ROOT / "changelog.d"]
    wrong = [path.name for path in fragments if not FRAGMENT.fullmatch(path.name)]
    assert wrong == ["README.md"]
    assert all(text(path).strip() for path in fragments)


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    found = [
        f"{name(path)}: {hit[0]}" for path in files() for hit in FORBIDDEN.finditer(text(path))
    ]
    assert not found


def test_every_decision_is_indexed() -> None:
    folder = ROOT / "docs" / "decisions"
    pages = [path for path in files() if path.parent == folder and path.name != "README.md"]
    index = re.findall(r"\]\((.+?\.md)\)", text(folder / "README.md"))
    assert sorted(index) == [path.name for path in pages]
    numbers = [path.name[:4] for path in pages]
    assert numbers == [f"{number:04}" for number in range(1, len(pages) + 1)]


@pytest.mark.parametrize("part", ["Context", "Options", "Outcome", "Consequences", "Kept by"])
def test_every_decision_has_its_parts(part: str) -> None:
    pages = [path for path in files() if re.match(r"docs/decisions/\d", name(path))]
    assert pages
    assert not [name(path) for path in pages if f"\n**{part}.**" not in text(path)]


def test_what_keeps_a_decision_exists() -> None:
    pages = (path for path in files() if path.parent == ROOT / "docs" / "decisions")
    kept_by = {place for page in pages for place in re.findall(r"`(tests/[^`]+)`", text(page))}
    assert kept_by
    assert not [place for place in sorted(kept_by) if not (ROOT / place).exists()]


def test_the_readme_is_short() -> None:
    readme = ROOT / "README.md"
    if readme.exists():
        assert len(text(readme).splitlines()) < LONGEST_README


@pytest.mark.parametrize("script", ["play", "check"])
def test_the_commands_are_executable_and_plain_shell(script: str) -> None:
    path = ROOT / script
    assert os.access(path, os.X_OK)
    assert text(path).startswith("#!/bin/sh\n")
    shell = shutil.which("dash") or shutil.which("sh")
    assert shell
    for file in (path, ROOT / "requirements" / "setup.sh"):
        subprocess.run([shell, "-n", file], check=True)


def test_every_stage_names_the_tests_it_leaves_out() -> None:
    runs = [line for line in text(ROOT / "check").splitlines() if "-m pytest" in line]
    assert len(runs) > 3
    assert not [line for line in runs if " -rs " not in line]


def test_the_commands_explain_themselves() -> None:
    for script in ("play", "check"):
        answer = subprocess.run(
            [ROOT / script, "--help"], capture_output=True, check=True, text=True
        )
        assert answer.stdout.startswith(f"usage: ./{script} ")
        assert not answer.stderr
        for named in re.findall(r"\./(\w+)", answer.stdout):
            assert os.access(ROOT / named, os.X_OK)


def test_a_stage_that_does_not_exist_is_refused_before_anything_is_set_up() -> None:
    answer = subprocess.run(
        [ROOT / "check", "nowhere"], capture_output=True, check=False, text=True
    )
    assert answer.returncode == 2
    assert "nowhere" in answer.stderr


def test_every_stage_that_is_listed_can_be_run() -> None:
    listed = subprocess.run(
        [ROOT / "check", "--list"], capture_output=True, check=True, text=True
    ).stdout
    names = re.findall(r"^  (\w+) +\S", listed, re.M)
    functions = re.findall(r"^stage_(\w+)\(\)", text(ROOT / "check"), re.M)
    assert sorted(names) == sorted(functions)


def test_nothing_lists_the_games() -> None:
    ids = set(games.names())
    found = [
        f"{name(path)} names {mention}"
        for path in modules("src", "ludoteca")
        if not _home(path, ids)
        for mention in _mentions(ast.parse(text(path)))
        if mention in ids
    ]
    assert not found


def test_no_data_outside_the_games_names_a_game() -> None:
    ids = set(games.names())
    source = ROOT / "src" / "ludoteca"
    found = [
        f"{name(path)} names {game_id}"
        for path in files()
        if path.is_relative_to(source) and path.suffix != ".py" and not _home(path, ids)
        for game_id in ids
        if game_id in text(path)
    ]
    assert not found


def test_a_list_of_games_would_be_found() -> None:
    source = '"""Of my_game."""\nfrom a.my_game import b\nmy_game = ["my_game", f"my_game {b}"]\n'
    assert [m for m in _mentions(ast.parse(source)) if m == "my_game"] == ["my_game"] * 3


def _home(path: Path, ids: set[str]) -> bool:
    """Return whether a file belongs to a game: it, or a folder around it, bears the game's name."""
    return any(part.split(".")[0] in ids for part in path.relative_to(ROOT).parts)


def _mentions(tree: ast.AST) -> Iterator[str]:
    """Return all identifiers and whole strings of a module.

    So a docstring or a help text may show an id in an example, but no code can use one.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield from node.name.split(".")
        elif isinstance(node, ast.ImportFrom):
            yield from (node.module or "").split(".")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
