"""Growing a tree of moves over many worlds."""

import time
from collections.abc import Sequence

import pytest

from ludoteca import games
from ludoteca.bots import mcts
from ludoteca.bots.base import Budget
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from ludoteca.search import forest
from ludoteca.search.candidates import given_looks, looks
from ludoteca.search.engine import loaded
from ludoteca.search.forest import Tree, most_nodes
from ludoteca.search.tree import (
    ACTION,
    OPEN_AFTER,
    USED,
    Table,
    first_edge,
    is_ready,
    node_below,
)
from tests.playing import GAMES, table_name
from tests.search.positions import decisions

WHOLE = mcts.MctsSettings(stop=False)
"""The whole budget is used."""

FREE = mcts.MctsSettings(halving=False)
FREE_WHOLE = mcts.MctsSettings(halving=False, stop=False)
"""Every playout chooses its move at the root."""

A_SECOND = 100_000
"""Playouts that a processor makes in about one second."""

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def tree_of_two(game: Game) -> Tree:
    """Plant a tree over the two best-looking moves of a position."""
    state, seat = decisions(game, 2, seed=20, every=5)[2]
    kernels, view = loaded(game), game.view(state, seat)
    return Tree(kernels, view, *looks(kernels, view, 2), mcts.USUAL)


@each_game
def test_the_root_thinks_for_its_own_seat_even_when_several_may_move(game: Game) -> None:
    for state, seat in decisions(game, 3, seed=6, every=1)[:12]:
        view, legal = game.view(state, seat), game.legal(state, seat)
        thought = mcts.think(game, view, legal, seeded(1), Budget(playouts=64))
        assert {line.action for line in thought.lines} <= set(legal)


@each_game
def test_every_playout_is_counted_at_the_root(game: Game) -> None:
    for state, seat in decisions(game, 2, seed=7, every=25):
        view, legal = game.view(state, seat), game.legal(state, seat)
        for settings in (WHOLE, FREE_WHOLE):
            thought = mcts.think(game, view, legal, seeded(2), Budget(playouts=256), settings)
            assert sum(line.playouts for line in thought.lines) == thought.playouts
            assert 256 <= thought.playouts < 256 + mcts.SLICE
            assert thought.lines[0].playouts == max(line.playouts for line in thought.lines)


@each_game
def test_stopping_when_nothing_can_catch_up_never_changes_the_choice(game: Game) -> None:
    saved = 0
    for state, seat in decisions(game, 2, seed=8, every=11):
        view, legal = game.view(state, seat), game.legal(state, seat)
        budget = Budget(playouts=512)
        early = mcts.think(game, view, legal, seeded(3), budget, FREE)
        late = mcts.think(game, view, legal, seeded(3), budget, FREE_WHOLE)
        assert early.action == late.action
        saved += late.playouts - early.playouts
    assert saved > 0


@each_game
def test_moves_to_the_same_position_count_once(game: Game) -> None:
    for state, seat in decisions(game, 2, seed=9, every=13):
        view, legal = game.view(state, seat), game.legal(state, seat)
        moves, values = looks(loaded(game), view, len(legal))
        after = {game.apply(view.state, seat, move).to_bytes() for move in moves}
        everything = {game.apply(view.state, seat, move).to_bytes() for move in legal}
        assert len(after) == len(moves) == len(values)
        assert after == everything
        assert values == sorted(values, reverse=True)


@each_game
def test_the_root_looks_at_more_moves_with_a_larger_budget(game: Game) -> None:
    state, seat = max(decisions(game, 2, seed=10, every=5), key=lambda at: len(game.legal(*at)))
    view, legal = game.view(state, seat), game.legal(state, seat)
    tried = [
        len(mcts.think(game, view, legal, seeded(4), Budget(playouts=playouts)).lines)
        for playouts in (64, 512, 4096)
    ]
    assert tried == sorted(set(tried))


@each_game
def test_the_better_half_of_the_moves_is_tried_again_and_again(game: Game) -> None:
    for state, seat in decisions(game, 2, seed=14, every=13):
        view, legal = game.view(state, seat), game.legal(state, seat)
        thought = mcts.think(game, view, legal, seeded(5), Budget(playouts=512), WHOLE)
        tried = [line.playouts for line in thought.lines]
        rounds = (len(tried) - 1).bit_length()
        assert len(set(tried)) == max(1, rounds)
        assert tried.count(tried[0]) <= 2


@each_game
def test_what_falls_far_behind_is_given_up_at_once(game: Game) -> None:
    """Then less is tried, and mostly the same is chosen: the rest only has more company."""
    saved = same = count = 0
    for state, seat in decisions(game, 2, seed=8, every=9):
        view, legal = game.view(state, seat), game.legal(state, seat)
        early = mcts.think(game, view, legal, seeded(3), Budget(playouts=2048))
        late = mcts.think(game, view, legal, seeded(3), Budget(playouts=2048), WHOLE)
        saved += late.playouts - early.playouts
        same += early.action == late.action
        count += 1
    assert saved > 0
    assert same > count / 2


@each_game
def test_slices_in_one_call_change_no_thought(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the clock is read less often; with playouts as the budget, all else stays."""
    state, seat = decisions(game, 2, seed=17, every=5)[3]
    view, legal = game.view(state, seat), game.legal(state, seat)
    calls: list[int] = []
    grow = Tree.grow_in_turn

    def counted(tree: Tree, turns: Sequence[int], worlds: int, seed: int) -> int:
        calls.append(worlds)
        return grow(tree, turns, worlds, seed)

    monkeypatch.setattr(Tree, "grow_in_turn", counted)
    for settings in (WHOLE, mcts.MctsSettings(threads=2)):
        thoughts, numbers = [], []
        for share in (0.0, 1 / 32, 1.0):
            monkeypatch.setattr(mcts, "AT_ONCE", share)
            calls.clear()
            budget = Budget(playouts=3000)
            thoughts.append(mcts.think(game, view, legal, seeded(4), budget, settings))
            numbers.append(len(calls))
        assert thoughts[0] == thoughts[1] == thoughts[2]
        assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] > numbers[2]


@each_game
def test_scores_come_from_playouts_that_were_played_to_the_end(game: Game) -> None:
    """Also where the network judges playouts that end early: chances from all, scores from some."""
    state, seat = decisions(game, 2, seed=15, every=5)[2]
    view = game.view(state, seat)
    kernels = loaded(game)
    moves, values = looks(kernels, view, 2)
    trees = [Tree(kernels, view, moves, values, mcts.USUAL, finish=finish) for finish in (1, 8)]
    value = game.modules.value
    assert value is not None
    for tree, every in zip(trees, (1, 8 if value.HORIZON else 1), strict=True):
        tree.grow_in_turn(range(2), 64, seed=3)
        for row, line in zip(tree.sums(), tree.lines(), strict=True):
            assert row[2] == 64 / every
            assert sum(line.chances) == pytest.approx(1)
            assert line.score == line.scores[seat] == pytest.approx(sum(line.parts))
    full, some = ([line.score for line in tree.lines()] for tree in trees)
    assert full == pytest.approx(some, abs=8)


@each_game
def test_a_node_is_opened_only_below_a_move_that_was_tried_often_enough(game: Game) -> None:
    """So a known number of playouts never fills its tree, and neither does a second."""
    tree = tree_of_two(game)
    tree.grow_in_turn(range(2), OPEN_AFTER - 1, seed=3)
    assert tree.nodes == 1
    tree.grow_in_turn(range(2), 1, seed=3)
    assert tree.nodes == 3
    tree.grow_in_turn(range(2), 194 // 2, seed=3)
    assert 3 < tree.nodes <= most_nodes(tree.playouts)
    assert forest.NODES > A_SECOND / 10


def test_an_edge_has_a_node_for_each_thing_that_its_mover_may_know() -> None:
    nodes: Table = [[0, 1, 0, 0], [1, 3, 70, 0], [1, 3, 90, 1]]
    edges: Table = [[5, 12, 2], [6, 0, 0]]
    assert [node_below(0, known, nodes, edges) for known in (70, 90, 80)] == [1, 2, 0]
    assert node_below(1, 70, nodes, edges) == 0


def test_visits_count_for_what_the_mover_knows() -> None:
    """Where all worlds are one to it, all visits of the edge count."""
    edges: Table = [[5, OPEN_AFTER - 2, 0]]
    seen: Table = [[0, 0, 0] for _ in range(50)]
    assert not is_ready(0, 0, edges, seen)
    edges[0][1] += 1
    assert is_ready(0, 0, edges, seen)
    found = [is_ready(0, known, edges, seen) for _ in range(OPEN_AFTER) for known in (70, 90)]
    assert found == [*[False] * 2 * (OPEN_AFTER - 1), True, True]
    for one, other in [(7, 7 + 1_000_003)]:  # both want the same row
        found = [is_ready(0, known, edges, seen) for _ in range(9) for known in (one, other)]
        assert not any(found)


def test_what_the_others_know_is_told_apart_below_the_root() -> None:
    """Twelve goals are possible, so the first worlds open no node for any of them."""
    game = games.load("my_shelfie")
    state, seat = decisions(game, 2, seed=22, every=1)[0]
    kernels, view = loaded(game), game.view(state, seat)
    moves, values = looks(kernels, view, 1)
    told, one = (
        Tree(kernels, view, moves, values, mcts.MctsSettings(informed=informed, belief=False))
        for informed in (True, False)
    )
    for tree in (told, one):
        tree.grow_in_turn([0], OPEN_AFTER, seed=3)
    assert (told.nodes, one.nodes) == (1, 2)
    told.grow_in_turn([0], 20 * OPEN_AFTER, seed=3)
    assert told.nodes > 12


def test_a_tree_for_many_playouts_keeps_more_of_the_moves_that_look_best() -> None:
    game = games.load("my_shelfie")
    state, seat = decisions(game, 2, seed=20, every=5)[2]
    kernels, view = loaded(game), game.view(state, seat)
    if kernels.is_plain:
        pytest.skip("interpreted, every position keeps as many moves")
    kept = list[list[int]]()
    for settings in (mcts.USUAL, mcts.MctsSettings(widening=False)):
        tree = Tree(kernels, view, *looks(kernels, view, 2), settings, playouts=9_999)
        tree.grow_in_turn(range(2), 20 * OPEN_AFTER, seed=3)
        *_, nodes, edges, _, _, _, _ = tree.arguments(0, 0)
        node = next(n for n in range(1, tree.nodes) if nodes[n][USED] >= forest.WIDTH)
        first = first_edge(node, 2, tree.width)
        kept.append([int(edge[ACTION]) for edge in edges[first : first + int(nodes[node][USED])]])
    many, few = kept
    assert len(few) == forest.WIDTH < len(many) == forest.width_below(game, 2, 9_999)
    assert few == many[: len(few)]


@each_game
def test_playouts_are_careful_where_the_game_says_that_there_are_enough(game: Game) -> None:
    kernels = loaded(game)
    state, seat = decisions(game, 2, seed=20, every=5)[2]
    view = game.view(state, seat)
    value = game.modules.value
    assert value is not None
    found = []
    least = value.CAREFUL_FROM[2]
    for playouts in (least - 1, least):
        for is_wanted in (True, False):
            settings = mcts.MctsSettings(careful=is_wanted, widening=False)
            tree = Tree(
                kernels, view, *looks(kernels, view, 2), settings, playouts=max(60, playouts)
            )
            tree.grow_in_turn(range(2), 30, seed=3)
            found.append(tree.sums())
    too_few, quick, careful, unwanted = found
    assert quick == unwanted != careful
    assert too_few == (quick if least else careful)


@each_game
def test_a_full_tree_goes_on_from_the_nodes_it_has(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forest, "NODES", 4)
    monkeypatch.setattr(forest, "PLAIN_NODES", 4)
    tree = tree_of_two(game)
    tree.grow_in_turn(range(2), 100, seed=3)
    assert tree.nodes == 4
    assert tree.visits() == [100, 100]


@each_game
def test_moves_that_stay_close_for_long_enough_are_as_good_as_equal(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the last move of a match, where nothing is left to win, would take all of the time."""
    monkeypatch.setattr(mcts, "ENOUGH", 20)
    monkeypatch.setattr(mcts, "FAR_BEHIND", 10.0)
    state, seat = decisions(game, 2, seed=21, every=5)[2]
    view, legal = game.view(state, seat), game.legal(state, seat)
    thought = mcts.think(game, view, legal, seeded(6), Budget(playouts=4096))
    assert 20 <= max(line.playouts for line in thought.lines) < 40
    whole = mcts.think(game, view, legal, seeded(6), Budget(playouts=4096), WHOLE)
    assert whole.playouts >= 4096


@each_game
def test_in_turn_all_moves_meet_the_same_worlds_equally_often(game: Game) -> None:
    state, seat = decisions(game, 3, seed=11, every=5)[3]
    view, legal = game.view(state, seat), game.legal(state, seat)
    kernels, given = loaded(game), [legal[0], legal[-1], legal[0]]
    tree = Tree(kernels, view, given, given_looks(kernels, view, given), mcts.USUAL)
    for _ in range(2):
        tree.grow_in_turn(range(3), 10, seed=5)
    lines = tree.lines()
    assert [line.action for line in lines] == given
    assert {line.playouts for line in lines} == {20}
    for line in lines:
        assert sum(line.chances) == pytest.approx(1)
        assert line.win == line.chances[seat]
        assert line.score == line.scores[seat] == pytest.approx(sum(line.parts))


@each_game
def test_threads_think_as_one_in_worlds_of_their_own(game: Game) -> None:
    """The same seed gives the same thought however they take turns."""
    state, seat = decisions(game, 2, seed=16, every=5)[3]
    view, legal = game.view(state, seat), game.legal(state, seat)
    kernels, given = loaded(game), [legal[0], legal[-1]]
    one, three = (
        Tree(kernels, view, given, given_looks(kernels, view, given), mcts.USUAL, threads=threads)
        for threads in (1, 3)
    )
    assert (one.grow_in_turn(range(2), 10, seed=5), one.playouts) == (10, 20)
    assert (three.grow_in_turn(range(2), 10, seed=5), three.playouts) == (30, 60)
    assert three.visits() == [30, 30]
    assert three.sums() != [[3 * value for value in row] for row in one.sums()]
    settings = mcts.MctsSettings(threads=2, stop=False)
    thoughts = [
        mcts.think(game, view, legal, seeded(3), Budget(playouts=512), settings) for _ in range(2)
    ]
    assert thoughts[0] == thoughts[1]
    assert sum(line.playouts for line in thoughts[0].lines) == thoughts[0].playouts >= 512
    by_thread = Budget(milliseconds=2, clock=time.thread_time)
    assert mcts.think(game, view, legal, seeded(3), by_thread, settings).action in legal


@each_game
def test_a_game_says_whether_the_others_have_nodes_and_how_playouts_go(game: Game) -> None:
    """Codex Naturalis has a tree of own moves, and careful playouts from the first one on."""
    state, seat = decisions(game, 3, seed=19, every=5)[4]
    view, legal = game.view(state, seat), game.legal(state, seat)
    usual, quick, others = (
        mcts.think(game, view, legal, seeded(7), Budget(playouts=512), settings)
        for settings in (
            mcts.USUAL,
            mcts.MctsSettings(careful=False),
            mcts.MctsSettings(solo=False),
        )
    )
    is_codex = game.id == "codex_naturalis"
    assert (usual != quick) is is_codex
    assert (usual != others) is is_codex
