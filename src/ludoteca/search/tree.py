"""Information-set tree search: one tree of moves for all the worlds that a seat thinks possible.

Chance is open-loop: it is drawn again on every way down and has no nodes of its own. Each node
keeps the few moves that looked best when it was opened; on the way down those that are illegal in
the present world are passed over. Every seat works for itself (max^n): an edge holds a sum of
utilities for each of them. A node is a row of the tables, its edges are `width` rows of others:

    nodes[node]   = mover, visits, edges in use
    edges[edge]   = action, visits, node below (0: none yet)
    priors[edge]    how good the move looked, adding up to 1 over a node
    values[edge]    the sum of utilities of every seat
"""

import math
from collections.abc import MutableSequence, Sequence
from typing import Any

from ludoteca.core.engine import (
    apply,
    deal_all,
    fill_unknown,
    is_over,
    refusal,
    score,
    seat_to_move,
)
from ludoteca.core.generator import seed_into
from ludoteca.core.numeric import exp
from ludoteca.core.types import States, copy_state
from ludoteca.search.flat import margin, play_quickly, win_share
from ludoteca.search.lookahead import POINT, play_until_turn, rank_moves, value_of

Numbers = MutableSequence[int]
Table = MutableSequence[MutableSequence[int]]
Values = MutableSequence[float]
Grid = MutableSequence[MutableSequence[float]]

MOVER, VISITS, USED = 0, 1, 2
ACTION, TIMES, BELOW = 0, 1, 2

CLEAR_LEAD = 5.0 * POINT
"""A lead of so much makes the chance to win about three in four."""

JUDGEMENT = 0.4
"""How much the judgement of the weights counts beside the end of a quick playout."""

OPEN_AFTER = 6
"""Visits before a node gets its moves: looking at all moves is expensive."""

DEEPEST = 60
"""No way down is longer than this."""


def utility(s: Any, seat: int, players: int, scores: Numbers) -> float:
    """Return what a seat makes of an end: mostly the win, a little of how clear it is."""
    lead = margin(seat, players, scores)
    return 0.75 * win_share(s, seat, scores) + 0.25 / (1.0 + exp(-lead / (8.0 * POINT)))


def chance_to_win(seat: int, players: int, judged: Numbers) -> float:
    """Guess a seat's chance to win from how all positions look."""
    return 1.0 / (1.0 + exp(-margin(seat, players, judged) / CLEAR_LEAD))


def open_node(
    states: States,
    node: int,
    mover: int,
    weights: Sequence[int],
    spread: float,
    width: int,
    features: Numbers,
    actions: Numbers,
    looks: Numbers,
    nodes: Table,
    edges: Table,
    priors: Values,
    values: Grid,
) -> None:
    """Return a node the moves that look best to its mover in the present world."""
    count = rank_moves(states, mover, weights, features, actions, looks, 1, 2)
    used = min(count, width)
    total = 0.0
    highest = 0
    for n in range(used):
        best = n
        for other in range(n + 1, count):
            if looks[other] > looks[best]:
                best = other
        action = actions[best]
        look = looks[best]
        actions[best] = actions[n]
        looks[best] = looks[n]
        if n == 0:
            highest = look
        edge = node * width + n
        edges[edge][ACTION] = action
        edges[edge][TIMES] = 0
        edges[edge][BELOW] = 0
        for seat in range(len(values[edge])):
            values[edge][seat] = 0.0
        priors[edge] = exp((look - highest) / spread)
        total += priors[edge]
    for n in range(used):
        priors[node * width + n] /= total
    nodes[node][MOVER] = mover
    nodes[node][USED] = used


def select_edge(
    s: Any,
    node: int,
    width: int,
    exploring: float,
    nodes: Table,
    edges: Table,
    priors: Values,
    values: Grid,
) -> int:
    """Choose the way down: the utility so far, plus a bonus for good looks and few visits."""
    mover = nodes[node][MOVER]
    mean = 0.0
    times = 0
    for n in range(nodes[node][USED]):
        edge = node * width + n
        mean += values[edge][mover]
        times += edges[edge][TIMES]
    mean = mean / times if times > 0 else 0.5
    bonus = exploring * math.sqrt(times + 1.0)
    best = -1
    highest = -1.0
    for n in range(nodes[node][USED]):
        edge = node * width + n
        visits = edges[edge][TIMES]
        value = values[edge][mover] / visits if visits > 0 else mean - 0.05
        value += bonus * priors[edge] / (1.0 + visits)
        if value > highest and refusal(s, mover, edges[edge][ACTION]) == 0:
            highest = value
            best = edge
    return best


def node_below(edges: Table, edge: int, counts: Numbers, room: int) -> int:
    """Return the node below an edge, a fresh one if there is none yet, 0 if there is no room."""
    if edges[edge][BELOW] == 0 and counts[0] < room:
        edges[edge][BELOW] = counts[0]
        counts[0] += 1
    return edges[edge][BELOW]


def is_ready(nodes: Table, node: int) -> bool:
    """Return whether a node has its moves, or has been reached often enough to get them."""
    return node == 0 or nodes[node][USED] > 0 or nodes[node][VISITS] >= OPEN_AFTER


def walk_down(
    states: States,
    seat: int,
    weights: Sequence[int],
    spread: float,
    exploring: float,
    width: int,
    rng: Numbers,
    features: Numbers,
    actions: Numbers,
    looks: Numbers,
    path: Numbers,
    counts: Numbers,
    nodes: Table,
    edges: Table,
    priors: Values,
    values: Grid,
) -> int:
    """Play state 1 down the tree, opening a node on the way; return the length of the path."""
    node = 0
    depth = 0
    while depth < DEEPEST:
        deal_all(states[1], rng)
        # At the root several seats may be to move at once; ours is the one that thinks.
        mover = seat_to_move(states[1]) if depth > 0 else seat
        nodes[node][VISITS] += 1
        if mover < 0 or not is_ready(nodes, node):
            break
        if nodes[node][USED] == 0:
            open_node(
                states, node, mover, weights, spread, width,
                features, actions, looks, nodes, edges, priors, values,
            )  # fmt: skip
        edge = -1
        if nodes[node][MOVER] == mover:
            edge = select_edge(states[1], node, width, exploring, nodes, edges, priors, values)
        if edge < 0:
            break
        path[depth] = edge
        depth += 1
        apply(states[1], mover, edges[edge][ACTION])
        node = node_below(edges, edge, counts, len(nodes))
        if node == 0:
            break
    return depth


def grow_tree(
    states: States,
    seat: int,
    players: int,
    weights: Sequence[int],
    spread: float,
    exploring: float,
    width: int,
    first: int,
    playouts: int,
    seed: int,
    rng: Numbers,
    features: Numbers,
    actions: Numbers,
    looks: Numbers,
    scores: Numbers,
    gains: Values,
    path: Numbers,
    counts: Numbers,
    nodes: Table,
    edges: Table,
    priors: Values,
    values: Grid,
    points: Values,
) -> None:
    """Walk down, play on and note the scores, as often as asked; `counts[0]` is the nodes in use.

    `points` sums up, for each move at the root, the seat's points, then the wins of the playouts.
    """
    for number in range(first, first + playouts):
        seed_into(rng, seed, number)
        copy_state(states, 1, 0)
        fill_unknown(states[1], seat, rng)
        depth = walk_down(
            states, seat, weights, spread, exploring, width, rng,
            features, actions, looks, path, counts, nodes, edges, priors, values,
        )  # fmt: skip
        play_until_turn(states[1], seat, rng)
        for other in range(players):
            scores[other] = value_of(states[1], other, weights, features)
            gains[other] = 0.0
        share = 1.0
        if not is_over(states[1]):
            share = 1.0 - JUDGEMENT
            for other in range(players):
                gains[other] = JUDGEMENT * chance_to_win(other, players, scores)
            play_quickly(states[1], rng)
            for other in range(players):
                scores[other] = POINT * score(states[1], other)
        for other in range(players):
            gains[other] += share * utility(states[1], other, players, scores)
        note_gains(depth, path, gains, players, edges, values)
        if depth > 0:
            points[path[0]] += scores[seat] / POINT
            points[width + path[0]] += win_share(states[1], seat, scores)


def note_gains(
    depth: int, path: Numbers, gains: Values, players: int, edges: Table, values: Grid
) -> None:
    """Add what each seat made of a walk to all edges of its path."""
    for step in range(depth):
        edge = path[step]
        edges[edge][TIMES] += 1
        for seat in range(players):
            values[edge][seat] += gains[seat]
