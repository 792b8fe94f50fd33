"""The rules of a game for the documents: its own text, with pictures of the real components."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ludoteca import games
from ludoteca.language import LANGUAGES
from tests.docs import writing

BOARDS = Path(__file__).parents[2] / "web" / "src" / "boards"
"""A board says in its `pictures.json` where which picture stands, for the page and for here."""

NAMES = {"en": "English", "it": "Italiano", "de": "Deutsch"}
LETTERS = re.compile(r"^```\n.*?^```$", re.MULTILINE | re.DOTALL)
"""A drawing in letters, for terminals."""

CHAPTER = re.compile(r"^(?=##? )", re.MULTILINE)


def path(game_id: str, language: str) -> str:
    """Return where the page is."""
    return f"docs/play/{game_id.replace('_', '-')}.{language}.md"


def page(game_id: str, language: str) -> str:
    """Write the rules of a game in a language."""
    source = games.load(game_id).folder / "text" / f"rules.{language}.md"
    pictures = _pictures(game_id)
    text = source.read_text(encoding="utf-8")
    for picture in pictures:
        if "instead" in picture:
            drawing = LETTERS.search(text)  # those before it are replaced by now
            assert drawing, f"{source.name} has no drawing {picture['instead']}"
            shown = _shown(game_id, picture, language)
            text = text[: drawing.start()] + shown + text[drawing.end() :]
    chapters = [part.rstrip() for part in CHAPTER.split(text) if part]
    for picture in pictures:
        if "below" in picture:
            chapters[picture["below"] - 1] += "\n\n" + _shown(game_id, picture, language)
    title, _, opening = chapters[0].partition("\n")
    others = " · ".join(
        NAMES[other]
        if other == language
        else f"[{NAMES[other]}]({Path(path(game_id, other)).name})"
        for other in LANGUAGES
    )
    head = f"{title}\n\n{writing.NOTE}\n\n{others}\n{opening}"
    return "\n\n".join([head, *chapters[1:]]) + "\n"


def _pictures(game_id: str) -> list[dict[str, Any]]:
    file = BOARDS / game_id / "pictures.json"
    found: list[dict[str, Any]] = json.loads(file.read_bytes()) if file.exists() else []
    return found


def _shown(game_id: str, picture: dict[str, Any], language: str) -> str:
    file = f"../pictures/{game_id.replace('_', '-')}-{picture['name']}.svg"
    caption = picture.get(language)  # read aloud once; where the text before it says all, none
    return f"![]({file})\n\n*{caption}*" if caption else f"![]({file})"


def pages() -> dict[str, Callable[[], str]]:
    """Return all pages of rules."""
    return {
        path(game_id, language): partial(page, game_id, language)
        for game_id in games.names()
        for language in LANGUAGES
    }
