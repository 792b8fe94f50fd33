"""The admin token: made at the first start, stored beside the database."""

import os
import secrets
from pathlib import Path

from ludoteca.core.errors import UsageError
from ludoteca.server.settings import Settings

FILE = "admin.token"


def token_file(settings: Settings) -> Path:
    """Return where the token is kept."""
    return settings.data / FILE


def keep_token(settings: Settings) -> str:
    """Return the server's token; on the embedded database one is made if there is none.

    Several processes on PostgreSQL need the same, so that one is set by hand; without it, nothing
    can be asked of them.
    """
    if settings.admin_token or settings.database_url:
        return settings.admin_token
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = token_file(settings)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path) or _renewed(settings, path)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(f"{secrets.token_hex(32)}\n")
    return _read(path)


def _renewed(settings: Settings, path: Path) -> str:
    """Make a new token where a full disk has left an empty file."""
    path.unlink()
    return keep_token(settings)


def read_token(settings: Settings) -> str:
    """Return the token to show to a server on this machine."""
    if settings.admin_token:
        return settings.admin_token
    path = token_file(settings)
    try:
        return _read(path)
    except FileNotFoundError:
        raise UsageError(
            f"there is no {path}: a server on the embedded database makes it at its first start."
            " Name its folder (--data DIR), or set LUDOTECA_ADMIN_TOKEN"
        ) from None


def _read(path: Path) -> str:
    return path.read_text(encoding="ascii").strip()
