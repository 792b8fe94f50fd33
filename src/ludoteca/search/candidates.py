"""The moves of a view that look best, without those that lead to the same position."""

from collections.abc import Sequence

from ludoteca.core.game import Game, View
from ludoteca.search.engine import SearchKernels, weights_of


def looks(
    kernels: SearchKernels, view: View, most: int, *, distinct: bool = True
) -> tuple[list[int], list[int]]:
    """Return legal actions, best-looking first, and how each one looks in thousandths of a point.

    Only moves that look alike can lead to the same position, so only they are tried out.
    """
    assert view.seat is not None
    game, length = kernels.game, kernels.game.modules.actions.ACTIONS
    actions, values = kernels.integers(length), kernels.integers(length)
    weights = weights_of(game, game.players(view.state))
    count = kernels.functions.rank_moves(
        kernels.states(view.state), view.seat, kernels.given(weights),
        kernels.integers(len(weights)), actions, values, 0, 1,
    )  # fmt: skip
    ranked = zip(values[:count], actions[:count], strict=True)  # fetched together in a browser
    order = sorted((-int(look), int(action)) for look, action in ranked)
    if distinct:
        order = _distinct(game, view, order, most)
    return [action for _, action in order[:most]], [-look for look, _ in order[:most]]


def given_looks(kernels: SearchKernels, view: View, actions: Sequence[int]) -> list[int]:
    """Return how each of some legal actions looks."""
    found, values = looks(kernels, view, kernels.game.modules.actions.ACTIONS, distinct=False)
    known = dict(zip(found, values, strict=True))
    return [known[action] for action in actions]


def _distinct(
    game: Game, view: View, order: list[tuple[int, int]], most: int
) -> list[tuple[int, int]]:
    """Keep the first moves that lead to different positions."""
    found: list[tuple[int, int]] = []
    alike: set[bytes] = set()
    for n, (look, action) in enumerate(order):
        begins = n == 0 or order[n - 1][0] != look
        if begins:
            alike.clear()
            if n + 1 == len(order) or order[n + 1][0] != look:  # no other one looks like it
                found.append((look, action))
                if len(found) == most:
                    break
                continue
        position = game.apply_legal(view.state, view.seat or 0, action).to_bytes()
        if position not in alike:
            alike.add(position)
            found.append((look, action))
            if len(found) == most:
                break
    return found
