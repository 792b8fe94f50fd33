"""Whether more time still helps: `python -m benchmarks.more_time GAME [BOT BOT] [--positions N]`.

Two bots, usually `mcts` with one second of processor time and with two, decide the same positions,
one from each match of `mcts:400p` against itself. Where they differ, the match goes on from there
as it stands, once with each of the two moves, many times with other luck: both sides then play by
`mcts:300p`. What the second bot wins more with a decision, times the decisions of a match, is about
what it would win more in whole matches, without most of the luck of these. A sequential test (SPRT)
of nothing against `--aim` percent of a match ends the measurement, or Ctrl-C.

Positions are kept in `benchmarks/results`, from which it goes on, and come from a seed that nothing
was tuned, learned or chosen with. Prints a line of JSON.
"""

import argparse
import json
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from benchmarks.resume import RESULTS, path_of
from ludoteca import games
from ludoteca.arena.statistics import Sprt
from ludoteca.bots.spec import parse_player
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State

SEED = 660_922

BOTS = "mcts:1000cpu", "mcts:2000cpu"
LEADING, GOING_ON = "mcts:400p", "mcts:300p"
"""Who plays up to a position, and who from it."""

LONGEST = 36
"""The most decisions of a player that are looked at."""

DECISIONS = {"my_shelfie": 14, "codex_naturalis": 28}
"""About how many a player has in a match, for the aim of the test."""

Row = dict[str, Any]


def play(game: Game, state: State, bot: str, seed: int, match: int) -> Iterator[tuple[State, int]]:
    """Play a match on by a bot; yield each decision, and last the end with seat -1."""
    players, player = game.players(state), parse_player(bot)
    chance = seeded(seed, match)
    luck = [seeded(seed + 1 + seat, match) for seat in range(players)]
    while not game.is_over(state):
        if game.deal_name(state):
            state, _ = game.deal_all(state, lambda number: below(chance, number))
            continue
        seat = game.movers(state)[0]
        yield state, seat
        legal = game.legal(state, seat)
        action = player.choose(game, game.view(state, seat), legal, luck[seat])
        state = game.apply_legal(state, seat, action)
    yield state, -1


def decide(game_id: str, given: argparse.Namespace, number: int) -> Row:
    """Let both bots decide one position of a match, if that lasts long enough."""
    game = games.load(game_id)
    turn = below(seeded(given.seed - 1, number), LONGEST * given.players)
    leading = play(game, game.new(given.players), LEADING, given.seed, number)
    state, seat = next(islice(leading, turn, None), (None, -1))
    if state is None or seat < 0:
        return {"number": number}
    row: Row = {"number": number, "seconds": []}
    actions = []
    for bot in given.bots:
        began = time.thread_time()
        view, legal = game.view(state, seat), game.legal(state, seat)
        actions.append(parse_player(bot).choose(game, view, legal, seeded(10, number)))
        row["seconds"].append(round(time.thread_time() - began, 3))
    if actions[0] != actions[1]:
        matches = range(number * given.matches, (number + 1) * given.matches)
        row["wins"] = [
            round(mean(win_after(game, state, seat, action, match) for match in matches), 5)
            for action in actions
        ]
    return row


def win_after(game: Game, state: State, seat: int, action: int, match: int) -> float:
    """Play on after a move; return the share of the win."""
    after = game.apply_legal(state, seat, action)
    *_, (end, _) = play(game, after, GOING_ON, SEED + 10, match)
    winners = game.winners(end)
    return (seat in winners) / len(winners)


def gain_of(row: Row) -> float:
    """Return how much more often the second bot's move won."""
    first, second = row.get("wins", (0, 0))
    return float(second - first)


def summary(game: Game, rows: list[Row], test: Sprt, given: argparse.Namespace) -> Row:
    """Describe what came of all positions."""
    found = [row for row in rows if "seconds" in row]
    turns = LONGEST * len(found) / len(rows)
    percents = [100 * turns * gain_of(row) for row in found]
    centre, error = mean(percents), 1.96 * stdev(percents) / len(percents) ** 0.5
    return {
        "game": game.id,
        "players": given.players,
        "bots": given.bots,
        "positions": len(found),
        "ms": [round(1000 * mean(row["seconds"][n] for row in found)) for n in range(2)],
        "differ": round(mean("wins" in row for row in found), 3),
        "decisions": round(turns, 1),
        "percent_of_a_match": [round(centre + n * error, 2) for n in (0, -1, 1)],
        "aim": given.aim,
        "test": test.verdict,
    }


def main() -> None:
    """Decide positions until the test is sure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game")
    parser.add_argument("bots", nargs="*", default=BOTS, metavar="bot")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--positions", type=int, default=10_000, help="the most that are decided")
    parser.add_argument("--matches", type=int, default=128, help="played on after each move")
    parser.add_argument("--aim", type=float, default=2.0, help="percent of a match")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=RESULTS)
    given = parser.parse_args()
    if len(given.bots) != 2:
        parser.error("two bots are compared")
    game = games.load(given.game)
    path = path_of(given.folder, game, given.players, given.bots, given.seed, "more-time-")
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []
    print(json.dumps(summary(game, *measured(game, rows, path, given), given)), flush=True)


def measured(
    game: Game, rows: list[Row], path: Path, given: argparse.Namespace
) -> tuple[list[Row], Sprt]:
    """Go on from the rows that are known; return all of them, and the test."""
    test = Sprt(0.5, 0.5 + given.aim / 100 / DECISIONS[game.id] / 2)
    for row in rows:
        if "seconds" in row:
            test.take(0.5 + gain_of(row) / 2)
    with Pool(given.jobs) as pool, path.open("a") as file:
        try:
            numbers = range(len(rows), given.positions)
            for row in pool.imap(partial(decide, game.id, given), numbers):
                if test.is_decided:
                    break
                file.write(json.dumps(row) + "\n")
                file.flush()
                rows.append(row)
                if "seconds" in row:
                    test.take(0.5 + gain_of(row) / 2)
        except KeyboardInterrupt:
            pass
    return rows, test


if __name__ == "__main__":
    main()
