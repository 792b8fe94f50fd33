"""What more time would change: `python -m benchmarks.more_time GAME [--positions N]`.

Thoughts of `mcts` about the same positions, from matches of `mcts:400p`, with several limits of
processor time: how long they took, for a thought ends once its best move is clear; how often they
chose what a far longer thought chooses; and what chance to win they gave away by its judgement, on
average. `whole` ones use all of their time. Prints a line of JSON for each.
"""

import argparse
import json
import time
from collections.abc import Iterator

from ludoteca import games
from ludoteca.bots import mcts
from ludoteca.bots.base import Budget
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, seeded
from ludoteca.search import forest

SEED = 515_810
EVERY = 7
"""Of these decisions one is looked at."""

NODES = 120_000
"""Room for the far longer thought."""

UNTRIED = 0.05
"""What a move that the judge did not try is taken to give away."""

WHOLE = mcts.MctsSettings(stop=False)
LIMITS = {
    "300 ms": (300, mcts.USUAL),
    "1 s": (1000, mcts.USUAL),
    "2 s": (2000, mcts.USUAL),
    "whole 1 s": (1000, WHOLE),
    "whole 2 s": (2000, WHOLE),
}

Decision = tuple[View, list[int]]


def decisions(game: Game, players: int) -> Iterator[Decision]:
    """Play matches without end, and show one decision in some."""
    match = 0
    while True:
        chance, luck, state = seeded(SEED, match), seeded(SEED + 1, match), game.new(players)
        turn = 0
        while not game.is_over(state):
            if game.deal_name(state):
                state, _ = game.deal_all(state, lambda number: below(chance, number))  # noqa: B023
                continue
            seat = game.movers(state)[0]
            view, legal = game.view(state, seat), list(game.legal(state, seat))
            turn += 1
            if turn % EVERY == match % EVERY and len(legal) > 1:
                yield view, legal
            action = mcts.choose(game, view, legal, luck, Budget(playouts=400))
            state = game.apply_legal(state, seat, action)
        match += 1


def main() -> None:
    """Compare the limits."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--judge", type=int, default=500_000, help="playouts of the judge")
    given = parser.parse_args()
    game = games.load(given.game)
    setattr(forest, "NODES", NODES)  # noqa: B010
    seconds, same, lost = (dict.fromkeys(LIMITS, 0.0) for _ in range(3))
    for _, (view, legal) in zip(
        range(given.positions), decisions(game, given.players), strict=False
    ):
        judge = mcts.think(game, view, legal, seeded(9), Budget(playouts=given.judge), WHOLE)
        chances = {line.action: line.win for line in judge.lines}
        best = chances[judge.action]
        for name, (limit, settings) in LIMITS.items():
            began = time.thread_time()
            budget = Budget(milliseconds=limit, clock=time.thread_time)
            chosen = mcts.choose(game, view, legal, seeded(10), budget, settings)
            seconds[name] += time.thread_time() - began
            same[name] += chosen == judge.action
            lost[name] += best - chances.get(chosen, best - UNTRIED)
    about = {"game": game.id, "players": given.players, "positions": given.positions}
    for name in LIMITS:
        means = {
            "ms": round(1000 * seconds[name] / given.positions),
            "same": round(same[name] / given.positions, 3),
            "lost": round(lost[name] / given.positions, 4),
        }
        print(json.dumps({**about, "limit": name, **means}), flush=True)


if __name__ == "__main__":
    main()
