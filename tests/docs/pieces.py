"""The page of all cards and goals: their numbers, what they do, and sheets of pictures."""

from collections.abc import Sequence

from ludoteca import games
from ludoteca.core import art
from ludoteca.core.game import Game
from ludoteca.games.codex_naturalis.catalog import FIRST_OBJECTIVE, OBJECTIVE_FACTS
from ludoteca.games.codex_naturalis.catalog.reading import DATA
from ludoteca.games.codex_naturalis.notation.objectives import objective_text
from tests.docs import writing

SHEETS: dict[str, tuple[str, list[tuple[str, str]], int, float]] = {
    "docs/pictures/all-common-goals.svg": (
        "my_shelfie", [(str(n), f"goal {n}") for n in range(1, 13)], 6, 188 / 160,
    ),
    "docs/pictures/all-personal-goals.svg": (
        "my_shelfie", [(str(n), f"personal {n}") for n in range(1, 13)], 6, 188 / 160,
    ),
    "docs/pictures/all-resource-cards.svg": (
        "codex_naturalis", [(str(n), f"card {n} front") for n in range(1, 41)], 5, 2 / 3,
    ),
    "docs/pictures/all-gold-cards.svg": (
        "codex_naturalis", [(str(n), f"card {n} front") for n in range(41, 81)], 5, 2 / 3,
    ),
    "docs/pictures/all-starter-cards.svg": (
        "codex_naturalis",
        [(f"{n} {side}", f"card {n} {side}") for n in range(81, 87) for side in ("front", "back")],
        4, 2 / 3,
    ),
    "docs/pictures/all-objective-cards.svg": (
        "codex_naturalis", [(str(n), f"objective {n}") for n in range(87, 103)], 4, 2 / 3,
    ),
}  # fmt: skip
"""Each sheet: its game, its pieces with what stands below them, how many in a row, their shape."""

WIDTH, GAP, LINE = 150, 14, 24


def sheet(path: str) -> str:
    """Draw all pieces of a kind in rows, each with its number."""
    game, pieces, row, shape = SHEETS[path]
    own, height = art.load(game), WIDTH * shape
    body = []
    for n, (label, part) in enumerate(pieces):
        x = GAP + n % row * (WIDTH + GAP)
        y = GAP + n // row * (height + GAP + LINE)
        body.append(own.part(part, x, y, WIDTH, height))
        middle = x + WIDTH / 2
        body.append(art.text(label, middle, y + height + 17, 15, "#6a563a", 600, "middle"))
    rows = -(-len(pieces) // row)
    return own.picture(GAP + row * (WIDTH + GAP), GAP + rows * (height + GAP + LINE), body)


def page() -> str:
    """Write the page."""
    shelfie, codex = games.load("my_shelfie"), games.load("codex_naturalis")
    parts = [
        "# All cards and goals",
        writing.NOTE,
        "The numbers are those that moves, records and `ludoteca score` use: find the card of your"
        " box by its picture.",
        "## My Shelfie: common goals",
        shown("common-goals", "The twelve common goals"),
        table(("number", "goal", "what it asks for"), common_goals(shelfie)),
        "## My Shelfie: personal goals",
        shown("personal-goals", "The twelve personal goals"),
        "## Codex Naturalis: resource cards",
        "Of every card, the back has four empty corners and its kingdom in the centre.",
        shown("resource-cards", "The fronts of the resource cards, 1 to 40"),
        table(("number", "kingdom", "points", "corners"), cards(codex, "resource_cards.csv")),
        "## Codex Naturalis: gold cards",
        shown("gold-cards", "The fronts of the gold cards, 41 to 80"),
        table(("number", "kingdom", "points", "corners", "needs"), cards(codex, "gold_cards.csv")),
        "## Codex Naturalis: starter cards",
        shown("starter-cards", "Both sides of the starter cards, 81 to 86"),
        "## Codex Naturalis: objective cards",
        shown("objective-cards", "The objective cards, 87 to 102"),
        table(("number", "points", "for"), objectives(codex)),
    ]
    return "\n\n".join(parts) + "\n"


def shown(name: str, alternative: str) -> str:
    """Show a sheet."""
    return f"![{alternative}](../pictures/all-{name}.svg)"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def common_goals(game: Game) -> list[list[str]]:
    """List the common goals with their texts."""
    words = game.words()
    return [[str(n), words[f"goal.{n}.name"], words[f"goal.{n}.text"]] for n in range(1, 13)]


def cards(game: Game, file: str) -> list[list[str]]:
    """List the cards of a data file; corners from the top left, row by row."""
    lines = (DATA / file).read_text(encoding="utf-8").splitlines()
    _, *rows = [line.split(",") for line in lines if line and not line.startswith("#")]
    words = game.words()
    found = []
    for number, kingdom, points, *rest in rows:
        corners = ", ".join(words.get(corner, corner) for corner in rest[-4:])
        row = [number, words[kingdom], points, corners]
        if len(rest) > 4:  # a gold card: what its points are for, and what it needs
            if rest[0] != "flat":
                row[2] = f"{points} {words[rest[0]]}"
            row.append(rest[1].replace(":", " ").replace(" ", "\u00a0"))
        found.append(row)
    return found


def objectives(game: Game) -> list[list[str]]:
    """List the objective cards."""
    words = game.words()
    return [
        [str(FIRST_OBJECTIVE + n), str(facts.points), objective_text(FIRST_OBJECTIVE + n, words)]
        for n, facts in enumerate(OBJECTIVE_FACTS)
    ]
