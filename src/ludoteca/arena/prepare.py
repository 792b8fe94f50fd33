"""Compiling all kernels of games at once, so that nobody waits for it later."""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from ludoteca import bots, games
from ludoteca.arena.interruption import unheard
from ludoteca.arena.kernels import Simulator
from ludoteca.arena.legal import LegalActions
from ludoteca.bots.warm import first_choice, warm_up

SIMULATION = "simulation"


def parts() -> tuple[str, ...]:
    """Name what can be compiled apart: the kernels of simulation, and those of each bot."""
    return (SIMULATION, *bots.names())


def prepare(game_id: str, part: str) -> str:
    """Compile one part for one game, or find that it is done."""
    game = games.load(game_id)
    if part == SIMULATION:
        simulator = Simulator(game, game.player_counts[0], {}, seed=1)
        simulator.play(0, 1)
        simulator.log(0)
        state, seat, _ = first_choice(game)
        LegalActions(game).of(state, seat)
    else:
        warm_up(game, [part])
    return f"{game_id}: {part}"


def prepare_all(game_ids: Sequence[str], jobs: int) -> Iterator[str]:
    """Compile everything on several processes; tell each part as it is done."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        with unheard():
            todo = [pool.submit(prepare, game, part) for part in parts() for game in game_ids]
        for done in as_completed(todo):
            yield done.result()
