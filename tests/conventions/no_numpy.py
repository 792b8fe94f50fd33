"""Play without NumPy in a process of its own: `python -m tests.conventions.no_numpy RECORD [all]`.

With `all`, every module is imported and every bot asked before; else one that searches, after.
"""

import importlib
import pkgutil
import sys
from collections.abc import Sequence

PACKAGES = ("core", "games", "table", "record", "protocol", "bots", "search", "coach", "client")


def import_all() -> None:
    """Import every module that must do without NumPy."""
    for name in PACKAGES:
        package = importlib.import_module(f"ludoteca.{name}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)


def ask(game_ids: Sequence[str], bot_names: Sequence[str]) -> None:
    """Let bots choose once in games."""
    from ludoteca import bots, games
    from ludoteca.bots.base import Budget
    from ludoteca.core.generator import below, seeded

    rng = seeded(1)
    for game in map(games.load, game_ids):
        state = game.new(2)
        while not game.movers(state):
            state, _ = game.deal_all(state, lambda number: below(rng, number))
        seat = game.movers(state)[0]
        legal = game.legal(state, seat)
        for name in bot_names:
            bot = bots.load(name)
            assert bot.choose(game, game.view(state, seat), legal, rng, Budget(playouts=1)) in legal


def ask_every_bot() -> None:
    """Let every bot choose once in every game."""
    from ludoteca import bots, games

    ask(games.names(), bots.names())


def play(record: str) -> None:
    """Play a match to the end at a table of this process."""
    from ludoteca.cli import main

    seats = "bot:greedy,bot:random"
    assert main(["play", "my_shelfie", "--plain", "--seats", seats, "--record", record]) == 0


if __name__ == "__main__":
    sys.modules["numpy"] = None  # type: ignore[assignment]  # any import of it fails from here on
    if "all" in sys.argv:
        import_all()
        ask_every_bot()
    play(sys.argv[1])
    if "all" not in sys.argv:
        ask(["my_shelfie"], ["mcts"])
