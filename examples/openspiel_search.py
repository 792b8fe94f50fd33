"""Let OpenSpiel's own search for games with hidden information play against chance.

It needs `pip install 'ludoteca[openspiel]'`.

    python examples/openspiel_search.py --game codex_naturalis --matches 10 --playouts 100
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import ludoteca.rl.openspiel  # noqa: F401 - registers the games


def play(game: pyspiel.Game, playouts: int, searcher: int, rng: np.random.RandomState) -> float:
    """Play one match; everyone but the searcher moves at random. Return what the searcher gets."""
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    search = ismcts.ISMCTSBot(
        game, evaluator, uct_c=1.5, max_simulations=playouts, random_state=rng
    )
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        elif state.current_player() == searcher:
            state.apply_action(search.step(state))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return float(state.returns()[searcher])


def main() -> None:
    """Play matches, with the searcher on alternating seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="my_shelfie")
    parser.add_argument("--matches", type=int, default=4)
    parser.add_argument("--playouts", type=int, default=50)
    given = parser.parse_args()
    game = pyspiel.load_game(f"ludoteca_{given.game}(players=2)")
    rng = np.random.RandomState(7)
    results = [play(game, given.playouts, n % 2, rng) for n in range(given.matches)]
    print(f"search with {given.playouts} playouts: {np.mean(results):+.2f} a match")


if __name__ == "__main__":
    main()
