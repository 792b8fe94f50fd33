"""Measures how strong the levels are: `python benchmarks/levels.py GAME [--players 2,3,4]`.

Neighbouring levels meet in the arena, and `monte_carlo` beside them; the ratings, counted from the
weakest level, go where the server reads them. Then the coach judges matches between levels: what
each gives away with a move, on average. `--steps 2-4` measures some steps only, from what is known
of the level before them. The strongest level thinks by the clock: measure it on a machine that does
nothing else, or let `--stand-in 40000p` play in its place.
"""

import argparse
import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

from ludoteca import games
from ludoteca.bots.base import Budget
from ludoteca.bots.spec import LEVELS, parse_player
from ludoteca.bots.strength import STRENGTHS
from ludoteca.coach.compare import compare
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded

SEED = 660_918
"""Not a seed that any weights were tuned, networks learned or levels chosen with."""

WEAKEST = 800
"""The rating of the weakest level: only differences mean something."""

FLAT = "monte_carlo"
"""Measured beside the levels: flat search with as many playouts as `hard`."""

JUDGES = Budget(playouts=400)
"""How long the coach looks at a move."""

LADDER = [level for level in LEVELS if level != "skilled"]
"""The levels, each of which should win about three of four matches against the one before."""


def play(game: str, players: int, pair: tuple[str, str], deals: int) -> dict[str, Any]:
    """Let two bots meet; return the arena's row for the pair."""
    run = "import sys; from ludoteca.cli import main; sys.exit(main())"
    words = ["arena", game, "--players", str(players), "--bots", ",".join(pair)]
    words += ["--deals", str(deals), "--seed", str(SEED), "--jobs", "1", "--json"]
    answer = subprocess.run(
        [sys.executable, "-c", run, *words], check=True, stdout=subprocess.PIPE, text=True
    )
    report: dict[str, Any] = json.loads(answer.stdout)
    ratings = {row["bot"]: row for row in report["ratings"]}
    lower, upper = (ratings[name] for name in pair)
    base = lower["rating"]
    row: dict[str, Any] = {end: upper[end] - base for end in ("rating", "low", "high")}
    row["share"] = 1 - report["pairs"][0]["win_rate_a"]
    row["ends"] = [1 - report["pairs"][0][end] for end in ("high", "low")]
    row["matches"] = report["pairs"][0]["matches"]
    return row


def steps_of(stand_in: str | None) -> list[tuple[str, str, str, str]]:
    """List what is measured: the level before and who plays it, a name and who plays that."""
    found = [(one, LEVELS[one], two, LEVELS[two]) for one, two in pairwise(LADDER)]
    found.append(("medium", LEVELS["medium"], "skilled", LEVELS["skilled"]))
    budget = LEVELS["hard"].rpartition(":")[2]
    found.append(("hard", LEVELS["hard"], FLAT, f"{FLAT}:{budget}"))
    if stand_in:
        last = LADDER[-1]
        found = [
            (one, plays, two, f"mcts:{stand_in}" if two == last else other)
            for one, plays, two, other in found
        ]
    return found


def given_away(game: Game, players: int, level: str, matches: int) -> float:
    """Return the chance that a level gives away with a move: the coach's best move less its own."""
    player, judge = parse_player(level), parse_player("mcts:400p")
    lost: list[float] = []
    for match in range(matches):
        dice, luck, state = seeded(SEED, match), seeded(SEED + 1, match), game.new(players)
        turn = 0
        while not game.is_over(state):
            if game.deal_name(state):
                state, _ = game.deal_all(state, lambda number: below(dice, number))  # noqa: B023
                continue
            seat = game.movers(state)[0]
            view, legal = game.view(state, seat), game.legal(state, seat)
            action = player.choose(game, view, legal, luck)
            turn += 1
            if turn % 3 == match % 3:
                best = judge.choose(game, view, legal, luck)
                actions = [*({best} - {action}), action]
                lines = compare(game, view, actions, luck, JUDGES).lines
                lost.append(max(line.win for line in lines) - lines[-1].win)
            state = game.apply_legal(state, seat, action)
    return sum(lost) / len(lost)


def measure(
    game: Game, players: int, given: argparse.Namespace, known: dict[str, Any]
) -> dict[str, Any]:
    """Measure the steps that are asked for; keep what is known of the others."""
    first, last = (int(end) for end in given.steps.split("-"))
    if first <= 1:
        ends = dict.fromkeys(("rating", "low", "high"), WEAKEST)
        known[LADDER[0]] = {"plays": LEVELS[LADDER[0]], **ends}
    for number, (one, plays, two, other) in enumerate(steps_of(given.stand_in), 1):
        if not first <= number <= last:
            continue
        row = play(game.id, players, (plays, other), given.deals)
        base = known[one]["rating"]
        known[two] = {"plays": LEVELS.get(two, other)} | {
            end: round(base + row[end]) for end in ("rating", "low", "high")
        }
        low, high = row["ends"]
        print(
            f"| {game.id} | {players} | {two} ({other}) : {one} | {row['share']:.1%}"
            f" ({low:.1%}–{high:.1%}) | {row['matches']} | {known[two]['rating']} |",
            flush=True,
        )
    return known


def keep(path: Path, players: int, rows: dict[str, Any]) -> None:
    """Write what was measured for a number of players."""
    every = json.loads(path.read_text()) if path.is_file() else {}
    every[str(players)] = rows
    path.write_text(json.dumps(dict(sorted(every.items())), indent=2) + "\n")


def main() -> None:
    """Measure a game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game")
    parser.add_argument("--players", default="2,3,4")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--steps", default="1-99", help="which steps, like 2-4")
    parser.add_argument("--stand-in", metavar="BUDGET", help="plays for the strongest level")
    parser.add_argument("--lost", type=int, default=12, help="matches that the coach judges")
    given = parser.parse_args()
    game, path = games.load(given.game), STRENGTHS / f"{given.game}.json"
    for players in map(int, given.players.split(",")):
        known = json.loads(path.read_text()).get(str(players), {}) if path.is_file() else {}
        rows = measure(game, players, given, known)
        for level in LEVELS if given.lost else ():
            plays = f"mcts:{given.stand_in or '8000p'}" if level == LADDER[-1] else LEVELS[level]
            if level in rows:
                rows[level]["lost"] = round(given_away(game, players, plays, given.lost), 4)
        keep(path, players, rows)


if __name__ == "__main__":
    main()
