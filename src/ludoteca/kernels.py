"""Every kernel of a game, built into one library for each system: what a release ships.

    python -m ludoteca.kernels [--add] NATIVE_FOLDER WEB_FOLDER [TARGET …]

writes `<game>-<target>.so` (or `.dylib`, `.dll`) and `<game>.json` into the first folder,
`<game>.wasm` and `<game>.json` into the second. Without targets it builds for this machine.
With `--add` it keeps the libraries that are there: they must be of the same sources.
`<game>.preview.wasm` is for every page online: only the rules and what previews need; its
description is a section of the module. `<game>.advice.json` has what a page needs besides the whole
engine to think about a hint.
"""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import Any

from ludoteca import games
from ludoteca.coach.advice import advice_facts
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seed_into
from ludoteca.core.native import compiler
from ludoteca.core.native.entry import entry_of
from ludoteca.core.native.library import digests
from ludoteca.core.native.translator import Translator
from ludoteca.core.program import plain_function, reach
from ludoteca.rl import loader
from ludoteca.search import engine


def provided(game: Game) -> dict[str, Callable[..., Any]]:
    """Return a game's function for each declaration of `core.engine`."""
    return {**loader.KNOWLEDGE, **vars(game.engine)}


def entries(game: Game) -> list[FunctionType]:
    """List the functions that a game's library exports: its rules, search and learning."""
    rules = provided(game).values()
    listed: list[Callable[..., Any]] = [*rules, seed_into, below, *engine.ENTRIES]
    if game.modules.tensor is not None:
        listed += loader.ENTRIES
    return [plain_function(entry) for entry in dict.fromkeys(listed)]


RULES = ("start", "may_move", "count_legal", "nth_legal", "apply")
"""The rules that a preview follows."""

SECTION = "ludoteca"
"""The section of a module that describes it."""


def preview_entries(game: Game) -> list[FunctionType]:
    """List the functions of a game's previews; none if it has no such module."""
    if game.modules.preview is None:
        return []
    rules = (provided(game)[name] for name in RULES)
    return [plain_function(entry) for entry in (*rules, *game.modules.preview.ENTRIES)]


def state_facts(game: Game) -> dict[str, Any]:
    """Describe the layout of a game's state."""
    state = type(game.new_state())
    fields = {
        name: {"offset": state.offsets[name], "element": shape.width, "lengths": shape.lengths}
        for name, shape in state.fields.items()
    }
    return {"size": state.size, "fields": fields}


def facts(game: Game) -> dict[str, Any]:
    """Describe a game's library: the layout of its state, and each entry with its digest."""
    exported = entries(game)
    sums = digests(reach(exported, provided(game)), exported, type(game.new_state()))
    return {
        "game": game.id,
        "state": state_facts(game),
        "entries": {
            entry.__name__: {"digest": sums[entry.__name__], **entry_of(entry).facts()}
            for entry in exported
        },
    }


def preview_facts(game: Game) -> dict[str, Any]:
    """Describe the module of a game's previews, with the numbers that it writes and the options."""
    exported, own = preview_entries(game), game.modules.preview
    assert own is not None, "a game without previews has no such module"
    return {
        "game": game.id,
        "state": state_facts(game),
        "entries": {entry.__name__: entry_of(entry).facts() for entry in exported},
        "options": {option.key: option.values for option in game.options},
        "move": own.MOVE_NUMBERS,
        "points": own.POINT_NUMBERS,
        "notes": own.NOTE_NUMBERS,
    }


def with_section(module: bytes, name: str, content: bytes) -> bytes:
    r"""Add a custom section to a WebAssembly module.

    >>> with_section(b"", "at", b"home")
    b'\x00\x07\x02athome'
    """
    section = _length(len(name)) + name.encode() + content
    return module + b"\0" + _length(len(section)) + section


def _length(number: int) -> bytes:
    """Write a number in groups of seven bits, the lowest first."""
    groups = bytearray()
    while number > 127:
        groups.append(number & 127 | 128)
        number >>= 7
    return bytes([*groups, number])


def c_text(game: Game, exported: Sequence[FunctionType]) -> str:
    """Translate kernels of a game."""
    program = reach(exported, provided(game))
    return Translator(program, type(game.new_state())).translate(map(entry_of, exported))


def build_preview(game: Game, file: Path, cache: str) -> None:
    """Build the module of a game's previews."""
    compiler.build(c_text(game, preview_entries(game)), compiler.WEB, file, cache=cache)
    described = json.dumps(preview_facts(game), separators=(",", ":")).encode()
    file.write_bytes(with_section(file.read_bytes(), SECTION, described))


def build_game(
    game: Game,
    folders: tuple[Path, Path],
    targets: Sequence[compiler.Target],
    kept: set[Path],
    cache: str,
) -> set[Path]:
    """Build the libraries of a game but for those to keep; return all of its files."""
    native, web = folders
    name = game.id
    files = {native / f"{name}-{target.name}{target.suffix}": target for target in targets}
    files[web / f"{name}.wasm"] = compiler.WEB
    previews = {web / f"{name}.preview.wasm"} if preview_entries(game) else set()
    text = c_text(game, entries(game))
    for file in files.keys() - kept:
        compiler.build(text, files[file], file, cache=cache)
    for file in previews - kept:
        build_preview(game, file, cache)
    descriptions = {folder / f"{name}.json" for folder in folders}
    for file in descriptions:  # last: where there is a description, there are the libraries
        file.write_text(json.dumps(facts(game)), encoding="utf-8")
    advice = web / f"{name}.advice.json"
    advice.write_text(json.dumps(advice_facts(game), separators=(",", ":")), encoding="utf-8")
    return descriptions | set(files) | previews | {advice}


def build(native: Path, web: Path, targets: Sequence[compiler.Target], add: bool = False) -> None:
    """Build the libraries of all games; `add`: only those that are missing."""
    found = {file for file in (*native.glob("*.*"), *web.glob("*.*")) if file.is_file()}
    written, kept = set(), found if add else set()
    with TemporaryDirectory() as cache:
        for name in games.own_names():
            written |= build_game(games.load(name), (native, web), targets, kept, cache)
    for file in found - written:
        file.unlink()  # of a game or a system that is not built any more


def main(arguments: Sequence[str]) -> None:
    """Build from the command line."""
    if len(arguments) < 2:
        raise SystemExit((__doc__ or "").strip())
    add = "--add" in arguments
    native, web, *names = (word for word in arguments if word != "--add")
    host = compiler.host()
    unknown = [name for name in names if name not in compiler.TARGETS]
    if unknown:
        known = ", ".join(compiler.TARGETS)
        raise UsageError(f"there is no target {unknown[0]!r}; the targets are: {known}")
    targets = [compiler.TARGETS[name] for name in names] or ([host] if host else [])
    build(Path(native), Path(web), targets, add)


if __name__ == "__main__":
    main(sys.argv[1:])
