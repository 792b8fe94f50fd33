"""Sentences that proof-readers replaced do not come back."""

import json
import re
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.language import LANGUAGES, words

ROOT = Path(__file__).parents[2]
REPLACED: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("replaced.json").read_text(encoding="utf-8")
)
"""By language: the catalogue and the key, and what stood there once."""

LONG = 24
"""A text of this length is gone everywhere; a shorter one may be right under another key."""

PROSE = (
    "le tessere chiare sono chiuse",
    "d4 è chiusa",
    "Chi mostra ciò che una carta chiede",
    "Il soggiorno si riempie di nuovo",
    "Un numero da solo è ciò che prendi",
    "Tieni i punti e conti ancora gli obiettivi",
    "Scrivi una pagina di natura",
    "Die meisten Punkte gewinnen",
    "Mindestens eine seiner vier Seiten berührt",
    "Wer zeigt, was eine Karte verlangt",
    "Startspieler",
    "wird die Runde beendet",
    "du wertest deine Ziele noch",
    "Du schreibst eine Seite der Natur",
    "die keine Karte teilen",
    "Rohstoff",
    "Who comes later gets less",
    "at the end of the own turn",
    "They can't be moved any more",
    "Two cards lie open",
    "the pale tiles are shut in",
    "is paid for each such symbol",
    "of which you see the back",
)
"""What the rules pages and their captions said."""


def catalogues(language: str) -> dict[str, str]:
    """Return all texts of a language, each under its catalogue and key."""
    found = {f"general {key}": text for key, text in words(language).items()}
    for game in games.names():
        found |= {f"{game} {key}": text for key, text in games.load(game).words(language).items()}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_replaced_sentence_is_back(language: str) -> None:
    texts = catalogues(language)
    assert len(REPLACED[language]) > 50
    same = [key for key, text in REPLACED[language].items() if texts.get(key) == text]
    assert same == []
    everything = "\n".join(texts.values())
    back = [
        text for text in REPLACED[language].values() if len(text) >= LONG and text in everything
    ]
    assert back == []


def test_no_replaced_phrase_is_back_in_the_rules() -> None:
    pages = [*ROOT.glob("src/ludoteca/games/*/text/rules.*.md"), *ROOT.glob("docs/play/*.md")]
    pages += ROOT.glob("web/src/boards/*/pictures.json")
    assert len(pages) == 14
    for page in pages:
        text = re.sub(r"\s+", " ", page.read_text(encoding="utf-8"))
        assert [phrase for phrase in PROSE if phrase in text] == [], page.name


@pytest.mark.parametrize("language", ["en", "it"])
def test_apostrophes_dots_and_per_cent_are_written_one_way(language: str) -> None:
    for key, text in catalogues(language).items():
        assert "'" not in text, key
        assert " …" not in text, key
        assert " %" not in text, key
