"""Measures how fast bots are: here on native kernels, in the browser's Python on its own."""

import json
import time
from collections.abc import Callable
from typing import Any

from ludoteca import bots, games
from ludoteca.bots.base import Budget
from ludoteca.bots.spec import parse_player
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded

BOTS = ("monte_carlo", "mcts")
SEEDS, ROUNDS = 2, 8
"""Different thoughts, and how often each is made."""

PLAYOUTS = 10_000
"""The budget of a thought, a fifth of a second: the work is the same here and there."""

GENTLE = ("beginner", "easy", "medium")
"""Levels that should answer at once."""


def processor_seconds() -> float:
    """Return how long the processor has worked for this thread."""
    try:
        import js  # type: ignore[import-not-found]  # in Node, whose Python can't tell
    except ImportError:
        return time.thread_time()
    used = js.process.threadCpuUsage()
    return float(used.user + used.system) / 1e6


def thoughts(game_id: str, bot: str) -> list[tuple[int, float]]:
    """Think about the first decision of a match; return playouts and the best time of each."""
    game, rng, found = games.load(game_id), seeded(1), []
    state, _ = game.deal_all(game.new(2, game.choose_options()), lambda size: below(rng, size))
    seat = game.movers(state)[0]
    view, legal = game.view(state, seat), game.legal(state, seat)
    for seed in range(SEEDS):
        times = []
        for _ in range(ROUNDS):
            began, budget = processor_seconds(), Budget(playouts=PLAYOUTS)
            thought = bots.load(bot).think(game, view, legal, seeded(seed), budget)  # type: ignore[attr-defined]
            times.append(processor_seconds() - began)
        found.append((thought.playouts, min(times)))
    return found


def spread(values: list[float]) -> dict[str, float]:
    """Return the middle, the 99th percentile and the most of some numbers."""
    values.sort()
    found = {"p50": values[len(values) // 2], "p99": values[int(len(values) * 0.99)]}
    return {key: round(value, 2) for key, value in {**found, "max": values[-1]}.items()}


def move_times(game: Game, level: str, players: int = 2) -> dict[str, float]:
    """Play a match of one level against itself; give how long its moves took, in milliseconds."""
    player, chance, luck, state = parse_player(level), seeded(3), seeded(4), game.new(players)
    taken: list[float] = []
    while not game.is_over(state):
        if game.deal_name(state):
            state, _ = game.deal_all(state, lambda number: below(chance, number))
            continue
        seat = game.movers(state)[0]
        view, legal = game.view(state, seat), game.legal(state, seat)
        began = time.perf_counter()
        action = player.choose(game, view, legal, luck)
        taken.append(1000 * (time.perf_counter() - began))
        state = game.apply_legal(state, seat, action)
    return spread(taken)


def measure_thoughts() -> dict[str, list[tuple[int, float]]]:
    """Measure every game with every strong bot."""
    return {f"{game} {bot}": thoughts(game, bot) for game in games.names() for bot in BOTS}


def measure_moves() -> dict[str, dict[str, float]]:
    """Measure the moves of every gentle level in whole matches, the second ones: all is loaded."""
    found = {}
    for name in games.names():
        game = games.load(name)
        for players in (2, 4):
            for level in GENTLE:
                move_times(game, level, players)
                found[f"{name} {players} {level}"] = move_times(game, level, players)
    return found


PARTS: dict[str, Callable[[], dict[str, Any]]] = {
    "playouts": measure_thoughts,
    "moves": measure_moves,
}

json.dumps(PARTS[globals()["asked"]]() if "asked" in globals() else None)
