"""Every kernel of a game, built into one library for each system: what a release ships.

    python -m ludoteca.kernels NATIVE_FOLDER WEB_FOLDER [TARGET …]

writes `<game>-<target>.so` (or `.dylib`, `.dll`) and `<game>.json` into the first folder,
`<game>.wasm` and `<game>.json` into the second. Without targets it builds for this machine.
"""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

from ludoteca import games
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seed_into
from ludoteca.core.native import compiler
from ludoteca.core.native.library import digests
from ludoteca.core.native.translator import Translator, entry_of
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


def facts(game: Game) -> dict[str, Any]:
    """Describe a game's library: the layout of its state, and each entry with its digest."""
    state, exported = type(game.new_state()), entries(game)
    sums = digests(reach(exported, provided(game)), exported, state)
    return {
        "game": game.id,
        "state": {
            "size": state.size,
            "fields": {
                name: {
                    "offset": state.offsets[name],
                    "element": shape.width,
                    "lengths": shape.lengths,
                }
                for name, shape in state.fields.items()
            },
        },
        "entries": {
            entry.__name__: {"digest": sums[entry.__name__], **entry_of(entry).facts()}
            for entry in exported
        },
    }


def c_text(game: Game) -> str:
    """Translate all kernels of a game."""
    exported = entries(game)
    program = reach(exported, provided(game))
    return Translator(program, type(game.new_state())).translate(map(entry_of, exported))


def build(native: Path, web: Path, targets: Sequence[compiler.Target]) -> None:
    """Build the libraries of all games."""
    written = set()
    for name in games.own_names():
        game = games.load(name)
        text = c_text(game)
        files = {native / f"{name}-{target.name}{target.suffix}": target for target in targets}
        files[web / f"{name}.wasm"] = compiler.WEB
        for file, target in files.items():
            compiler.build(text, target, file)
        descriptions = {folder / f"{name}.json" for folder in (native, web)}
        for file in descriptions:  # last: where there is a description, there are the libraries
            file.write_text(json.dumps(facts(game)), encoding="utf-8")
        written |= descriptions | set(files)
    for file in (*native.glob("*.*"), *web.glob("*.*")):
        if file.is_file() and file not in written:
            file.unlink()  # of a game or a system that is not built any more


def main(arguments: Sequence[str]) -> None:
    """Build from the command line."""
    if len(arguments) < 2:
        raise SystemExit((__doc__ or "").strip())
    native, web, *names = arguments
    host = compiler.host()
    unknown = [name for name in names if name not in compiler.TARGETS]
    if unknown:
        known = ", ".join(compiler.TARGETS)
        raise UsageError(f"there is no target {unknown[0]!r}; the targets are: {known}")
    targets = [compiler.TARGETS[name] for name in names] or ([host] if host else [])
    build(Path(native), Path(web), targets)


if __name__ == "__main__":
    main(sys.argv[1:])
