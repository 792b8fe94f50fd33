"""How fast search is and how long the event loop waits for it: `python -m benchmarks.search`.

Prints playouts per second inside the search of one core (quick policy, two players, from the
opening and from the middle of a match), the lag of an asyncio loop while a bot thinks, and while
four masters wait for as many threads as a server has for them; what a second thread adds to a
thought where a core is free; and how long the gentle levels take for a move, in milliseconds.
"""

import asyncio
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor

from benchmarks.device_program import GENTLE, move_times, spread
from ludoteca import bots, games
from ludoteca.bots import Budget, mcts
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State
from ludoteca.search.engine import loaded

ROUNDS = 5
CANDIDATES = 16
WORLDS = 200
TICK = 0.001
"""The loop wakes up so often, in seconds."""


def position(game: Game, moves: int) -> State:
    """Play some random moves, and all deals that are due then."""
    rng, state = seeded(2), game.new(2)
    while moves > 0 or game.deal_name(state):
        if game.deal_name(state):
            state, _ = game.deal_all(state, lambda n: below(rng, n))
            continue
        seat = game.movers(state)[0]
        legal = game.legal(state, seat)
        state = game.apply(state, seat, legal[below(rng, len(legal))])
        moves -= 1
    return state


def playouts_per_second(game: Game, moves: int) -> float:
    """Measure flat search from a position: the best of some rounds."""
    state = position(game, moves)
    seat = game.movers(state)[0]
    kernels = loaded(game)
    candidates = game.legal(state, seat)[:CANDIDATES]
    states = kernels.states(game.view(state, seat).state)
    beliefs = kernels.beliefs(states, seat)
    best = 0.0
    for number in range(ROUNDS + 1):  # the first one does not count
        sums = [kernels.floats(len(candidates)) for _ in range(3)]
        began = time.perf_counter()
        kernels.functions.play_candidates(
            states, seat, 2, kernels.given(candidates), beliefs, 0, WORLDS, number,
            kernels.integers(1), kernels.integers(2), *sums,
        )  # fmt: skip
        best = max(best, WORLDS * len(candidates) / (time.perf_counter() - began))
    return best


def gain_of_threads(game: Game, threads: int = 2) -> float:
    """Return how many more playouts several threads make in a second than one does."""
    state = position(game, 14)
    seat = game.movers(state)[0]
    view, legal = game.view(state, seat), game.legal(state, seat)
    found = []
    for count in (1, threads):
        settings = mcts.MctsSettings(threads=count, stop=False)
        budget = Budget(milliseconds=1000)
        found.append(mcts.think(game, view, legal, seeded(1), budget, settings).playouts)
    return round(found[1] / found[0], 2)


async def loop_lag(game: Game, name: str, count: int = 1) -> dict[str, float]:
    """Let bots think for a second in threads; give how late the loop woke up, in milliseconds."""
    state = position(game, 14)
    seat = game.movers(state)[0]
    view, legal = game.view(state, seat), game.legal(state, seat)
    bot = bots.load(name)
    bot.choose(game, view, legal, seeded(1), Budget(playouts=64))
    with ThreadPoolExecutor(max(1, (os.cpu_count() or 1) // 2)) as pool:
        loop, budget = asyncio.get_running_loop(), Budget(milliseconds=1000)
        thinking = asyncio.gather(
            *(
                loop.run_in_executor(pool, bot.choose, game, view, legal, seeded(n), budget)
                for n in range(count)
            )
        )
        lags = []
        while not thinking.done():
            began = time.perf_counter()
            await asyncio.sleep(TICK)
            lags.append(1000 * (time.perf_counter() - began - TICK))
        await thinking
    return spread(lags)


def main() -> None:
    """Measure every game."""
    for name in games.names():
        game = games.load(name)
        setup = 4 if len(game.movers(position(game, 0))) > 1 else 0
        line: dict[str, object] = {
            "game": name,
            "playouts_per_s_opening": round(playouts_per_second(game, setup)),
            "playouts_per_s_middle": round(playouts_per_second(game, setup + 14)),
        }
        for bot in ("monte_carlo", "mcts"):
            line[f"lag_ms_{bot}"] = asyncio.run(loop_lag(game, bot))
        line["lag_ms_four_masters"] = asyncio.run(loop_lag(game, "mcts", 4))
        line["gain_of_two_threads"] = gain_of_threads(game)
        for level in GENTLE:
            line[f"move_ms_{level}"] = move_times(game, level)
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
