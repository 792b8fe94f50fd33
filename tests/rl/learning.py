"""The tables of `docs/learning.md`: `python -m tests.rl.learning` writes them again."""

import re
from pathlib import Path

from ludoteca import games
from ludoteca.rl.dataset.schema import COLUMNS
from ludoteca.rl.tensor import tensor_length, tensor_of

PAGE = Path(__file__).parents[2] / "docs" / "learning.md"

_PASSAGE = re.compile(r"(<!-- table: ([a-z_ ]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def table(name: str) -> str:
    """Make a table by its name: `columns`, `tensor GAME` or `factors GAME`."""
    kind, _, game_id = name.partition(" ")
    if kind == "columns":
        rows = [f"| `{c.name}` | {c.kind} | {c.meaning} |" for c in COLUMNS]
        return "\n".join(["| column | type | |", "|---|---|---|", *rows])
    game = games.load(game_id)
    tensor = tensor_of(game)
    if kind == "factors":
        rows = [f"| {n} | {meaning} |" for n, meaning in enumerate(tensor.FACTORS)]
        return "\n".join(["| word | tells |", "|---|---|", *rows])
    lengths = ", ".join(f"{tensor_length(game, n):,} for {n}" for n in game.player_counts)
    rows = []
    for two, three in zip(tensor.slots(2), tensor.slots(3), strict=True):
        shape = " × ".join(
            str(a) if a == b else "players" for a, b in zip(two.shape, three.shape, strict=True)
        )
        rows.append(f"| `{two.name}` | {shape} | {two.most} | {two.meaning} |")
    head = ["| part | shape | most | |", "|---|---|---:|---|"]
    return "\n".join([f"{lengths} players.", "", *head, *rows])


def refreshed(text: str) -> str:
    """Return the page with all its tables written again."""
    return _PASSAGE.sub(lambda m: f"{m[1]}\n{table(m[2])}\n\n{m[3]}", text)


def names(text: str) -> list[str]:
    """List the tables of the page."""
    return [match[2] for match in _PASSAGE.finditer(text)]


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
