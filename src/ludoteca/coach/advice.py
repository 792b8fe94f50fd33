"""What a page needs to think about a hint as the usual adviser does, besides the game's engine."""

from typing import Any

from ludoteca.bots import mcts
from ludoteca.bots.base import Budget
from ludoteca.coach.hint import MOST_LINES, USUAL_ADVISER, parse_adviser
from ludoteca.core.game import Game
from ludoteca.search import forest, tree
from ludoteca.search.engine import STATES, weights_of
from ludoteca.search.expectation import part_names
from ludoteca.search.network import network_of


def advice_facts(game: Game) -> dict[str, Any]:
    """Describe the usual adviser in numbers: how it searches, and what it knows of the game."""
    budget, settings = parse_adviser(USUAL_ADVISER).budget, mcts.USUAL
    value, belief = game.modules.value, game.modules.belief
    return {
        "milliseconds": budget.milliseconds,
        "lines": MOST_LINES,
        "width": mcts.width_for(budget, settings.width),
        "nodes": forest.most_nodes(budget.playouts, budget.milliseconds),
        "seen": forest.SEEN,
        "open_after": tree.OPEN_AFTER,
        "finish": forest.FINISH,
        "states": STATES,
        "deepest": tree.DEEPEST,
        "slice": mcts.SLICE,
        "far_behind": mcts.FAR_BEHIND,
        "enough": mcts.ENOUGH,
        "spread": settings.spread,
        "exploring": settings.exploring,
        "judgement": settings.judgement,
        "actions": game.modules.actions.ACTIONS,
        "beliefs": belief.WEIGHTS if belief is not None else 0,
        "parts": len(part_names(game)),
        "inputs": len(value.INPUTS) if value is not None else 1,
        "horizon": value.HORIZON if value is not None else 0,
        "solo": int(settings.solo and value is not None and value.SOLO),
        "informed": int(settings.informed),
        "players": {n: _knowledge(game, n, budget) for n in game.player_counts},
    }


def _knowledge(game: Game, players: int, budget: Budget) -> dict[str, Any]:
    network = network_of(game, players)
    expected = forest.expected_playouts(budget.playouts, budget.milliseconds)
    return {
        "width_below": forest.width_below(game, players, expected),
        "policy": forest.policy_for(game, players, expected),
        "weights": weights_of(game, players),
        "hidden": network.hidden,
        "network": network.weights,
    }
