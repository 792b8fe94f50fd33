"""Measures how strong the levels are: `python benchmarks/levels.py GAME [--levels A,B…]`.

The levels meet in the arena, two players; the ratings go where the server reads them. Slow levels
may be measured apart, with fewer deals: name a level first that was measured before, and its
rating is what theirs are counted from. Levels that think by the clock depend on the machine, so
run them on one that does nothing else.
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


def play(game: str, levels: list[str], deals: int) -> dict[str, Any]:
    """Let some levels meet; return the arena's report."""
    run = "import sys; from ludoteca.cli import main; sys.exit(main())"
    arguments = ["arena", game, "--bots", ",".join(levels), "--deals", str(deals)]
    command = [sys.executable, "-c", run, *arguments, "--seed", SEED, "--jobs", "1", "--json"]
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def rate(
    report: dict[str, Any], levels: list[str], known: dict[str, Any]
) -> dict[str, dict[str, Any]]:
    """Write the ratings down, each with what played under the level's name.

    They count from the first level: from its rating, if it has one.
    """
    rows = {row["bot"]: row for row in report["ratings"]}
    first, *others = levels
    base = known.get(first, {}).get("rating", WEAKEST) - rows[first]["rating"]
    fresh = others if first in known else levels
    return {
        level: {"plays": LEVELS[level]}
        | {end: round(rows[level][end] + base) for end in ("rating", "low", "high")}
        for level in fresh
    }


def main() -> None:
    """Measure levels of a game, and keep what was measured of the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--deals", type=int, default=50)
    given = parser.parse_args()
    levels = given.levels.split(",")
    path = STRENGTHS / f"{given.game}.json"
    known = json.loads(path.read_text()) if path.is_file() else {}
    report = play(given.game, levels, given.deals)
    ratings = rate(report, levels, known)
    path.write_text(json.dumps(known | ratings, indent=2) + "\n")
    for level, row in ratings.items():
        print(f"| {given.game} | {level} | {row['rating']} ({row['low']}–{row['high']}) |")


if __name__ == "__main__":
    main()
