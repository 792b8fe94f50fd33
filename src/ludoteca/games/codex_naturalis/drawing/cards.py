"""Cards and objectives as one line each."""

from ludoteca.core.words import Words
from ludoteca.games.codex_naturalis.catalog import CARD_FACTS, FIRST_OBJECTIVE, OBJECTIVE_FACTS
from ludoteca.games.codex_naturalis.catalog.reading import Card, Face
from ludoteca.games.codex_naturalis.drawing.areas import inked, letters_in
from ludoteca.games.codex_naturalis.layout import CARDS, DECK
from ludoteca.games.codex_naturalis.notation.objectives import objective_text
from ludoteca.games.codex_naturalis.view import back_of


def corners_text(face: Face, letters: str) -> str:
    """Show the corners of a face: the upper two, then the lower two."""
    marks = [inked(symbol, letters) for symbol in face.corners]
    return f"{marks[0]} {marks[1]} / {marks[2]} {marks[3]}"


def card_line(card: int, words: Words) -> str:
    """Describe a card of a hand or of the table: its front, its points, its requirement."""
    facts, letters = CARD_FACTS[card], letters_in(words)
    if card > CARDS:
        return f"{card:3} {_starter(facts, words)}"
    kind = words["resource" if card <= DECK else "gold"]
    line = f"{card:3} {inked(facts.kingdom, letters)} {kind:9} {corners_text(facts.front, letters)}"
    if facts.points:
        line += f"   {points_text(facts.points, words)}"
    if facts.rule != "flat":
        line += f" {words[facts.rule]}"
    if facts.requires:
        marks = (inked(name, letters) * count for name, count in facts.requires.items())
        line += f", {words['needs']} {''.join(marks)}"
    return line


def _starter(facts: Card, words: Words) -> str:
    letters = letters_in(words)
    centre = "".join(inked(symbol, letters) for symbol in facts.front.centre)
    front = f"{words['front']} {corners_text(facts.front, letters)} + {centre}"
    return f"{front}   {words['back']} {corners_text(facts.back, letters)}"


def points_text(points: int, words: Words) -> str:
    """Write a number of points."""
    return words.say("board.n_points", n=points)


def short_card(card: int, words: Words) -> str:
    """Write a card of a hand: its number, or the letter of its back with * for gold."""
    if card > 0:
        return str(card)
    back = back_of(card)
    return inked(back.kingdom, letters_in(words)) + ("*" if back.kind == "gold" else "")


def objective_line(card: int, words: Words) -> str:
    """Describe an objective card."""
    points = OBJECTIVE_FACTS[card - FIRST_OBJECTIVE].points
    return f"{card:3} {points_text(points, words)}: {objective_text(card, words)}"
