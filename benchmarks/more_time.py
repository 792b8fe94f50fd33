"""Whether more time still helps: `python -m benchmarks.more_time GAME [BOT BOT] [--deals N]`.

Two bots, usually `mcts` with a whole second of processor time and with two, decide the same
positions: every eighth decision of matches of `mcts:400p`. Where they differ, the match goes on
from there with each of the two moves, many times, with other luck and other cards in place of those
that the player can't see, as likely as the play up to there makes them; `--by` plays for all.
The second bot's gain, added up over the decisions of a match, is about what it would win more in
whole matches, without most of the luck of these. A sequential test (SPRT) of nothing against
`--aim` percent of a match ends the measurement, or Ctrl-C.

Deals are kept in `benchmarks/results`, from which it goes on, and come from a seed that nothing was
tuned, learned or chosen with. Prints a line of JSON.
"""

import argparse
import json
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from multiprocessing import Pool
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks.resume import RESULTS, path_of
from ludoteca import games
from ludoteca.arena.statistics import QUANTILE, Sprt, mean_and_error
from ludoteca.bots.spec import parse_player
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State

SEED = 660_942

BOTS = "mcts?stop=off:1000cpu", "mcts?stop=off:2000cpu"

LEADING = "mcts:400p"
"""Who plays the matches."""

GOING_ON = {"my_shelfie": "mcts:1000p", "codex_naturalis": "mcts:100p"}
"""Who plays on from a position, unless another bot is named: the best that is fast enough."""

STRIDE = 8
"""Every eighth decision is looked at."""

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


def look_at_match(game_id: str, given: argparse.Namespace, number: int) -> Row:
    """Let both bots decide every eighth position of a match."""
    game = games.load(game_id)
    first = below(seeded(given.seed - 1, number), STRIDE)
    leading = play(game, game.new(given.players), LEADING, given.seed, number)
    turns = islice(enumerate(leading), first, None, STRIDE)
    found = [
        look_at(game, given, state, seat, number, turn)
        for turn, (state, seat) in turns
        if seat >= 0
    ]
    return {"number": number, "positions": found}


def look_at(
    game: Game, given: argparse.Namespace, state: State, seat: int, number: int, turn: int
) -> Row:
    """Let both bots decide a position; play on where they differ."""
    view, legal = game.view(state, seat), game.legal(state, seat)
    position = number * 1000 + turn
    row: Row = {"turn": turn, "seconds": []}
    actions = []
    for bot in given.bots:
        began = time.thread_time()
        actions.append(parse_player(bot).choose(game, view, legal, seeded(10, position)))
        row["seconds"].append(round(time.thread_time() - began, 3))
    if actions[0] != actions[1]:
        matches = range(position * given.matches, (position + 1) * given.matches)
        row["wins"] = [
            round(mean(win_after(game, given, view, move, match) for match in matches), 5)
            for move in actions
        ]
    return row


def win_after(game: Game, given: argparse.Namespace, view: View, action: int, match: int) -> float:
    """Play on after a move, with other cards for those unseen; return the share of the win."""
    assert view.seat is not None
    after = game.apply_legal(imagined(game, view, match), view.seat, action)
    *_, (end, _) = play(game, after, given.by, given.seed + 10, match)
    winners = game.winners(end)
    return (view.seat in winners) / len(winners)


def imagined(game: Game, view: View, match: int) -> State:
    """Fill a view with cards that are as likely as the play makes them."""
    belief, state = game.modules.belief, view.state.copy()
    assert belief is not None
    assert view.seat is not None
    weights = [0] * belief.WEIGHTS
    game.engine.weigh_unknown(state, view.seat, weights)
    game.engine.fill_weighed(state, view.seat, weights, seeded(SEED + 20, match))
    return state


def gain_of(row: Row, players: int) -> float:
    """Return how much more the second bot would win of a match, by the positions looked at."""
    wins = [position["wins"] for position in row["positions"] if "wins" in position]
    return STRIDE / players * sum(float(second - first) for first, second in wins)


def summary(game: Game, rows: list[Row], test: Sprt, given: argparse.Namespace) -> Row:
    """Describe what came of all deals."""
    looked = [position for row in rows for position in row["positions"]]
    gain, error = mean_and_error([100 * gain_of(row, given.players) for row in rows])
    return {
        "game": game.id,
        "players": given.players,
        "bots": given.bots,
        "deals": len(rows),
        "positions": len(looked),
        "ms": [round(1000 * mean(position["seconds"][n] for position in looked)) for n in range(2)],
        "differ": round(mean("wins" in position for position in looked), 3),
        "percent_of_a_match": [round(gain + n * QUANTILE * error, 2) for n in (0, -1, 1)],
        "aim": given.aim,
        "test": test.verdict,
    }


def main() -> None:
    """Look at matches until the test is sure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game")
    parser.add_argument("bots", nargs="*", default=BOTS, metavar="bot")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=10_000, help="the most that are played")
    parser.add_argument("--by", metavar="BOT", help="who plays on from a position")
    parser.add_argument("--matches", type=int, default=128, help="played on after each move")
    parser.add_argument("--aim", type=float, default=2.0, help="percent of a match")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=RESULTS)
    given = parser.parse_args()
    if len(given.bots) != 2:
        parser.error("two bots are compared")
    game = games.load(given.game)
    given.by = given.by or GOING_ON[game.id]
    path = path_of(given.folder, game, given.players, given.bots, given.seed, "more-time-")
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []
    print(json.dumps(summary(game, *measured(game, rows, path, given), given)), flush=True)


def measured(
    game: Game, rows: list[Row], path: Path, given: argparse.Namespace
) -> tuple[list[Row], Sprt]:
    """Go on from the rows that are known; return all of them, and the test."""
    test = Sprt(0.5, 0.5 + given.aim / 100 / 2)
    for row in rows:
        test.take(0.5 + gain_of(row, given.players) / 2)
    with Pool(given.jobs) as pool, path.open("a") as file:
        try:
            numbers = range(len(rows), given.deals)
            for row in pool.imap(partial(look_at_match, game.id, given), numbers):
                file.write(json.dumps(row) + "\n")
                file.flush()
                rows.append(row)
                test.take(0.5 + gain_of(row, given.players) / 2)
                if test.is_decided:
                    break
        except KeyboardInterrupt:
            pass
    return rows, test


if __name__ == "__main__":
    main()
