"""Packs what a browser needs to play without a server: `python -m ludoteca.device.pack`.

Takes Pyodide as npm has it, msgspec as PyPI has it for Pyodide, and this package as it stands. The
files go into `device/<digest>/` of the built page, `device.json` beside it says what there is.
Python is compiled ahead by the command that follows the folders: Node with `web/dev/bytecode.ts`.
"""

import base64
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ludoteca import games
from ludoteca.core.game import Game
from ludoteca.device.http import offer

PACKAGE = Path(__file__).parents[1]
PARTS = (
    "core", "games", "search", "record", "language", "protocol", "bots", "table", "client",
    "coach", "device",
)  # fmt: skip
"""The packages that play, lowest first."""

LEFT_OUT = {
    "core/native", "protocol/http_client.py", "protocol/asyncapi.py", "protocol/describe.py",
    "protocol/schema.py", "protocol/typescript.py",
}  # fmt: skip
"""Parts of them that no browser can use, or that only write documents."""

KINDS = (".py", ".json", ".txt", ".csv", ".toml")
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
SQUEEZED = (".mjs", ".wasm")
"""Files that are large, and much smaller when they are sent: they lie there as such."""

STANDARD_LIBRARY, OWN = "python_stdlib.zip", "ludoteca.zip"
CODECS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8", "utf_8_sig")
UNUSED = {
    "_aix_support", "_android_support", "_apple_support", "_ios_support", "_markupbase",
    "_osx_support", "_pydatetime", "_pydecimal", "_pyio", "_pyrepl",
    "_sysconfigdata__emscripten_wasm32-emscripten", "argparse", "asynchat", "bdb", "cProfile",
    "cgi", "cmd", "code", "colorsys", "compileall", "configparser", "ctypes", "curses", "dbm",
    "difflib", "doctest", "ensurepip", "filecmp", "fileinput", "fractions", "ftplib",
    "getopt", "getpass", "gettext", "graphlib", "http",
    "idlelib", "imaplib", "lib2to3", "mailbox", "mimetypes", "modulefinder", "multiprocessing",
    "netrc", "nturl2path", "optparse", "pdb", "pickletools", "platform", "plistlib", "poplib",
    "profile", "pstats", "pty", "pyclbr", "pydoc", "pydoc_data", "quopri", "rlcompleter",
    "sched", "shelve", "smtplib", "socketserver", "sqlite3", "statistics", "symtable",
    "sysconfig", "tabnanny", "tarfile", "test", "timeit", "tkinter", "trace", "tracemalloc",
    "turtle", "unittest", "venv", "wave", "webbrowser", "wsgiref", "xml", "xmlrpc", "zipapp",
    "zoneinfo",
}  # fmt: skip
"""Parts of the standard library that nothing here imports: a third of the whole download."""

UNUSED_PARTS = (
    "asyncio/__main__", "asyncio/proactor", "asyncio/tools", "asyncio/windows",
    "concurrent/futures/process", "concurrent/interpreters", "email/", "html/parser",
    "importlib/_bootstrap", "logging/config", "logging/handlers", "pyodide/console",
    "urllib/request", "urllib/robotparser", "zipimport",
)  # fmt: skip
"""Beginnings of more names: for other systems, or with code that Python has in itself."""

KEPT = "email/__init__.py"
"""Of these, what importlib.metadata imports."""

LOCK = "pyodide-lock.json"
MOMENT = (2020, 1, 1, 0, 0, 0)
"""The time of every file in an archive: the same content gives the same bytes."""


def sources() -> Iterator[tuple[str, Path]]:
    """List our own files, by their names in the archive."""
    yield "ludoteca/__init__.py", PACKAGE / "__init__.py"
    for part in PARTS:
        for path in sorted((PACKAGE / part).rglob("*")):
            name = path.relative_to(PACKAGE).as_posix()
            is_left_out = any(f"{name}/".startswith(f"{part}/") for part in LEFT_OUT)
            if path.suffix in KINDS and "__pycache__" not in name and not is_left_out:
                yield f"ludoteca/{name}", path


def trimmed(library: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the standard library that may be needed here."""
    with zipfile.ZipFile(library) as archive:
        for name in archive.namelist():
            first = name.partition("/")[0].removesuffix(".py")
            is_codec = first == "encodings" and Path(name).stem not in CODECS
            is_unused = first in UNUSED or name.startswith(UNUSED_PARTS) or is_codec
            if name == KEPT or not (name.endswith("/") or is_unused):
                yield name, archive.read(name)


def write_zip(path: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write an archive that depends on the content alone."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name, MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


def compile_ahead(folder: Path, command: Sequence[str]) -> None:
    """Put code into the archives in place of the sources that a start would compile."""
    done = subprocess.run([*command, str(folder)], check=True, stdout=subprocess.PIPE, text=True)
    for name, coded in zip((STANDARD_LIBRARY, OWN), json.loads(done.stdout), strict=True):
        with zipfile.ZipFile(folder / name) as archive:
            files = [(one, archive.read(one)) for one in archive.namelist()]
        write_zip(folder / name, with_code(files, coded))


def with_code(
    files: Iterable[tuple[str, bytes]], coded: Mapping[str, str]
) -> Iterator[tuple[str, bytes]]:
    """Yield files with code instead of sources where there is some, as base64 by their names.

    >>> list(with_code([("a.py", b"x"), ("b.py", b"y")], {"a.py": "eA=="}))
    [('a.pyc', b'x'), ('b.py', b'y')]
    """
    for name, content in files:
        if name in coded:
            yield f"{name}c", base64.b64decode(coded[name])
        else:
            yield name, content


def empty_boards(game: Game) -> dict[int, dict[str, Any]]:
    """Return the position before anything is dealt, for each number of players.

    >>> empty_boards(games.load("my_shelfie"))[2]["view"]["seats"][0]["bookshelf"][0]
    '.....'
    """
    found = {}
    for players in game.player_counts:
        view = game.view(game.new(players), 0)
        found[players] = {
            "view": msgspec.to_builtins(game.position(view.state)),
            "standing": msgspec.to_builtins(game.standing(view)),
        }
    return found


def pack(static: Path, pyodide: Path, wheel: Path, compiler: Sequence[str]) -> Path:
    """Write all files into a folder of their own below the built page; return it."""
    making = static / "device" / "making"
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    for name in PYODIDE:
        shutil.copyfile(pyodide / name, making / name)
    write_zip(making / STANDARD_LIBRARY, trimmed(pyodide / STANDARD_LIBRARY))
    lock = json.loads((pyodide / LOCK).read_text(encoding="utf-8"))
    lock["packages"] = {}  # nothing is ever fetched from elsewhere
    (making / LOCK).write_text(json.dumps(lock), encoding="utf-8")
    shutil.copyfile(wheel, making / wheel.name)
    write_zip(making / OWN, ((name, path.read_bytes()) for name, path in sources()))
    compile_ahead(making, compiler)
    files = sorted(making.iterdir())
    sizes = {path.name: path.stat().st_size for path in files}
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + path.read_bytes())
    name = digest.hexdigest()[:12]
    for path in files:
        if path.suffix in SQUEEZED:
            squeezed = gzip.compress(path.read_bytes(), 9, mtime=0)
            sizes[path.name] = len(squeezed)
            path.with_name(f"{path.name}.gz").write_bytes(squeezed)
            path.unlink()
    facts = {
        "folder": f"/device/{name}/",
        "files": sizes,
        "games": list(games.names()),
        "offer": msgspec.to_builtins(offer()),
        "empty": {name: empty_boards(games.load(name)) for name in games.names()},
    }
    for old in static.glob("device/*"):
        if old.is_dir() and old != making:
            shutil.rmtree(old)
    (static / "device.json").write_text(json.dumps(facts) + "\n", encoding="utf-8")
    return making.rename(static / "device" / name)


if __name__ == "__main__":
    static, pyodide, wheel = (Path(argument) for argument in sys.argv[1:4])
    pack(static, pyodide, wheel, sys.argv[4:])
