"""Makes a release of the checkout: `python release.py 1.2.0` (or `--show`, to only look).

The number goes into the one place that holds it, and the fragments of `changelog.d/` become a
section of the changelog and are removed. Nothing is committed, tagged or sent.
"""

import datetime
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
KINDS = {"added": "Added", "changed": "Changed", "fixed": "Fixed", "removed": "Removed"}
"""The ending of a fragment, and its heading."""

NUMBER = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")


def fragments(root: Path) -> dict[str, list[Path]]:
    """List the fragments by their kind."""
    found: dict[str, list[Path]] = {kind: [] for kind in KINDS}
    for path in sorted((root / "changelog.d").glob("*.*.md")):
        found[path.stem.rpartition(".")[2]].append(path)
    return found


def section(root: Path, number: str, day: str) -> str:
    """Write the section of a release: each fragment is an item under the heading of its kind."""
    lines = [f"## {number} ({day})", ""]
    for kind, paths in fragments(root).items():
        if paths:
            lines += [f"### {KINDS[kind]}", ""]
            for path in paths:
                first, *more = path.read_text(encoding="utf-8").strip().splitlines()
                lines += [f"- {first}", *(f"  {line}".rstrip() for line in more)]
            lines.append("")
    return "\n".join(lines)


def join(changelog: str, new: str) -> str:
    """Put a section before the older ones."""
    head, mark, older = changelog.partition("\n## ")
    return f"{head.rstrip()}\n\n{new}{mark}{older}"


def release(root: Path, number: str, day: str) -> None:
    """Change number and changelog, and remove the fragments."""
    place = root / "src" / "ludoteca" / "__init__.py"
    text, changed = re.subn(
        r'(?m)^__version__ = ".+"$', f'__version__ = "{number}"', place.read_text(encoding="utf-8")
    )
    if changed != 1:
        raise SystemExit(f"{place} should hold the version once")
    changelog = root / "CHANGELOG.md"
    joined = join(changelog.read_text(encoding="utf-8"), section(root, number, day))
    changelog.write_text(joined, encoding="utf-8")
    place.write_text(text, encoding="utf-8")
    for paths in fragments(root).values():
        for path in paths:
            path.unlink()


def main(arguments: list[str], root: Path = ROOT) -> None:
    """Make or show a release."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    if arguments == ["--show"]:
        print(section(root, "the next release", today))  # noqa: T201
        return
    if len(arguments) != 1 or not NUMBER.fullmatch(arguments[0]):
        raise SystemExit("usage: python release.py NUMBER, like 1.2.0; or python release.py --show")
    if not any(fragments(root).values()):
        raise SystemExit("there is nothing to release: changelog.d has no fragments")
    release(root, arguments[0], today)
    print(f"ludoteca {arguments[0]}: read CHANGELOG.md, run ./check, commit, tag")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
