"""One word, one thing: the words of the field stay, private metaphors and double names stay out."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.conventions.tree import ROOT, files, modules, name, text

FORBIDDEN = {
    "house": "server, project",
    "floor": "layer",
    "visitor": "user",
    "hall": "lobby",
    "desk": "dispatcher, session",
    "keeper": "actor",
    "hearing": "actor",
    "errand": "work",
    "minds": "bot turns",
    "thinkers": "bot pool",
    "clerk": "results",
    "courier": "proxy",
    "workshop": "process pool",
    "patience": "timeout",
    "ledger": "event log, results",
    "veil": "mask",
    "anew": "again",
}
"""Words that nobody can guess the meaning of, and what to say."""

ALLOWED = re.compile(
    r"house rules|in-house|floor_divide|floor_remainder|floor division"
    r"|math\.floor|Math\.floor|\bFLOORS\b"
    r"|^STORED = |^# .*visitor"  # the name of a field in stored logs
)

WORD = re.compile(rf"(?<![A-Za-z])({'|'.join(FORBIDDEN)})(?:s|ed)?(?![a-z])", re.IGNORECASE)

MODULE_AS_ROOM = re.compile(r"\broom\b[^=\n]*= .*\bmodules\.")
"""A room is the living room of a game, or space; never a module."""

SUFFIXES = {
    *(".py", ".md", ".toml", ".ts", ".svelte", ".json", ".css", ".sh", ".sql", ".yml", ".yaml"),
    "",
}
"""Of files that are read; scripts such as `check` have none."""

EXEMPT = (
    "tests/conventions/test_glossary.py",
    "tests/conventions/test_phrases.py",
    "src/ludoteca/server/store/migrations/",  # what was released never changes
    "tests/server/store/dumps/",
    "tests/language/replaced.json",
    "web/package-lock.json",
    "web/src/boards/my_shelfie/",  # the room in its scene has a floor
)


def lines() -> Iterator[tuple[str, str]]:
    """Yield the lines of all files that are read, each with its place."""
    for path in files():
        place = name(path)
        if path.suffix not in SUFFIXES or place.startswith(EXEMPT) or "changelog" in place.lower():
            continue
        for number, line in enumerate(text(path).splitlines(), 1):
            yield f"{place}:{number}", line


def test_no_metaphor_stands_for_a_thing() -> None:
    found = [
        f"{place}: {hit[0]!r}, say {FORBIDDEN[hit[1].lower()]}"
        for place, line in lines()
        if not ALLOWED.search(line)
        for hit in [WORD.search(line)]
        if hit is not None
    ]
    assert not found, "\n".join(found)


def test_no_module_is_called_a_room() -> None:
    assert not [place for place, line in lines() if MODULE_AS_ROOM.search(line)]
    assert MODULE_AS_ROOM.search("game, room = kernels.game, kernels.game.modules.actions.ACTIONS")
    assert not MODULE_AS_ROOM.search("room = [free_cells(s.filled[seat], column)]")


def test_the_glossary_reads_the_page_and_the_scripts() -> None:
    suffixes = {path.suffix for path in files() if not name(path).startswith(EXEMPT)}
    assert {".ts", ".svelte", ".json", ".css", ".sh", ".yml", ""} <= suffixes & SUFFIXES


@pytest.mark.parametrize("word", FORBIDDEN)
def test_the_glossary_would_notice(word: str) -> None:
    for written in (word, f"the_{word}", f"{word.title()}s", f"a {word}.", word.upper()):
        assert WORD.search(written), written


def test_every_class_has_a_name_of_its_own() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in modules("src", "ludoteca"):
        for node in ast.walk(ast.parse(text(path))):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(name(path))
    assert {one: places for one, places in homes.items() if len(places) > 1} == {}


def test_the_map_of_the_server_names_every_module() -> None:
    page = text(ROOT / "docs" / "server-map.md")
    mapped = re.findall(r"^- `([\w/]+\.py)`: \S.*\.$", page, flags=re.MULTILINE)
    folder = "src/ludoteca/server/"
    there = [
        name(path).removeprefix(folder)
        for path in modules("src", "ludoteca", "server")
        if path.name != "__init__.py"
    ]
    assert sorted(mapped) == sorted(there)


def test_the_server_is_grouped() -> None:
    top = [path for path in modules("src", "ludoteca", "server") if path.parent.name == "server"]
    assert len(top) <= 10, "a group for each topic, and few modules above them"
