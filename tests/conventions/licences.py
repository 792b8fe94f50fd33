"""The licences of what others wrote: `python -m tests.conventions.licences` writes the list again.

It lies in `web/public`, so that it is built into the page, packed into the wheel and served beside
the page, which holds copies of some packages: their licences ask to be quoted.
"""

import json
import re
import tomllib
from importlib import metadata
from pathlib import Path

from tests.conventions.tree import ROOT

LIST = ROOT / "web" / "public" / "licences.txt"
MODULES = ROOT / "web" / "node_modules"
IN_PAGE = ROOT / "src" / "ludoteca" / "static" / ".packages"
"""The names of the packages that the page is made of; its build writes them."""

EXTRAS = ("compile", "server", "scale", "terminal", "learning", "data")
"""What people run with; `requirements/check.txt` pins it."""

ALLOWED = {
    "0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "LLVM-exception",
    "MIT", "MIT-0", "MIT-CMU", "MPL-2.0", "OFL-1.1", "PSF-2.0", "Zlib",
}  # fmt: skip
"""Licences that let everybody use, change and pass on what we build on."""

NAMES = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""Older ways to name a licence."""

ELSEWHERE = {
    "async-timeout": "Apache-2.0",
    "colorama": "BSD-3-Clause",
    "resvg-py": "MIT",
    "tzdata": "Apache-2.0",
    "uvloop": "MIT",
}
"""Packages that some systems and Pythons need and others lack: there, we can't ask them. And one
that has its licence in a file alone."""

HEAD = """\
What others wrote, and ludoteca uses
====================================

ludoteca itself is under the MIT licence. Thank you to everybody named here.

Python packages
---------------

They are installed beside ludoteca, some of them only with its extras.

"""

BETWEEN = """
In the page
-----------

To play without a server the page also carries, as they are published: Pyodide (MPL-2.0), in it
Python (PSF-2.0), and msgspec (BSD-3-Clause; its licence lies in its archive).

The page holds copies of these packages and typefaces; their licences in full:
"""


def is_allowed(licence: str) -> bool:
    """Return whether every part of an expression is on the list."""
    parts = re.split(r" (?:AND|OR|WITH) ", licence.replace("(", "").replace(")", ""))
    return ALLOWED.issuperset(parts)


def python_packages() -> list[str]:
    """Name what is installed to run ludoteca, and what that needs in turn: the lock knows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"]]
    for extra in EXTRAS:
        wanted += project["optional-dependencies"][extra]
    found = {re.split(r"[^\w-]", one)[0].lower() for one in wanted}
    needed_by = _needed_by()
    while more := {name for name, by in needed_by.items() if by & found} - found:
        found |= more
    return sorted(found)


def _needed_by() -> dict[str, set[str]]:
    """Read for each pinned package what needs it."""
    lock = (ROOT / "requirements" / "check.txt").read_text(encoding="utf-8")
    needed_by: dict[str, set[str]] = {}
    for entry in re.split(r"\n(?=\S)", lock):
        name = entry.split("==")[0].split("[")[0]
        _, _, by = entry.partition("# via")
        needed_by.setdefault(name, set()).update(re.findall(r"[a-z][\w.-]+", by))
    return needed_by


def licence_of(package: str) -> str:
    """Return the licence that a Python package names, as SPDX does where it can be told."""
    try:
        told = metadata.metadata(package)
    except metadata.PackageNotFoundError:
        return ELSEWHERE.get(package, "unknown")
    if told["License-Expression"]:
        return str(told["License-Expression"])
    named = (told["License"] or "").split("\n")[0].strip()
    named = NAMES.get(named, named)
    if is_allowed(named):
        return named
    kinds = [
        one.split(" :: ")[-1] for one in told.get_all("Classifier") or [] if "License ::" in one
    ]
    return (
        " OR ".join(NAMES.get(kind, kind) for kind in kinds)
        or named
        or ELSEWHERE.get(package, "unknown")
    )


def page_packages() -> list[str]:
    """Name the packages in the built page."""
    return IN_PAGE.read_text(encoding="utf-8").split()


def page_licence(package: str) -> tuple[str, str]:
    """Return the name of the licence of a package in the page, and its text."""
    folder = MODULES / package
    name = json.loads((folder / "package.json").read_text(encoding="utf-8"))["license"]
    (file,) = (path for path in folder.iterdir() if path.stem.lower() == "license")
    text = file.read_text(encoding="utf-8")
    return name, "\n".join(line.rstrip() for line in text.splitlines()).strip()


def python_part() -> str:
    """List the Python packages."""
    return "".join(f"{package}: {licence_of(package)}\n" for package in python_packages())


def page_part() -> str:
    """Quote the licences of what is in the page."""
    parts = []
    for package in page_packages():
        name, text = page_licence(package)
        parts.append(f"\n{package}: {name}\n\n{text}\n")
    return "".join(parts)


def parts_of(text: str) -> tuple[str, str]:
    """Cut the list into what `python_part` and `page_part` gave."""
    python, _, page = text.removeprefix(HEAD).partition(BETWEEN)
    return python, page


def main() -> None:
    """Write the list; the page must have been built."""
    LIST.write_text(HEAD + python_part() + BETWEEN + page_part(), encoding="utf-8")
    print(Path(LIST).relative_to(ROOT))


if __name__ == "__main__":
    main()
