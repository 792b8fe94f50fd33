"""How fast search is and how long the event loop waits for it: `python benchmarks/search.py`.

Prints playouts per second inside the search of one core (quick policy, two players, from the
opening and from the middle of a match), and the lag of an asyncio loop while a bot thinks.
"""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor

from ludoteca import bots, games
from ludoteca.bots import Budget
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


async def loop_lag(game: Game, name: str) -> dict[str, float]:
    """Let a bot think for a second in a thread; give how late the loop woke up, in milliseconds."""
    state = position(game, 14)
    seat = game.movers(state)[0]
    view, legal = game.view(state, seat), game.legal(state, seat)
    bot = bots.load(name)
    bot.choose(game, view, legal, seeded(1), Budget(playouts=64))
    with ThreadPoolExecutor(1) as pool:
        thinking = asyncio.get_running_loop().run_in_executor(
            pool, bot.choose, game, view, legal, seeded(1), Budget(milliseconds=1000)
        )
        lags = []
        while not thinking.done():
            began = time.perf_counter()
            await asyncio.sleep(TICK)
            lags.append(1000 * (time.perf_counter() - began - TICK))
        await thinking
    lags.sort()
    return {"p50": lags[len(lags) // 2], "p99": lags[int(len(lags) * 0.99)], "max": lags[-1]}


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
            lag = asyncio.run(loop_lag(game, bot))
            line[f"lag_ms_{bot}"] = {key: round(value, 2) for key, value in lag.items()}
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
