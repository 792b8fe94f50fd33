"""How well the policies of playouts play: `python -m benchmarks.policy [--matches N]`.

For each game with a careful policy, one of it sits among bots of another kind, in every seat in
turn: its share of the wins and the mean scores. Then the processor time of a thought of `mcts` with
playouts by either policy. Prints a line of JSON for each.
"""

import argparse
import json
import time
from collections.abc import Callable, MutableSequence
from typing import Any

from benchmarks.resume import said
from ludoteca import games
from ludoteca.bots.spec import parse_player
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State

SEED = 660_920
OTHERS = ("quick", "greedy", "planner")

Choose = Callable[[State, int, MutableSequence[int]], int]


def chooser(game: Game, name: str) -> Choose:
    """Return how a policy or a bot chooses."""
    if name in ("quick", "careful"):
        found: Choose = getattr(game.engine, f"{name}_choice")
        return found
    player = parse_player(name)

    def choose(state: State, seat: int, luck: MutableSequence[int]) -> int:
        return player.choose(game, game.view(state, seat), game.legal(state, seat), luck)

    return choose


def play(game: Game, seats: list[Choose], match: int) -> tuple[State, int]:
    """Play a match; return its end and the number of decisions."""
    chance, luck = seeded(SEED, match), seeded(SEED + 1, match)
    state, decisions = game.new(len(seats)), 0
    while not game.is_over(state):
        if game.deal_name(state):
            state, _ = game.deal_all(state, lambda number: below(chance, number))
            continue
        seat = game.movers(state)[0]
        state = game.apply_legal(state, seat, seats[seat](state, seat, luck))
        decisions += 1
    return state, decisions


def strength(game: Game, players: int, other: str, matches: int) -> dict[str, Any]:
    """Let one careful player sit among others."""
    shares, own, rest = list[float](), list[int](), list[int]()
    for match in range(matches):
        seat = match % players
        seats = [chooser(game, "careful" if n == seat else other) for n in range(players)]
        end, _ = play(game, seats, match)
        winners = game.winners(end)
        shares.append((seat in winners) / len(winners))
        for n in range(players):
            (own if n == seat else rest).append(game.engine.score(end, n))
    means = [round(sum(scores) / len(scores), 1) for scores in (own, rest)]
    return {"players": players, "careful_among": other, "wins": said(shares), "scores": means}


def cost(game: Game, players: int) -> dict[str, Any]:
    """Time thoughts about the same positions with either policy."""
    seconds = {}
    for name in ("off", "on"):
        choose = chooser(game, f"mcts?stop=off&widening=off&careful={name}:10000p")
        began = time.process_time()
        _, decisions = play(game, [choose] * players, 0)
        seconds[name] = (time.process_time() - began) / decisions
    found = {f"careful_{name}_us": round(100 * value, 1) for name, value in seconds.items()}
    return {"players": players, "a_playout": found}


def main() -> None:
    """Measure all games."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--matches", type=int, default=120)
    given = parser.parse_args()
    for game in map(games.load, games.names()):
        if "careful_choice" not in vars(game.engine):
            continue
        for players in game.player_counts:
            for other in OTHERS:
                row = strength(game, players, other, given.matches)
                print(json.dumps({"game": game.id, **row}), flush=True)
            if game.modules.value and players in game.modules.value.CAREFUL_FROM:
                print(json.dumps({"game": game.id, **cost(game, players)}), flush=True)


if __name__ == "__main__":
    main()
