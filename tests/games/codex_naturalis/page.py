"""Write the printed facts for the page's board: python -m tests.games.codex_naturalis.page.

The board draws every card from these facts, so that no number is typed twice. They are made from
the game's own data files.
"""

import json
from pathlib import Path
from typing import Any

from ludoteca.games.codex_naturalis.catalog import CARD_FACTS, OBJECTIVE_FACTS
from ludoteca.games.codex_naturalis.catalog.reading import Card, Face, Objective
from ludoteca.games.codex_naturalis.layout import CARDS, DECK

HOME = Path(__file__).parents[3] / "web" / "src" / "boards" / "codex_naturalis" / "cards.json"


def kind(card: Card) -> str:
    """Name the kind of a card by its id."""
    if card.id > CARDS:
        return "starter"
    return "resource" if card.id <= DECK else "gold"


def face(side: Face) -> dict[str, Any]:
    """Return one side of a card."""
    return {"corners": list(side.corners), "centre": list(side.centre)}


def card(card: Card) -> dict[str, Any]:
    """Return a resource, gold or starter card."""
    return {
        "id": card.id,
        "kind": kind(card),
        "kingdom": card.kingdom or None,
        "points": card.points,
        "rule": card.rule,
        "requires": card.requires,
        "front": face(card.front),
        "back": face(card.back),
    }


def objective(card: Objective) -> dict[str, Any]:
    """Return an objective card."""
    return {
        "id": card.id,
        "points": card.points,
        "shape": card.shape or "set",
        "cells": [{"kingdom": c.kingdom, "x": c.right, "y": c.up} for c in card.cells],
        "needs": card.needs,
    }


def facts() -> str:
    """Return the file's text: one card a line."""
    lines = [json.dumps(card(c)) for c in CARD_FACTS[1:]]
    more = [json.dumps(objective(c)) for c in OBJECTIVE_FACTS]
    both = [("cards", lines), ("objectives", more)]
    parts = [f'"{name}": [\n' + ",\n".join(rows) + "\n]" for name, rows in both]
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    HOME.write_text(facts(), encoding="utf-8")
