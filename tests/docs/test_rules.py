"""The rules pages name every rule of the box, in each language, with a picture for every goal."""

import re
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.games.codex_naturalis.catalog import OBJECTIVE_FACTS
from ludoteca.games.codex_naturalis.notation.objectives import objective_text
from ludoteca.language import LANGUAGES
from tests.docs.rules import path

ROOT = Path(__file__).parents[2]

NUMBERS = {
    "my_shelfie": ("132", "22", "29", "37", "45", "1, 2, 4, 6, 9", "12"),
    "codex_naturalis": ("40", "16", "20", "29"),
}
"""Tiles and cells by players and points; cards and points."""

RULES: dict[str, dict[str, tuple[str, ...]]] = {
    "my_shelfie": {
        "en": (
            "clockwise", "drawn at random", "six rows by five columns", "just one", "free side",
            "never diagonally", "emptiest column", "8 and 4 with two", "8, 6 and 4 with three",
            "8, 6, 4 and 2 with four", "both tokens in one turn", "yours for good",
            "four tiles or fewer", "First edition", "Italian edition", "stay where they are",
            "several of the same type", "of 3 scores 2", "Tiles of one colour",
            "same number of turns", "furthest clockwise",
        ),
        "it": (
            "senso orario", "si sorteggia", "sei righe per cinque colonne", "con uno solo",
            "lato libero", "mai in diagonale", "colonna più vuota", "8 e 4 in due",
            "8, 6 e 4 in tre", "8, 6, 4 e 2 in quattro", "anche entrambe", "resta tua",
            "quattro tessere o meno", "Prima edizione", "Edizione italiana", "non si muovono",
            "conta per sé", "di 3 vale 2", "dello stesso colore", "stesso numero di turni",
            "lontano in senso orario",
        ),
        "de": (
            "Uhrzeigersinn", "ausgelost", "sechs Reihen und fünf Spalten", "mit nur einem",
            "freie Seite", "nie diagonal", "leerste Spalte", "8 und 4 zu zweit",
            "8, 6 und 4 zu dritt", "8, 6, 4 und 2 zu viert", "beide gewinnen", "behältst du",
            "höchstens vier", "Erste Auflage", "Italienische Ausgabe", "bleiben liegen",
            "mehrere derselben Art", "von 3 zwei", "Stücke einer Farbe", "gleich oft am Zug",
            "im Uhrzeigersinn am weitesten", "Plätze für Schätze",
        ),
    },
    "codex_naturalis": {
        "en": (
            "40 resource cards, 40 gold cards, 6 starter cards", "resources (", "objects (",
            "two resource cards and two gold cards", "stays that way",
            "two resource cards and one gold card", "under the deck", "drawn at the very end",
            "two corners of the same card", "itself don’t matter", "Face down it needs nothing",
            "before you place it", "add later score nothing", "four face-up cards", "20 points",
            "both decks are empty", "not turned or mirrored", "each card counts once",
            "win is shared", "Italian edition", "turns are skipped",
        ),
        "it": (
            "40 carte risorsa, 40 carte oro, 6 carte iniziali", "risorse (", "oggetti (",
            "due carte risorsa e due carte oro", "Resta così",
            "due carte risorsa e una carta oro", "in fondo al mazzo", "si sorteggia per ultimo",
            "due angoli della stessa carta", "non contano", "Coperta non richiede nulla",
            "prima di giocarla", "aggiunti dopo", "quattro scoperte", "20 punti",
            "due mazzi sono finiti", "senza girarla né specchiarla", "ogni carta conta una volta",
            "la vittoria è di tutti loro", "edizione italiana", "turni si saltano",
        ),
        "de": (
            "40 Ressourcen-, 40 Gold-, 6 Start-", "Ressourcen (", "Gegenstände (",
            "zwei Ressourcenkarten und zwei Goldkarten", "bleibt sie die ganze Partie",
            "zwei Ressourcenkarten und eine Goldkarte", "unter den Stapel", "zuletzt ausgelost",
            "zwei Ecken derselben Karte", "spielen keine Rolle", "Verdeckt braucht sie nichts",
            "bevor du sie legst", "später dazukommen", "vier offenen", "20 Punkte",
            "beide Stapel leer", "nicht gedreht oder gespiegelt", "zählt innerhalb einer Aufgabe",
            "teilt ihr den Sieg", "italienischen Ausgabe", "Züge werden übersprungen",
        ),
    },
}  # fmt: skip
"""One phrase for each rule of the box."""


def flat(text: str) -> str:
    """Join the lines of a page."""
    return re.sub(r"\s+", " ", text)


def rules_of(game: str, language: str) -> str:
    """Return the rules of a game as one line."""
    file = games.load(game).folder / "text" / f"rules.{language}.md"
    return flat(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", RULES)
def test_every_rule_of_the_box_is_named(game: str, language: str) -> None:
    text = rules_of(game, language)
    wanted = (*NUMBERS[game], *RULES[game][language])
    assert [phrase for phrase in wanted if phrase not in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_twelve_goals_have_their_text_and_a_picture(language: str) -> None:
    text, words = rules_of("my_shelfie", language), games.load("my_shelfie").words(language)
    page = (ROOT / path("my_shelfie", language)).read_text(encoding="utf-8")
    for goal in range(1, 13):
        assert f"{goal} · {words[f'goal.{goal}.name']}. {words[f'goal.{goal}.text']}" in text
        assert f"my-shelfie-goal-{goal}.svg" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_objectives_have_their_text_and_a_picture(language: str) -> None:
    text = rules_of("codex_naturalis", language)
    words = games.load("codex_naturalis").words(language)
    page = (ROOT / path("codex_naturalis", language)).read_text(encoding="utf-8")
    for facts in OBJECTIVE_FACTS:
        told = objective_text(facts.id, words)
        points = words.say("board.n_points", n=facts.points)
        assert f"{facts.id} · {told[0].upper()}{told[1:]}: {points}." in text
        assert f"codex-naturalis-objective-{facts.id}.svg" in page
