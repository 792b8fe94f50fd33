"""The reference page of the levels: what plays each of them, and how strong it is."""

from ludoteca import games
from ludoteca.bots.spec import LEVELS, levels_at
from ludoteca.bots.strength import Measured, read_strengths
from ludoteca.core.game import Game
from tests.docs.writing import head, table

TEXT = """
What plays each [level](../bots.md) at each table, with its Elo rating in the arena and the ends of
the 95 % interval. Ratings count from the weakest level of a table, at 800, so only differences
within a table mean something. `monte_carlo` stands beside the levels. How they were measured, and
how often each level beats the one before, is in [the measurements](../../benchmarks/results.md).
"""


def page() -> str:
    """Write the page."""
    return "\n".join([head("Levels", TEXT), *(_game(games.load(name)) for name in games.names())])


def _game(game: Game) -> str:
    measured = read_strengths(game.id)
    counts = [players for players in game.player_counts if players in measured]
    rows = [
        [f"`{name}`", *(_cell(game.id, players, name, measured[players]) for players in counts)]
        for name in (*LEVELS, "monte_carlo")
    ]
    titles = ["level", *(f"{players} players" for players in counts)]
    return f"## {game.name}\n\n{table(titles, rows)}"


def _cell(game: str, players: int, name: str, measured: dict[str, Measured]) -> str:
    found = measured.get(name)
    plays = levels_at(game, players).get(name) or (found.plays if found else "")
    if found is None or found.plays != plays:
        return f"`{plays}`: not measured"
    return f"`{plays}`: {found.rating} ({found.low} to {found.high})"
