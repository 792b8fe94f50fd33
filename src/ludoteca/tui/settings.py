"""The player's taste, kept in a small file in the user's own folder."""

import locale
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import msgspec

from ludoteca.core import folders
from ludoteca.language import LANGUAGES, system_language
from ludoteca.tui.graphics import GRAPHICS
from ludoteca.tui.look import MORE_THEMES, THEMES, Look, made

NAME = "terminal.json"

COLOURS = ("auto", "none")
LETTERS = ("auto", "unicode", "ascii")


@dataclass
class TerminalSettings:
    """What can be set; each value is one of a few words."""

    language: str = "auto"
    theme: str = "dark"
    colours: str = "auto"
    letters: str = "auto"
    name: str = ""
    server: str = ""
    """The server that was played at last."""
    graphics: str = GRAPHICS[0]

    @classmethod
    def load(cls, path: Path) -> "TerminalSettings":
        """Read the file; what is missing or not understood stays as usual."""
        try:
            found = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
        except (OSError, msgspec.MsgspecError):
            return cls()
        known = {field.name for field in fields(cls)}
        settings = cls(**{key: value for key, value in found.items() if key in known})
        for key, values in VALUES.items():
            if getattr(settings, key) not in values:
                setattr(settings, key, values[0])
        return settings

    def save(self, path: Path) -> None:
        """Write the file; a home that can't be written to is no reason to stop playing."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(msgspec.json.format(msgspec.json.encode(asdict(self))) + b"\n")
        except OSError:
            return

    def chosen_language(self, environment: Mapping[str, str] = os.environ) -> str:
        """Return the language: the one that was set, or that of the system."""
        if self.language in LANGUAGES:
            return self.language
        return system_language(environment)

    def look(self, environment: Mapping[str, str] = os.environ) -> Look:
        """Return the look: what was set, as far as the terminal can show it."""
        ascii_only = self.letters == "ascii"
        if self.letters == "auto":
            ascii_only = not _has_unicode()
        colour = self.colours == "auto" and "NO_COLOR" not in environment
        return made(self.theme, ascii_only, colour)


VALUES: dict[str, tuple[str, ...]] = {
    "language": ("auto", *LANGUAGES),
    "theme": (*THEMES, *MORE_THEMES),
    "colours": COLOURS,
    "letters": LETTERS,
    "graphics": GRAPHICS,
}
"""What each setting can be; the first is the usual."""


def _has_unicode() -> bool:
    encoding = getattr(sys.__stdout__, "encoding", None) or locale.getpreferredencoding(False)
    return "utf" in encoding.lower() and os.environ.get("TERM") != "linux"


def settings_path() -> Path:
    """Return where the settings are kept."""
    return folders.config() / NAME


def matches_folder() -> Path:
    """Return where matches are saved."""
    return folders.data() / "matches"
