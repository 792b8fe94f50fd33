"""Information-set tree search: one tree of moves for all the worlds that a seat thinks possible.

Chance is open-loop: it is drawn again on every way down and has no nodes of its own. Each node
keeps the few moves that looked best when it was opened; on the way down those that are illegal in
the present world are passed over. Every seat works for itself (max^n): an edge holds a sum of
utilities for each of them. The root has the moves it is given, and looks at more and more of them
as it is visited. A node is a row of the tables. The edges of the root are the first rows of others,
those of every other node the next `width` rows:

    nodes[node]   = mover, visits, edges in use
    edges[edge]   = action, visits, node below (0: none yet)
    priors[edge]    how good the move looked, adding up to 1 over a node
    values[edge]    the sum of utilities of every seat
    ends[edge]      at the root, sums over all playouts: every seat's wins and points, and the
                    parts of the mover's score
"""

import math
from collections.abc import MutableSequence, Sequence
from typing import Any

from ludoteca.core.engine import (
    apply,
    deal_all,
    is_over,
    parts_into,
    refusal,
    score,
    seat_to_move,
)
from ludoteca.core.generator import seed_into
from ludoteca.core.numeric import exp
from ludoteca.core.types import States, copy_state
from ludoteca.search.flat import margin, play_quickly, win_share
from ludoteca.search.lookahead import POINT, play_until_turn, rank_moves, value_of
from ludoteca.search.value import chances_into
from ludoteca.search.worlds import fill_world

Numbers = MutableSequence[int]
Table = MutableSequence[MutableSequence[int]]
Values = MutableSequence[float]
Grid = MutableSequence[MutableSequence[float]]

MOVER, VISITS, USED = 0, 1, 2
ACTION, TIMES, BELOW = 0, 1, 2

CLEAR_LEAD = 5.0 * POINT
"""The lead that makes the chance to win about three in four."""

OPEN_AFTER = 6
"""Visits before a node gets its moves: looking at all moves is expensive."""

FIRST_LOOK = 20.0
"""Moves that a root looks at from the beginning, if it is to look at more and more."""

DEEPEST = 60
"""No way down is longer than this."""


def utility(won: float, lead: int) -> float:
    """Return what a seat makes of an end: mostly the win, a little of how clear it is."""
    return 0.75 * won + 0.25 / (1.0 + exp(-lead / (8.0 * POINT)))


def chance_to_win(seat: int, players: int, judged: Numbers) -> float:
    """Guess a seat's chance to win from how all positions look."""
    return 1.0 / (1.0 + exp(-margin(seat, players, judged) / CLEAR_LEAD))


def first_edge(node: int, root: int, width: int) -> int:
    """Return the first edge of a node; the root has `root` of them, every other node `width`."""
    return 0 if node == 0 else root + (node - 1) * width


def put_edge(edge: int, action: int, edges: Table, values: Grid) -> None:
    """Let an edge stand for a move that was never tried."""
    edges[edge][ACTION] = action
    edges[edge][TIMES] = 0
    edges[edge][BELOW] = 0
    for seat in range(len(values[edge])):
        values[edge][seat] = 0.0


def open_root(
    seat: int,
    moves: Sequence[int],
    looks: Sequence[int],
    spread: float,
    nodes: Table,
    edges: Table,
    priors: Values,
    values: Grid,
) -> None:
    """Open the root with the given moves, the best-looking one first."""
    total = 0.0
    for n in range(len(moves)):
        put_edge(n, moves[n], edges, values)
        priors[n] = exp((looks[n] - looks[0]) / spread)
        total += priors[n]
    for n in range(len(moves)):
        priors[n] /= total
    nodes[0][MOVER] = seat
    nodes[0][USED] = len(moves)


def open_node(
    states: States,
    node: int,
    mover: int,
    weights: Sequence[int],
    spread: float,
    root: int,
    width: int,
    features: Numbers,
    actions: Numbers,
    looks: Numbers,
    nodes: Table,
    edges: Table,
    priors: Values,
    values: Grid,
) -> None:
    """Open a node with the moves that look best to its mover in the present world."""
    count = rank_moves(states, mover, weights, features, actions, looks, 1, 2)
    used = min(count, width)
    total = 0.0
    highest = 0
    first = first_edge(node, root, width)
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
        put_edge(first + n, action, edges, values)
        priors[first + n] = exp((look - highest) / spread)
        total += priors[first + n]
    for n in range(used):
        priors[first + n] /= total
    nodes[node][MOVER] = mover
    nodes[node][USED] = used


def select_edge(
    s: Any,
    node: int,
    first: int,
    exploring: float,
    growth: float,
    nodes: Table,
    edges: Table,
    priors: Values,
    values: Grid,
) -> int:
    """Choose the way down: the utility so far, plus a bonus for good looks and few visits.

    With a growth above 0 only the best-looking moves count, more of them with every visit.
    """
    mover = nodes[node][MOVER]
    used = nodes[node][USED]
    mean = 0.0
    times = 0
    for n in range(used):
        mean += values[first + n][mover]
        times += edges[first + n][TIMES]
    mean = mean / times if times > 0 else 0.5
    bonus = exploring * math.sqrt(times + 1.0)
    limit = FIRST_LOOK + growth * math.sqrt(times + 0.0) if growth > 0.0 else used + 0.0
    best = -1
    highest = -1.0
    for n in range(used):
        edge = first + n
        if n >= limit and best >= 0:
            break
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
    return nodes[node][USED] > 0 or nodes[node][VISITS] >= OPEN_AFTER


def walk_down(
    states: States,
    seat: int,
    weights: Sequence[int],
    spread: float,
    exploring: float,
    root: int,
    width: int,
    growth: float,
    turn: int,
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
    """Play state 1 down the tree, opening a node on the way; return the length of the path.

    From the root it takes the edge `turn`, or chooses if that is below 0.
    """
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
                states, node, mover, weights, spread, root, width,
                features, actions, looks, nodes, edges, priors, values,
            )  # fmt: skip
        edge = turn if node == 0 else -1
        if nodes[node][MOVER] == mover and edge < 0:
            first = first_edge(node, root, width)
            widening = growth if node == 0 else 0.0
            edge = select_edge(
                states[1], node, first, exploring, widening, nodes, edges, priors, values
            )
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
    growth: float,
    moves: Sequence[int],
    first_looks: Sequence[int],
    beliefs: Sequence[int],
    net: Sequence[float],
    judgement: float,
    in_turn: bool,
    first: int,
    playouts: int,
    seed: int,
    rng: Numbers,
    features: Numbers,
    hidden: Values,
    actions: Numbers,
    looks: Numbers,
    scores: Numbers,
    gains: Values,
    path: Numbers,
    counts: Numbers,
    parts: Numbers,
    nodes: Table,
    edges: Table,
    priors: Values,
    values: Grid,
    ends: Grid,
) -> None:
    """Walk down, play on and note the scores, as often as asked; `counts[0]` is the nodes in use.

    In turn, the moves of the root are tried equally often, each of them in the same worlds.
    `judgement` is how much the look of a leaf counts beside the end of a quick playout from it.
    """
    if nodes[0][USED] == 0:
        open_root(seat, moves, first_looks, spread, nodes, edges, priors, values)
    root = len(moves)
    for number in range(first, first + playouts):
        turn = number % root if in_turn else -1
        seed_into(rng, seed, number // root if in_turn else number)
        copy_state(states, 1, 0)
        fill_world(states[1], seat, beliefs, rng)
        depth = walk_down(
            states, seat, weights, spread, exploring, root, width, growth, turn, rng,
            features, actions, looks, path, counts, nodes, edges, priors, values,
        )  # fmt: skip
        play_on(
            states[1], seat, players, weights, net, judgement, rng,
            features, hidden, scores, gains,
        )  # fmt: skip
        note_gains(depth, path, gains, players, edges, values)
        if depth > 0:
            parts_into(states[1], seat, parts)
            note_end(ends[path[0]], players, gains, scores, parts)


def play_on(
    s: Any,
    seat: int,
    players: int,
    weights: Sequence[int],
    net: Sequence[float],
    judgement: float,
    rng: Numbers,
    features: Numbers,
    hidden: Values,
    scores: Numbers,
    gains: Values,
) -> None:
    """Judge a leaf, by the network or else by the weights, and play from it to the end.

    `gains` gets every seat's utility, then every seat's chance: of a leaf judged by the network a
    mean of both, else its share of the win.
    """
    share = judgement
    if len(net) > 0:
        deal_all(s, rng)
    else:
        play_until_turn(s, seat, rng)
    if is_over(s):
        share = 0.0
    elif len(net) > 0:
        chances_into(s, players, net, features, hidden, gains, 0)
    else:
        for other in range(players):
            scores[other] = value_of(s, other, weights, features)
        for other in range(players):
            gains[other] = chance_to_win(other, players, scores)
    play_quickly(s, rng)
    for other in range(players):
        scores[other] = POINT * score(s, other)
    for other in range(players):
        won = win_share(s, other, scores)
        looked = gains[other] if share > 0.0 else 0.0
        clear = utility(won, margin(other, players, scores))
        gains[other] = share * looked + (1.0 - share) * clear
        known = share if len(net) > 0 else 0.0
        gains[players + other] = known * looked + (1.0 - known) * won


def note_end(
    end: Values, players: int, gains: Sequence[float], scores: Numbers, parts: Numbers
) -> None:
    """Add an end to the sums of a move at the root."""
    for other in range(players):
        end[other] += gains[players + other]
        end[players + other] += scores[other] / POINT
    for n in range(len(parts)):
        end[2 * players + n] += parts[n]


def note_gains(
    depth: int, path: Numbers, gains: Values, players: int, edges: Table, values: Grid
) -> None:
    """Add what each seat made of a walk to all edges of its path."""
    for step in range(depth):
        edge = path[step]
        edges[edge][TIMES] += 1
        for seat in range(players):
            values[edge][seat] += gains[seat]
