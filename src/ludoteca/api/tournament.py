"""Bots against bots, in one call."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from ludoteca import games
from ludoteca.arena.contest import Contest, run
from ludoteca.arena.machine import machine, program
from ludoteca.arena.report import report, table_html
from ludoteca.arena.report_tables import headlines, report_tables
from ludoteca.arena.standings import standings
from ludoteca.arena.tournament import make_plan
from ludoteca.arena.workers import choose_runner
from ludoteca.core.game import Game, Value


@dataclass(frozen=True)
class Tournament:
    """What came out when bots met: who beats whom, with intervals."""

    game: Game
    fields: dict[str, Any]
    """Everything, as `ludoteca arena --json` prints it."""

    @property
    def ratings(self) -> dict[str, float]:
        """Each bot's rating on the Elo scale, the best first."""
        return {row["bot"]: row["rating"] for row in self.fields["ratings"]}

    @property
    def wins(self) -> dict[tuple[str, str], float]:
        """For each pair, the share of the matches that the first one won."""
        return {(pair["a"], pair["b"]): pair["win_rate_a"] for pair in self.fields["pairs"]}

    def save_report(self, path: str | Path) -> Path:
        """Write a page about it, which needs nothing else: .html."""
        path = Path(path)
        path.write_text(report(self.game, self.fields), encoding="utf-8", newline="\n")
        return path

    def __str__(self) -> str:
        """Write the tables."""
        tables = report_tables(self.fields)
        return "\n\n".join([headlines(self.game.name, self.fields)[0], *map(str, tables)])

    def __repr__(self) -> str:
        """Tell who met."""
        return f"<Tournament of {self.game.id}, {', '.join(self.ratings)}>"

    def _repr_html_(self) -> str:
        """Show the tables in a notebook."""
        head = escape(headlines(self.game.name, self.fields)[0])
        return f"<h1>{head}</h1>\n" + "\n".join(map(table_html, report_tables(self.fields)))


def tournament(
    game: str | Game,
    bots: Sequence[str],
    deals: int = 100,
    *,
    players: int = 2,
    seed: int = 0,
    edition: str | None = None,
    options: Mapping[str, Value] = {},
    jobs: int = 1,
) -> Tournament:
    """Let all pairs of bots meet: each deal is played in every seating.

    With several `jobs`, processes share the work: call it under `if __name__ == "__main__":`.

    >>> result = tournament("my_shelfie", ["greedy", "random"], deals=5, seed=7)
    >>> result.wins["greedy", "random"]
    1.0
    """
    game = games.load(game) if isinstance(game, str) else game
    chosen = game.choose_options(edition, {key: str(value) for key, value in options.items()})
    contest = Contest(make_plan(game, players, chosen, bots, deals, seed))
    place = "local" if jobs == 1 else "pool"
    began = time.perf_counter()
    if not run(contest, choose_runner(place, jobs), lambda _: None, lambda: None):
        raise KeyboardInterrupt
    fields = standings(contest) | {"seconds": round(time.perf_counter() - began, 3), "on": place}
    return Tournament(game, fields | {"program": program(), "machine": machine()})
