"""Numbered migrations: SQL files that bring a database of any earlier version up to date."""

import re
from functools import cache
from importlib import resources

from ludoteca.core.errors import DataError, UsageError
from ludoteca.server.store.dialect import statements

NAME = re.compile(r"(\d{4})_[a-z_]+\.sql")

MAKE_SCHEMA = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)"

READ_VERSION = "SELECT COALESCE(MAX(version), 0) FROM schema_version"

NOTE_VERSION = "INSERT INTO schema_version (version) VALUES ({})"


@cache
def migrations() -> tuple[str, ...]:
    """Return the texts of all migrations; number 1 comes first."""
    folder = resources.files("ludoteca.server.store") / "migrations"
    files = sorted((file for file in folder.iterdir() if NAME.fullmatch(file.name)), key=str)
    numbers = [int(file.name[:4]) for file in files]
    if numbers != list(range(1, len(files) + 1)):
        raise DataError(f"store/migrations: expected 1, 2, … without gaps, found {numbers}")
    return tuple(file.read_text(encoding="utf-8") for file in files)


def latest() -> int:
    """Return the version that this program works with."""
    return len(migrations())


def scripts(version: int) -> list[str]:
    """Return what leads from a version to the latest; each script notes its own number."""
    if version > latest():
        raise UsageError(
            f"The database has schema version {version}, but this ludoteca knows only up to "
            f"{latest()}: it was used by a newer one. Install that, or restore an older backup."
        )
    return [
        f"{script.rstrip()}\n\n{NOTE_VERSION.format(number)};\n"
        for number, script in enumerate(migrations(), 1)
        if number > version
    ]


def pending(version: int) -> list[str]:
    """Return the statements of all those scripts."""
    return [statement for script in scripts(version) for statement in statements(script)]
