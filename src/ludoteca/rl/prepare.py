"""Compiling the kernels for learners, so that nobody waits for it later."""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from ludoteca.rl.batch import Batch
from ludoteca.rl.match import Match
from ludoteca.rl.policy import RANDOM


def prepare(game_id: str) -> str:
    """Compile all of them for one game, or find that it is done."""
    batch = Batch(game_id, 1)
    batch.step(batch.random_actions())
    match = Match(batch.game, batch.players)
    match.open(seed=1)
    action = match.choose(RANDOM, match.generator(1, 1))
    match.see(match.seat)
    match.see_after(action)
    match.move(action)
    match.results()
    return f"{game_id}: learning"


def prepare_all(game_ids: Sequence[str], jobs: int) -> Iterator[str]:
    """Compile them for some games on several processes; tell each game as it is done."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        for done in as_completed([pool.submit(prepare, game_id) for game_id in game_ids]):
            yield done.result()
