"""Information-set tree search: one tree of moves for all the worlds that a seat thinks possible.

Chance is drawn again on every way down and has no nodes of its own. What it brought is told apart
by what the seat to move then knows: a node is the information set of its mover, and an edge has a
node below it for each of them. Each node keeps the few moves that looked best when it was opened;
on the way down those that are illegal in the present world are passed over. Every seat works for
itself (max^n): an edge holds a sum of
utilities for each of them; or only the searching seat has nodes, and the others play by the policy
of playouts. The root has the moves it is given. A node is a row of the tables. The
edges of the root are the first rows of others, those of every other node the next `width` rows:

    nodes[node]   = mover, edges in use, what the mover knows, next node below the same edge
    edges[edge]   = action, visits, first node below (0: none yet)
    seen[row]     = edge, what the seat to move below it knows, visits before a node was opened
    priors[edge]    how good the move looked, adding up to 1 over a node
    values[edge]    the sum of utilities of every seat
    ends[edge]      at the root, sums over all playouts of every seat's wins; then over those that
                    were played to the end: how many, every seat's points, and the parts of the
                    mover's score
"""

import math
from collections.abc import MutableSequence, Sequence
from typing import Any

from ludoteca.core.engine import (
    apply,
    deal_all,
    information,
    parts_into,
    refusal,
    score,
    seat_to_move,
)
from ludoteca.core.generator import seed_into
from ludoteca.core.numeric import exp
from ludoteca.core.types import States, copy_state
from ludoteca.search.leaf import play_on
from ludoteca.search.lookahead import rank_moves
from ludoteca.search.policy import play_to_end, play_until_turn
from ludoteca.search.worlds import fill_world

Numbers = MutableSequence[int]
Table = MutableSequence[MutableSequence[int]]
Values = MutableSequence[float]
Grid = MutableSequence[MutableSequence[float]]

MOVER, USED, KNOWN, NEXT = 0, 1, 2, 3
ACTION, TIMES, BELOW = 0, 1, 2
SEEN_EDGE, SEEN_KNOWN, SEEN_TIMES = 0, 1, 2

OPEN_AFTER = 6
"""Visits of an edge before a node is opened below it: looking at all moves is expensive."""

DEEPEST = 60
"""No way down is longer than this."""


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
    nodes: Table,
    edges: Table,
    priors: Values,
    values: Grid,
) -> int:
    """Choose the way down: the utility so far, plus a bonus for good looks and few visits."""
    mover = nodes[node][MOVER]
    used = nodes[node][USED]
    mean = 0.0
    times = 0
    for n in range(used):
        mean += values[first + n][mover]
        times += edges[first + n][TIMES]
    mean = mean / times if times > 0 else 0.5
    bonus = exploring * math.sqrt(times + 1.0)
    best = -1
    highest = -1.0
    for n in range(used):
        edge = first + n
        visits = edges[edge][TIMES]
        value = values[edge][mover] / visits if visits > 0 else mean - 0.05
        value += bonus * priors[edge] / (1.0 + visits)
        if value > highest and refusal(s, mover, edges[edge][ACTION]) == 0:
            highest = value
            best = edge
    return best


def node_below(edge: int, known: int, nodes: Table, edges: Table) -> int:
    """Return the node below an edge for a mover who knows this; 0 if there is none yet."""
    node = edges[edge][BELOW]
    while node != 0 and nodes[node][KNOWN] != known:
        node = nodes[node][NEXT]
    return node


def is_ready(edge: int, known: int, edges: Table, seen: Table) -> bool:
    """Return whether a node below an edge was missed often enough, this time counted, to open it.

    Each row of `seen` counts for one such node; of two that want the same row the last one has it.
    """
    if known == 0:
        return edges[edge][TIMES] + 1 >= OPEN_AFTER
    row = (known % 1000003 * 7919 + edge) % len(seen)
    if seen[row][SEEN_EDGE] != edge or seen[row][SEEN_KNOWN] != known:
        seen[row][SEEN_EDGE] = edge
        seen[row][SEEN_KNOWN] = known
        seen[row][SEEN_TIMES] = 0
    seen[row][SEEN_TIMES] += 1
    return seen[row][SEEN_TIMES] >= OPEN_AFTER


def next_mover(s: Any, seat: int, depth: int, solo: int, policy: int, rng: Numbers) -> int:
    """Let chance go on, and with `solo` the others; return whose move it is, or -1 at the end."""
    if depth == 0:
        # Several seats may be to move at once; ours is the one that thinks.
        deal_all(s, rng)
        return seat
    if solo:
        play_until_turn(s, seat, policy, rng)
    else:
        deal_all(s, rng)
    return seat_to_move(s)


def walk_down(
    states: States,
    seat: int,
    weights: Sequence[int],
    spread: float,
    exploring: float,
    root: int,
    width: int,
    solo: int,
    policy: int,
    informed: int,
    turn: int,
    rng: Numbers,
    features: Numbers,
    actions: Numbers,
    looks: Numbers,
    path: Numbers,
    counts: Numbers,
    nodes: Table,
    edges: Table,
    seen: Table,
    priors: Values,
    values: Grid,
) -> int:
    """Play state 1 down the tree, opening a node on the way; return the length of the path.

    From the root it takes the edge `turn`, or chooses if that is below 0. With `solo` the others
    have no nodes: they play by the policy until it is the seat's turn again. Unless `informed`,
    there is one node below an edge, whatever its mover knows.
    """
    node = 0
    known = 0
    depth = 0
    edge = -1
    while depth < DEEPEST:
        mover = next_mover(states[1], seat, depth, solo, policy, rng)
        if mover < 0:
            break
        if depth > 0:
            known = information(states[1], mover) if informed else 0
            node = node_below(edge, known, nodes, edges)
        if depth > 0 and node == 0:
            if counts[0] >= len(nodes) or not is_ready(edge, known, edges, seen):
                break
            node = counts[0]
            counts[0] += 1
            nodes[node][KNOWN] = known
            nodes[node][NEXT] = edges[edge][BELOW]
            edges[edge][BELOW] = node
            open_node(
                states, node, mover, weights, spread, root, width,
                features, actions, looks, nodes, edges, priors, values,
            )  # fmt: skip
        edge = turn if node == 0 else -1
        if nodes[node][MOVER] == mover and edge < 0:
            first = first_edge(node, root, width)
            edge = select_edge(states[1], node, first, exploring, nodes, edges, priors, values)
        if edge < 0:
            break
        path[depth] = edge
        depth += 1
        apply(states[1], mover, edges[edge][ACTION])
    return depth


def grow_tree(
    states: States,
    seat: int,
    players: int,
    weights: Sequence[int],
    spread: float,
    exploring: float,
    width: int,
    moves: Sequence[int],
    first_looks: Sequence[int],
    beliefs: Sequence[int],
    net: Sequence[float],
    judgement: float,
    horizon: int,
    finish: int,
    solo: int,
    policy: int,
    informed: int,
    turns: Sequence[int],
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
    seen: Table,
    priors: Values,
    values: Grid,
    ends: Grid,
) -> None:
    """Walk down, play on and note the scores, as often as asked; `counts[0]` is the nodes in use.

    With turns, these edges of the root are tried equally often, each of them in the same worlds.
    `judgement` is how much the look of a leaf counts beside a quick playout from it. With a horizon
    and a network, the playout ends after that many moves and is judged there; of each move of the
    root, only one playout in `finish` is then played to the end. Playouts go by a policy of
    `search.policy`, and with `solo` so do the others on the way down.
    """
    if nodes[0][USED] == 0:
        open_root(seat, moves, first_looks, spread, nodes, edges, priors, values)
    root = len(moves)
    shared = max(1, len(turns))
    for number in range(first, first + playouts):
        turn = turns[number % shared] if len(turns) > 0 else -1
        seed_into(rng, seed, number // shared)
        copy_state(states, 1, 0)
        fill_world(states[1], seat, beliefs, rng)
        depth = walk_down(
            states, seat, weights, spread, exploring, root, width, solo, policy, informed, turn,
            rng, features, actions, looks, path, counts, nodes, edges, seen, priors, values,
        )  # fmt: skip
        play_on(
            states[1], seat, players, weights, net, judgement, horizon, policy, rng,
            features, hidden, scores, gains,
        )  # fmt: skip
        if depth > 0:
            note_chances(players, gains, ends[path[0]])
            if edges[path[0]][TIMES] % finish == 0:
                play_to_end(states[1], policy, rng)
                note_scores(states[1], seat, players, parts, ends[path[0]])
        note_gains(depth, path, gains, players, edges, values)


def note_chances(players: int, gains: Sequence[float], end: Values) -> None:
    """Add every seat's chance to the sums of a move at the root."""
    for other in range(players):
        end[other] += gains[players + other]


def note_scores(s: Any, seat: int, players: int, parts: Numbers, end: Values) -> None:
    """Add the scores at the end of a match to the sums of a move at the root."""
    end[players] += 1.0
    for other in range(players):
        end[players + 1 + other] += score(s, other)
    parts_into(s, seat, parts)
    for n in range(len(parts)):
        end[2 * players + 1 + n] += parts[n]


def note_gains(
    depth: int, path: Numbers, gains: Values, players: int, edges: Table, values: Grid
) -> None:
    """Add what each seat made of a walk to all edges of its path."""
    for step in range(depth):
        edge = path[step]
        edges[edge][TIMES] += 1
        for seat in range(players):
            values[edge][seat] += gains[seat]
