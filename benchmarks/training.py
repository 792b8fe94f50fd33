"""Whether training can be repeated: `python -m benchmarks.training GAME [--players N] [--seed S]`.

Learns a network from nothing, as `ludoteca learn` does, and lets `mcts` with it play against `mcts`
with the one that ships, each deal in every seat. With the seed of the one that ships (1) it also
says whether both are the same. Prints a line of JSON.
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.resume import said
from ludoteca import games
from ludoteca.arena.learn import LearningTask, learn
from ludoteca.arena.tournament import seatings
from ludoteca.arena.workers import Here
from ludoteca.bots.spec import parse_player
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from ludoteca.search import forest
from ludoteca.search.network import Network, network_of

DEALS_SEED = 660_919
"""Not a seed that any network was learned or chosen with."""


def play(game: Game, networks: list[Network], sitting: Sequence[int], deal: int, bot: str) -> float:
    """Play a deal; return the share of the win of the first network."""
    player, state = parse_player(bot), game.new(len(sitting))
    chance, luck = seeded(DEALS_SEED, deal), seeded(DEALS_SEED + 1, deal)
    while not game.is_over(state):
        if game.deal_name(state):
            state, _ = game.deal_all(state, lambda number: below(chance, number))
            continue
        seat = game.movers(state)[0]
        network = networks[sitting[seat]]
        setattr(forest, "network_of", lambda *_, found=network: found)  # noqa: B010
        action = player.choose(game, game.view(state, seat), game.legal(state, seat), luck)
        state = game.apply_legal(state, seat, action)
    winners = game.winners(state)
    return sum(sitting[seat] == 0 for seat in winners) / len(winners)


def main() -> None:
    """Learn and compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--matches", type=int, default=16_000)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--bot", default="mcts:400p")
    parser.add_argument("--resume", type=Path, metavar="DIR", help="keep finished rounds there")
    given = parser.parse_args()
    game = games.load(given.game)
    shipped = network_of(game, given.players)
    task = LearningTask(game.id, given.players, given.rounds, given.matches, seed=given.seed)
    began = time.process_time()
    found, _ = learn(task, Here(), lambda *_: None, given.resume)
    seconds = time.process_time() - began
    fresh = Network(found.hidden, tuple(found.weights))
    sittings = seatings(given.players)
    networks = [fresh, shipped]
    shares = [
        sum(play(game, networks, sitting, deal, given.bot) for sitting in sittings) / len(sittings)
        for deal in range(given.deals)
    ]
    about = {"game": game.id, "players": given.players, "seed": given.seed}
    told = {"same": fresh == shipped, "loss": found.learned["loss"], "cpu_s": round(seconds)}
    print(json.dumps({**about, **told, "deals": given.deals, "fresh_wins": said(shares)}))


if __name__ == "__main__":
    main()
