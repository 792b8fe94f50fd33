"""Random matches in bulk, in one call."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from ludoteca import games
from ludoteca.arena.report import table_html
from ludoteca.arena.simulate import SimulationPlan
from ludoteca.arena.simulate import simulate as run
from ludoteca.arena.summary import summary_fields, summary_tables
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game, Value


@dataclass(frozen=True)
class Simulation:
    """What came out of many random matches."""

    game: Game
    fields: dict[str, Any]
    """Everything, as `ludoteca simulate --json` prints it."""

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return int(self.fields["matches"])

    @property
    def wins(self) -> list[float]:
        """Each seat's share of the wins."""
        return [seat["wins"] for seat in self.fields["seats"]]

    @property
    def mean_scores(self) -> list[float]:
        """Each seat's mean score."""
        return [seat["score"]["mean"] for seat in self.fields["seats"]]

    @property
    def headline(self) -> str:
        """What was played, in a line."""
        players = self.fields["players"]
        return f"{self.game.name}, {players} players: {self.matches:,} random matches"

    def __str__(self) -> str:
        """Write the tables."""
        tables = summary_tables(self.game, self.fields)
        return "\n\n".join([self.headline, *map(str, tables)])

    def __repr__(self) -> str:
        """Tell what was played."""
        return f"<Simulation of {self.game.id}, {self.matches:,} matches>"

    def _repr_html_(self) -> str:
        """Show the tables in a notebook."""
        tables = summary_tables(self.game, self.fields)
        return f"<h1>{escape(self.headline)}</h1>\n" + "\n".join(map(table_html, tables))


def simulate(
    game: str | Game,
    players: int = 2,
    matches: int = 10_000,
    *,
    seed: int = 0,
    edition: str | None = None,
    options: Mapping[str, Value] = {},
    jobs: int = 1,
) -> Simulation:
    """Play random matches and sum them up; the same seed gives the same matches.

    With several `jobs`, processes share the work: call it under `if __name__ == "__main__":`.

    >>> simulation = simulate("my_shelfie", matches=1000, seed=7)
    >>> simulation.matches, sum(simulation.wins)
    (1000, 1.0)
    """
    game = games.load(game) if isinstance(game, str) else game
    chosen = game.choose_options(edition, {key: str(value) for key, value in options.items()})
    game.new(players, chosen)  # refuses what can't be
    if matches < 1:
        raise UsageError(f"at least one match is needed, not {matches}")
    plan = SimulationPlan(game.id, players, chosen, matches, seed)
    began = time.perf_counter()
    summary, complete = run(plan, jobs, lambda _: None)
    if not complete:
        raise KeyboardInterrupt
    return Simulation(game, summary_fields(game, plan, summary, time.perf_counter() - began))
