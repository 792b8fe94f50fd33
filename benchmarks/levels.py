"""Measures how strong the levels are: `python -m benchmarks.levels GAME [--players 2,3,4]`.

Neighbouring levels meet in the arena, and `monte_carlo` beside them. With three and four players
one of a level sits among others of the neighbouring one, in every seat, and the other way round;
what is counted is the share of the wins of the stronger level, and 50 % is even for any number of
players. The ratings, counted from the weakest level, go where the server reads them. Then the coach
judges matches of each level that it has not judged before: what is given away with a move, on
average.

Deals are kept in `benchmarks/results`, so that a measurement that was ended goes on. `--steps 2-4`
measures some steps only, from what is known of the level before them. The strongest level thinks by
the clock: measure it on a machine that does nothing else, or let `--stand-in 40000p` play in its
place. `--try NAME,NAME…` lets these bots meet one after the other instead and keeps nothing, to
choose levels with another seed.
"""

import argparse
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.resume import RESULTS, meet, said, shares
from ludoteca import games
from ludoteca.arena.standings import rating_fields
from ludoteca.bots.base import Budget
from ludoteca.bots.spec import LEVELS, levels_at, parse_player
from ludoteca.bots.strength import STRENGTHS
from ludoteca.coach.compare import compare
from ludoteca.coach.level import is_contested
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded

SEED = 660_918
"""Not a seed that any weights were tuned, networks learned or levels chosen with."""

WEAKEST = 800
"""The rating of the weakest level: only differences mean something."""

FLAT = "monte_carlo"
"""Measured beside the levels: flat search with as many playouts as `hard` usually has."""

JUDGES = Budget(playouts=400)
"""How long the coach looks at a move."""

LADDER = [level for level in LEVELS if level != "skilled"]
"""The levels, each of which should win about seven of ten matches against the one before."""


def play(game: Game, players: int, pair: tuple[str, str], given: Any) -> dict[str, Any]:
    """Let two bots meet; return how the second did."""
    met = meet(game, players, pair, given.deals, given.seed, given.folder)
    counted = met.counted()
    ratings = {row["bot"]: row for row in rating_fields(met.plan, counted)}
    lower, upper = (ratings[name] for name in pair)
    row: dict[str, Any] = {end: upper[end] - lower["rating"] for end in ("rating", "low", "high")}
    row["share"] = said([1 - share for share in shares(met)])
    row["deals"], row["matches"] = len(counted), sum(len(deal.matches) for deal in counted)
    return row


def steps_of(plays: dict[str, str], stand_in: str | None) -> list[tuple[str, str, str, str]]:
    """List what is measured: the level before and who plays it, a name and who plays that."""
    found = [(one, plays[one], two, plays[two]) for one, two in pairwise(LADDER)]
    found.append(("medium", plays["medium"], "skilled", plays["skilled"]))
    beside = "hard" if plays["hard"].startswith("mcts") else "expert"
    budget = LEVELS["hard"].rpartition(":")[2]
    found.append((beside, plays[beside], FLAT, f"{FLAT}:{budget}"))
    if stand_in:
        last = LADDER[-1]
        found = [
            (one, own, two, f"mcts:{stand_in}" if two == last else other)
            for one, own, two, other in found
        ]
    return found


def row_of(game: Game, players: int, names: str, row: dict[str, Any]) -> str:
    """Write what came of a pair as a row of a table."""
    mean, low, high = row["share"]
    return (
        f"| {game.id} | {players} | {names} | {mean:.1%} ({low:.1%}–{high:.1%})"
        f" | {row['deals']} | {row['matches']} | {row['rating']:+.0f} |"
    )


def given_away(game: Game, players: int, level: str, matches: int) -> float:
    """Return the chance that a level gives away with a move: the coach's best move less its own.

    Only contested positions count, as where the coach says which level somebody played like.
    """
    player, judge = parse_player(level), parse_player("mcts:400p")
    lost: list[float] = []
    for match in range(matches):
        chance, luck, state = seeded(SEED, match), seeded(SEED + 1, match), game.new(players)
        turn = 0
        while not game.is_over(state):
            if game.deal_name(state):
                state, _ = game.deal_all(state, lambda number: below(chance, number))  # noqa: B023
                continue
            seat = game.movers(state)[0]
            view, legal = game.view(state, seat), game.legal(state, seat)
            action = player.choose(game, view, legal, luck)
            turn += 1
            if turn % 3 == match % 3:
                best = judge.choose(game, view, legal, luck)
                actions = [*({best} - {action}), action]
                lines = compare(game, view, actions, luck, JUDGES).lines
                chance_of_best = max(line.win for line in lines)
                if is_contested(chance_of_best):
                    lost.append(chance_of_best - lines[-1].win)
            state = game.apply_legal(state, seat, action)
    return sum(lost) / len(lost) if lost else 0.0


def measure(
    game: Game, players: int, given: argparse.Namespace, known: dict[str, Any]
) -> dict[str, Any]:
    """Measure the steps that are asked for; keep what is known of the others."""
    first, last = (int(end) for end in given.steps.split("-"))
    plays = levels_at(game.id, players)
    if first <= 1:
        ends = dict.fromkeys(("rating", "low", "high"), WEAKEST)
        known[LADDER[0]] = _renewed(known.get(LADDER[0], {}), plays[LADDER[0]], ends)
    for number, (one, lower, two, upper) in enumerate(steps_of(plays, given.stand_in), 1):
        if not first <= number <= last:
            continue
        row = play(game, players, (lower, upper), given)
        base = known[one]["rating"]
        ends = {end: round(base + row[end]) for end in ("rating", "low", "high")}
        known[two] = _renewed(known.get(two, {}), plays.get(two, upper), ends)
        print(row_of(game, players, f"{two} ({upper}) : {one} ({lower})", row), flush=True)
    return known


def _renewed(known: dict[str, Any], plays: str, ends: dict[str, int]) -> dict[str, Any]:
    """Return a level with a new rating; what it gives away is kept if it plays as before."""
    lost = {"lost": known["lost"]} if known.get("plays") == plays and "lost" in known else {}
    return {"plays": plays, **ends, **lost}


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
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--folder", type=Path, default=RESULTS)
    parser.add_argument("--try", dest="tried", metavar="NAME,NAME…", help="measure these only")
    parser.add_argument(
        "--lost", type=int, default=12, help="matches that the coach judges, of levels not judged"
    )
    given = parser.parse_args()
    game, path = games.load(given.game), STRENGTHS / f"{given.game}.json"
    for players in map(int, given.players.split(",")):
        if given.tried:
            for pair in pairwise(given.tried.split(",")):
                row = play(game, players, pair, given)
                print(row_of(game, players, " : ".join(reversed(pair)), row), flush=True)
            continue
        known = json.loads(path.read_text()).get(str(players), {}) if path.is_file() else {}
        plays = levels_at(game.id, players)
        rows = measure(game, players, given, known)
        for level in LEVELS if given.lost else ():
            player = plays[level] if level != LADDER[-1] else f"mcts:{given.stand_in or '8000p'}"
            if level in rows and "lost" not in rows[level]:
                rows[level]["lost"] = round(given_away(game, players, player, given.lost), 4)
        keep(path, players, rows)


if __name__ == "__main__":
    main()
