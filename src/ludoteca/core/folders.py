"""Where this system keeps the data, the settings and the caches of programs.

Nothing else asks for these folders. `XDG_DATA_HOME`, `XDG_CONFIG_HOME` and `XDG_CACHE_HOME` are
heeded everywhere.
"""

import os
from pathlib import Path

NAME = "ludoteca"


def data() -> Path:
    """Return the folder for what must be kept: matches, tokens, the database of a server."""
    return _folder("data", ".local/share")


def config() -> Path:
    """Return the folder for settings."""
    return _folder("config", ".config")


def cache() -> Path:
    """Return the folder for what can be made again."""
    return _folder("cache", ".cache")


def _folder(kind: str, usual: str) -> Path:
    """Return our folder of a kind; one that lies where Unix has it stays in use."""
    import platformdirs  # not there in a browser, which keeps nothing in folders

    chosen = os.environ.get(f"XDG_{kind.upper()}_HOME")
    if chosen:
        return Path(chosen) / NAME
    older = Path.home() / usual / NAME  # raises RuntimeError for a user without a home
    found = {
        "data": platformdirs.user_data_path,
        "config": platformdirs.user_config_path,
        "cache": platformdirs.user_cache_path,
    }[kind](NAME, appauthor=False)
    return older if older.is_dir() and not found.is_dir() else found
