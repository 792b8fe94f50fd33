"""Packs what a browser needs to play without a server: `python -m ludoteca.device.pack`.

Takes Pyodide as npm has it, msgspec as PyPI has it for Pyodide, and this package as it stands. The
files go into `device/<digest>/` of the built page, `device.json` beside it says what there is.
"""

import gzip
import hashlib
import json
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ludoteca import games
from ludoteca.device.http import offer

PACKAGE = Path(__file__).parents[1]
PARTS = (
    "core", "games", "search", "record", "language", "protocol", "bots", "table", "client",
    "coach", "device",
)  # fmt: skip
"""The packages that play, lowest first."""

LEFT_OUT = {"core/native", "protocol/http_client.py"}
"""Parts of them that no browser can use."""

KINDS = (".py", ".json", ".txt", ".csv", ".toml")
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
SQUEEZED = (".mjs", ".wasm")
"""Files that are large, and much smaller when they are sent: they lie there as such."""

STANDARD_LIBRARY = "python_stdlib.zip"
CODECS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8", "utf_8_sig")
UNUSED = {
    "_aix_support", "_android_support", "_apple_support", "_ios_support", "_osx_support",
    "_pydatetime", "_pydecimal", "_pyio", "_pyrepl", "asynchat", "bdb", "cProfile", "cmd",
    "code", "configparser", "cgi", "curses", "dbm", "difflib", "doctest", "ensurepip",
    "filecmp", "fileinput", "ftplib", "getopt", "gettext", "graphlib", "http",
    "idlelib", "imaplib", "lib2to3", "mailbox", "mimetypes", "modulefinder", "multiprocessing",
    "netrc", "nturl2path", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile",
    "pstats", "pty", "pyclbr", "pydoc", "pydoc_data", "sched", "shelve", "smtplib",
    "socketserver", "sqlite3", "statistics", "tabnanny", "tarfile", "test", "timeit", "tkinter",
    "trace", "tracemalloc", "turtle", "unittest", "venv", "webbrowser", "wsgiref", "xml",
    "xmlrpc", "zipapp", "zoneinfo",
}  # fmt: skip
"""Parts of the standard library that nothing here imports: a third of the whole download."""

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
            if not name.endswith("/") and first not in UNUSED and not is_codec:
                yield name, archive.read(name)


def write_zip(path: Path, files: Iterator[tuple[str, bytes]]) -> None:
    """Write an archive that depends on the content alone."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name, MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


def pack(static: Path, pyodide: Path, wheel: Path) -> Path:
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
    write_zip(making / "ludoteca.zip", ((name, path.read_bytes()) for name, path in sources()))
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
    }
    for old in static.glob("device/*"):
        if old.is_dir() and old != making:
            shutil.rmtree(old)
    (static / "device.json").write_text(json.dumps(facts) + "\n", encoding="utf-8")
    return making.rename(static / "device" / name)


if __name__ == "__main__":
    pack(*(Path(argument) for argument in sys.argv[1:4]))
