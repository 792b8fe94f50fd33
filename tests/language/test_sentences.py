"""Whole sentences with counts, kingdoms and tiles, as people read them."""

import json
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.games.codex_naturalis.catalog import OBJECTIVE_FACTS
from ludoteca.games.codex_naturalis.catalog.reading import SYMBOLS
from ludoteca.games.codex_naturalis.notation.objectives import join, objective_text
from ludoteca.language import LANGUAGES, words

EXPECTED: dict[str, list[str]] = json.loads(
    Path(__file__).with_name("sentences.json").read_text(encoding="utf-8")
)
COUNTS = (0, 1, 2, 5)
TILES = "CBGFTP"


def sentences(language: str) -> list[str]:
    """Send everything that is counted, named or joined by code."""
    codex, shelfie = (games.load(id).words(language) for id in ("codex_naturalis", "my_shelfie"))
    general = words(language)
    counted = {(s, n): codex.say(f"board.count.{s}", n=n) for s in SYMBOLS for n in COUNTS}
    found = [
        codex.say("refusal.requirement", card=40 + n, lacks=counted[s, n])
        for s in SYMBOLS
        for n in COUNTS[1:]
    ]
    found += [
        shelfie.say(
            "board.shelf.told", title="Ada", n=n, tiles=shelfie.say(f"board.count.{t}", n=n)
        )
        for t in TILES
        for n in COUNTS
    ]
    found += [objective_text(facts.id, codex) for facts in OBJECTIVE_FACTS]
    found.append(join([counted["fungi", 1], counted["insect", 2], counted["quill", 5]], codex))
    found += [
        codex.say("refusal.empty_deck", deck=codex[f"board.deck.{d}"]) for d in ("resource", "gold")
    ]
    found += [codex.say(f"board.news.drew_deck.{d}", name="Bo") for d in ("resource", "gold")]
    card = codex["board.card.resource.animal"]
    found.append(
        codex.say(
            "board.news.placed", name="Bo", card=card, points=codex.say("board.n_points", n=1)
        )
    )
    found += [
        f"c5: {shelfie[f'board.tile.{t}']}, {shelfie['terminal.can_be_taken']}" for t in TILES
    ]
    found += [shelfie.say("board.column.free", n=n) for n in COUNTS]
    found += [general.say("page.start_with", n=n) for n in (1, 2)]
    found.append(general.say("page.days_hours", days=3, hours=4))
    found += [shelfie.say("refusal.not_your_turn", number=n) for n in (1, 2)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_made_by_code_are_right(language: str) -> None:
    made = sentences(language)
    assert len(made) >= 60
    assert made == EXPECTED[language]
