"""What parts of search could give that it does not have: `python -m benchmarks.search_parts GAME`.

kept   how much of a tree could be kept until the same seat decides again: the visits of the node
       that the match reached, as a share of the playouts of the tree
last   what the last decision of a match loses beside exact play: the chance of the best of all
       legal moves, in worlds that agree with the view, less that of the move that was chosen

Matches of `mcts` against itself, two players unless said. Prints a line of JSON for each part.
"""

import argparse
import json
from collections.abc import Iterator
from typing import Any

from ludoteca import games
from ludoteca.bots import mcts
from ludoteca.bots.base import Budget
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, seeded
from ludoteca.search.engine import loaded
from ludoteca.search.forest import Tree
from ludoteca.search.tree import ACTION, BELOW, TIMES, USED, first_edge

SEED = 515_090
WORLDS = 2000
"""Worlds in which the last decisions are compared."""

Decision = tuple[View, list[int], int, "SeenTree"]
"""What a seat saw, what it could do, what it did, and the tree that said so."""


class SeenTree(Tree):
    """A tree that can be looked at when it has grown."""

    last: "SeenTree"

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        SeenTree.last = self

    def visits_after(self, actions: list[int]) -> int:
        """Return how often the position after some actions was reached, once it has a node."""
        *_, nodes, edges, _, _, _, _ = self.arguments(0, 0)
        root, node, visits = len(self.worths()), 0, 0
        for action in actions:
            first = first_edge(node, root, self.width)
            found = [
                edge
                for edge in edges[first : first + int(nodes[node][USED])]
                if edge[ACTION] == action and edge[BELOW]
            ]
            if not found:
                return 0
            node, visits = int(found[0][BELOW]), int(found[0][TIMES])
        return visits


def decisions(game: Game, players: int, match: int, budget: Budget) -> Iterator[Decision]:
    """Play a match."""
    chance, luck, state = seeded(SEED, match), seeded(SEED + 1, match), game.new(players)
    while not game.is_over(state):
        if game.deal_name(state):
            state, _ = game.deal_all(state, lambda number: below(chance, number))
            continue
        seat = game.movers(state)[0]
        view, legal = game.view(state, seat), game.legal(state, seat)
        action = mcts.choose(game, view, legal, luck, budget)
        yield view, list(legal), action, SeenTree.last
        state = game.apply_legal(state, seat, action)


def kept(game: Game, given: argparse.Namespace) -> dict[str, Any]:
    """Measure how much of a tree is still of use at the next decision of its seat."""
    others, own = list[float](), list[float]()
    for match in range(given.matches):
        played = list(decisions(game, given.players, match, Budget(playouts=given.playouts)))
        for n, (view, _, _, tree) in enumerate(played):
            for later in range(n + 1, len(played)):
                if played[later][0].seat == view.seat:
                    actions = [action for _, _, action, _ in played[n:later]]
                    share = tree.visits_after(actions) / max(1, tree.playouts)
                    (own if later == n + 1 else others).append(share)
                    break
    found = {"after_the_others": others, "at_once_again": own}
    return {name: round(sum(row) / len(row), 4) for name, row in found.items() if row}


def last(game: Game, given: argparse.Namespace) -> dict[str, Any]:
    """Measure what the last decisions of matches lose."""
    lost, kernels = list[float](), loaded(game)
    for match in range(given.matches):
        budget = Budget(playouts=given.playouts)
        *_, (view, legal, action, _) = decisions(game, given.players, match, budget)
        assert view.seat is not None
        states = kernels.states(view.state)
        wins, margins, points = (kernels.floats(len(legal)) for _ in range(3))
        kernels.functions.play_candidates(
            states, view.seat, given.players, kernels.given(legal),
            kernels.beliefs(states, view.seat), 0, WORLDS, 1, kernels.integers(1),
            kernels.integers(given.players), wins, margins, points,
        )  # fmt: skip
        lost.append(float(max(wins) - wins[legal.index(action)]) / WORLDS)
    return {"matches": len(lost), "lost": round(sum(lost) / len(lost), 5), "most": max(lost)}


PARTS = {"kept": kept, "last": last}


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game")
    parser.add_argument("parts", nargs="*", metavar="part", help="kept or last; else both")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--playouts", type=int, default=2000)
    parser.add_argument("--matches", type=int, default=20)
    given = parser.parse_args()
    game = games.load(given.game)
    setattr(mcts, "Tree", SeenTree)  # noqa: B010 - only here a tree is looked at afterwards
    for part in given.parts or PARTS:
        found = PARTS[part](game, given)
        about = {"game": game.id, "players": given.players, "playouts": given.playouts}
        print(json.dumps({"part": part, **about, **found}), flush=True)


if __name__ == "__main__":
    main()
