"""Measures how strong the levels are: `python benchmarks/levels.py GAME [--deals N]`.

All levels meet in the arena, two players; the ratings go where the server reads them. Levels that
think by the clock depend on the machine, so run it on one that does nothing else.
"""

import argparse
import json
import subprocess
import sys
from typing import Any

from ludoteca.bots.spec import LEVELS
from ludoteca.bots.strength import STRENGTHS

SEED = "2027"
"""Not the seed that any weights were tuned with."""

WEAKEST = 800
"""The rating of the weakest level: only differences mean something."""


def play(game: str, deals: int) -> dict[str, Any]:
    """Let all levels meet; return the arena's report."""
    run = "import sys; from ludoteca.cli import main; sys.exit(main())"
    arguments = ["arena", game, "--bots", ",".join(LEVELS), "--deals", str(deals)]
    command = [sys.executable, "-c", run, *arguments, "--seed", SEED, "--jobs", "1", "--json"]
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def rate(report: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Write the ratings down, weakest first, each with what played under the level's name."""
    ends = ("rating", "low", "high")
    rows = {row["bot"]: row for row in report["ratings"]}
    least = min(row["rating"] for row in rows.values())
    return {
        level: {"plays": LEVELS[level]}
        | {end: round(rows[level][end] - least + WEAKEST) for end in ends}
        for level in LEVELS
    }


def main() -> None:
    """Measure a game, and keep what was measured of the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--deals", type=int, default=50)
    given = parser.parse_args()
    ratings = rate(play(given.game, given.deals))
    known = json.loads(STRENGTHS.read_text()) if STRENGTHS.exists() else {}
    whole = {**known, given.game: ratings}
    STRENGTHS.write_text(json.dumps(whole, indent=2, sort_keys=False) + "\n")
    for level, row in ratings.items():
        print(f"| {given.game} | {level} | {row['rating']} ({row['low']}–{row['high']}) |")


if __name__ == "__main__":
    main()
