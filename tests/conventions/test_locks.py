"""The locks: everything pinned and hashed, nothing that tells where it came from."""

import re
import tomllib
from collections.abc import Iterable
from importlib import metadata

import pytest
from packaging.requirements import Requirement

from tests.conventions.tree import ROOT, files, name, text

HOSTS = [".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"))]
"""The usual registries; in pieces, so that this file does not hold what it forbids."""

LOCKS = ("play", "check", "device")

REQUIREMENT = re.compile(r"([a-z0-9-]+)(?:\[([a-z0-9,-]+)\])?==([^ ]+)( ; [^\\]+)? \\")


def pinned(lock: str) -> dict[str, list[str]]:
    """Return each pinned line of a lock with its hashes."""
    found: dict[str, list[str]] = {}
    line = ""
    for text_line in text(ROOT / "requirements" / f"{lock}.txt").splitlines():
        if REQUIREMENT.fullmatch(text_line):
            line = text_line
            found[line] = []
        elif not text_line.strip().startswith("#"):
            found[line].append(text_line.strip(" \\"))
    return found


def packages(requirements: Iterable[str]) -> set[str]:
    """Return the names in requirements."""
    return {re.split(r"[^A-Za-z0-9-]", requirement)[0] for requirement in requirements}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pinned_package_has_hashes_and_nothing_else(lock: str) -> None:
    lines = pinned(lock)
    assert lines
    for line, hashes in lines.items():
        assert hashes, line
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", entry) for entry in hashes), line


@pytest.mark.parametrize("lock", LOCKS)
def test_requirements_hold_no_address(lock: str) -> None:
    assert "://" not in text(ROOT / "requirements" / f"{lock}.txt")
    assert "index" not in text(ROOT / "requirements" / f"{lock}.txt")


def test_no_lock_names_a_registry() -> None:
    locks = [
        path
        for path in files()
        if path.parent.name == "requirements" or path.name == "package-lock.json"
    ]
    assert not [(name(path), host) for path in locks for host in HOSTS if host in text(path)]


def test_locks_that_hold_addresses_are_not_kept() -> None:
    assert not [name(path) for path in files() if path.name in ("uv.lock", "pylock.toml")]


def test_the_lock_for_playing_is_part_of_the_one_for_checking() -> None:
    play, check = ({line.split()[0]: h for line, h in pinned(lock).items()} for lock in LOCKS[:2])
    assert {version: check.get(version) for version in play} == play


def test_every_dependency_is_pinned_and_explained() -> None:
    project = tomllib.loads(text(ROOT / "pyproject.toml"))
    extras, groups = project["project"]["optional-dependencies"], project["dependency-groups"]
    to_play = packages(project["project"]["dependencies"])
    to_play |= packages(groups["build"])
    for extra in ("server", "terminal"):
        to_play |= packages(extras[extra])
    to_check = to_play | packages(groups["check"])
    for extra in ("scale", "learning", "data"):
        to_check |= packages(extras[extra])
    assert to_play <= packages(pinned("play"))
    assert to_check <= packages(pinned("check"))
    page = text(ROOT / "docs" / "decisions" / "0005-dependencies.md")
    assert not [package for package in sorted(to_check) if package.split("-")[-1] not in page]


def test_a_package_that_is_needed_with_extras_is_pinned_with_them() -> None:
    """An older pip takes the newest `x[extra]` for a lock that pins `x`, and stops at its hash."""
    extras = {
        found[1]: set((found[2] or "").split(","))
        for line in pinned("check")
        if (found := REQUIREMENT.fullmatch(line))
    }
    needed: dict[str, set[str]] = {}
    for package in extras:
        for one in metadata.requires(package) or [] if is_installed(package) else []:
            requirement = Requirement(one)
            name = requirement.name.lower().replace("_", "-")
            if requirement.extras and name in extras and "extra" not in str(requirement.marker):
                needed.setdefault(name, set()).update(requirement.extras)
    assert "coverage" in needed
    assert not {name: wanted for name, wanted in needed.items() if not wanted <= extras[name]}


def is_installed(package: str) -> bool:
    """Return whether a package is here: some are for other systems."""
    try:
        metadata.distribution(package)
    except metadata.PackageNotFoundError:
        return False
    return True
