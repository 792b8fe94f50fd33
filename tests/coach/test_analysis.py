"""A record judged move by move."""

from dataclasses import replace

import pytest

from ludoteca.bots import Budget
from ludoteca.bots.base import Line
from ludoteca.coach import Analysis, Judgement, analyse, compare, hint, parse_adviser
from ludoteca.coach.analysis import INACCURACY, MARKS, MISTAKE, judge, moves_of
from ludoteca.coach.judged import judged_of
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from ludoteca.games import load
from tests.coach.records import begun_record, random_record, record_of
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

ADVISER = parse_adviser("mcts", "80p")

MATCHES = 10
"""Matches of each game whose chances are added up."""


def judged(played: tuple[float, float], best: tuple[float, float]) -> Judgement:
    """Make a judgement from win chance and score of two different moves."""
    return Judgement(3, 0, "this", Line(1, *played, 9), "that", Line(2, *best, 9))


@each_game
def test_every_move_of_a_random_match_is_judged(game: Game) -> None:
    for players in game.player_counts[:2]:
        record = random_record(game, players, seed=53)
        judgements = list(analyse(record, ADVISER, seed=1))
        moves = [step for step in record.timeline.steps if step.kind == "move"]
        assert [each.ply for each in judgements] == [step.ply for step in moves]
        for each, step in zip(judgements, moves, strict=True):
            assert step.text == f"{each.seat} {each.text}"
            assert each.played.action == step.action
            assert each.best.win >= each.played.win
            assert each.win_lost >= 0
            assert each.points_lost >= 0
            assert each.mark in MARKS
            assert each.played.playouts == each.best.playouts > 0
        analysis = Analysis(record, judgements)
        summaries = [analysis.summary(seat) for seat in range(players)]
        assert sum(summary.moves for summary in summaries) == len(moves)
        for summary in summaries:
            assert sum(summary.marks.values()) == summary.moves


@each_game
def test_the_best_move_loses_nothing(game: Game) -> None:
    """Where the bot's own choice was played, there is nothing to compare it with."""
    record = random_record(game, 2, seed=54)
    for step in moves_of(record)[::7]:
        assert step.before is not None
        assert step.seat is not None
        first = judge(game, step, ADVISER, seed=2)
        again = judge(game, replace(step, action=first.best.action), ADVISER, seed=2)
        assert again.mark == "best"
        assert again.win_lost == 0
        assert again.points_lost == 0
        assert again.text == again.best_text == first.best_text


@each_game
def test_a_move_the_bot_never_considered_is_judged_like_any_other(game: Game) -> None:
    record = random_record(game, 2, seed=55)
    tried = 0
    for step in moves_of(record):
        assert step.before is not None
        assert step.seat is not None
        view = game.view(step.before, step.seat)
        considered = {line.action for line in hint(game, view, ADVISER, seeded(3))}
        others = [a for a in game.legal(view.state, step.seat) if a not in considered]
        if others and tried < 4:
            tried += 1
            judgement = judge(game, replace(step, action=others[-1]), ADVISER, seed=3)
            assert judgement.played.action == others[-1]
            assert judgement.played.playouts > 0
    assert tried


@each_game
def test_the_seed_decides_everything(game: Game) -> None:
    record = begun_record(game, 2, seed=56, plies=14)
    first = list(analyse(record, ADVISER, seed=4))
    assert list(analyse(record, ADVISER, seed=4)) == first
    assert list(analyse(record, ADVISER, seed=5)) != first


@each_game
def test_a_move_is_judged_alike_in_a_longer_record(game: Game) -> None:
    short = list(analyse(begun_record(game, 2, seed=57, plies=9), ADVISER, seed=6))
    longer = list(analyse(begun_record(game, 2, seed=57, plies=12), ADVISER, seed=6))
    assert longer[: len(short)] == short


@each_game
def test_a_move_is_judged_from_the_view_alone(game: Game) -> None:
    record = random_record(game, 2, seed=58)
    for step in moves_of(record)[::5]:
        assert step.before is not None
        assert step.seat is not None
        other = game.resample(game.view(step.before, step.seat), seeded(11))
        found = judge(game, step, ADVISER, 7)
        again = judge(game, replace(step, before=other), ADVISER, 7)
        assert replace(found, opened=None) == replace(again, opened=None)


@each_game
def test_undone_moves_are_not_judged(game: Game) -> None:
    timeline = begun_record(game, 2, seed=59, plies=8).timeline
    while not game.movers(timeline.state):
        timeline.deal(game.deal_one(timeline.state, lambda n: 0)[1])
    ply = len(timeline.steps)
    seat = game.movers(timeline.state)[0]
    for at in (0, -1):
        timeline.move(seat, game.legal(timeline.state, seat)[at])
        if at == 0:
            timeline.undo(ply)
    plies = [step.ply for step in moves_of(record_of(timeline, 59))]
    assert plies[-1] == ply + 3
    assert ply + 1 not in plies


@each_game
def test_the_chances_end_with_the_result(game: Game) -> None:
    record = random_record(game, 2, seed=60)
    analysis = Analysis(record, list(analyse(record, parse_adviser("monte_carlo:16p"), 8)))
    shares = [analysis.chances(seat)[-1] for seat in range(2)]
    winners = record.timeline.result().winners
    assert {ply for ply, _ in shares} == {len(record.timeline.steps) + 1}
    assert [win for _, win in shares] == [
        (1 / len(winners) if seat in winners else 0) for seat in range(2)
    ]
    begun = begun_record(game, 2, seed=60, plies=8)
    unfinished = Analysis(begun, list(analyse(begun, ADVISER, 8)))
    assert all(ply <= 8 for seat in range(2) for ply, _ in unfinished.chances(seat))


def test_a_move_that_wins_as_often_with_fewer_points_is_good_but_not_best() -> None:
    judgement = judged(played=(0.5, 20.0), best=(0.5, 24.5))
    assert judgement.mark == "good"
    assert judgement.win_lost == 0
    assert judgement.points_lost == 4.5


@pytest.mark.parametrize(
    ("lost", "mark"),
    [(0.0, "good"), (INACCURACY - 0.01, "good"), (INACCURACY + 0.01, "inaccuracy"),
     (MISTAKE - 0.01, "inaccuracy"), (MISTAKE + 0.01, "mistake"), (1.0, "mistake")],
)  # fmt: skip
def test_marks_go_by_the_chance_given_away(lost: float, mark: str) -> None:
    assert judged(played=(1 - lost, 30), best=(1, 10)).mark == mark
    assert judged(played=(1 - lost, 30), best=(1, 10)).points_lost == 0


def test_half_the_budget_is_for_the_comparison() -> None:
    game = GAMES[0]
    step = moves_of(random_record(game, 2, seed=61))[3]
    assert step.before is not None
    assert step.seat is not None
    view, rng = game.view(step.before, step.seat), seeded(9, step.ply)
    choice = hint(game, view, parse_adviser("mcts:200p"), rng)[0].action
    other = next(action for action in game.legal(view.state, step.seat) if action != choice)
    lines = compare(game, view, [choice, other], rng, Budget(playouts=200)).lines
    judgement = judge(game, replace(step, action=other), parse_adviser("mcts:401p"), seed=9)
    assert judgement.played == lines[1]
    assert judgement.played.playouts == 100


@each_game
def test_at_every_ply_the_chances_of_all_seats_add_up_to_one(game: Game) -> None:
    for players in game.player_counts:
        record = random_record(game, players, seed=62)
        analysis = Analysis(record, list(analyse(record, parse_adviser("mcts:24p"), 9)))
        lines = [analysis.chances(seat) for seat in range(players)]
        assert {len(line) for line in lines} == {len(moves_of(record)) + 1}
        for at_one_ply in zip(*lines, strict=True):
            assert len({ply for ply, _ in at_one_ply}) == 1
            assert sum(chance for _, chance in at_one_ply) == pytest.approx(1)


@each_game
def test_the_percentages_of_two_players_add_up_to_a_hundred(game: Game) -> None:
    for seed in range(70, 70 + MATCHES):
        record = random_record(game, 2, seed=seed)
        for step in moves_of(record):
            found = judge(game, step, parse_adviser("mcts:2p"), seed)
            assert (
                sum(round(100 * share) for share in judged_of(record, step, found).chances) == 100
            )


def test_the_chart_knows_more_than_the_player_did() -> None:
    game = next(game for game in GAMES if game.id == "codex_naturalis")
    record = random_record(game, 2, seed=63)
    step = moves_of(record)[-1]  # it ends the match: with open cards the result is known
    found = judge(game, step, parse_adviser("mcts:400p"), 3)
    winners = record.timeline.result().winners
    assert list(found.chances) == [(seat in winners) / len(winners) for seat in range(2)]


def test_what_may_be_bad_luck_is_no_mistake() -> None:
    clear = judged(played=(0.5, 20.0), best=(0.7, 24.5))
    assert clear.mark == "mistake"
    assert replace(clear, error=0.25).mark == "good"


def compared() -> Judgement:
    """Make a judgement of a move of My Shelfie with its reasons."""
    played = Line(1, 0.4, 20, 9, (0.4, 0.6), (20, 25), (4, 0, 6, 10))
    best = Line(2, 0.5, 22, 9, (0.5, 0.5), (22, 22), (4.2, 0, 5, 12.8))
    return Judgement(3, 0, "this", played, "that", best, 0.02)


def reasons_of(judgement: Judgement) -> list[tuple[str, int, float]]:
    """List the reasons why a move of My Shelfie is better."""
    found = judgement.reasons(load("my_shelfie"))
    return [(one.part, one.seat, round(one.points, 1)) for one in found]


def test_what_speaks_for_the_best_move_comes_before_what_speaks_against_it() -> None:
    judgement = compared()
    assert reasons_of(judgement) == [("total", 1, -3.0), ("groups", 0, 2.8), ("personal", 0, -1.0)]
    assert reasons_of(replace(judgement, played=judgement.best)) == []
    heavy = replace(judgement.best, parts=(4.2, 0, 1, 12.8))
    assert reasons_of(replace(judgement, best=heavy))[-1] == ("personal", 0, -5.0)


def test_what_speaks_against_the_best_move_is_no_reason_for_it() -> None:
    judgement = compared()
    worse = replace(judgement.best, scores=(22, 28), parts=(4, 0, 5, 9))
    assert reasons_of(replace(judgement, best=worse)) == []


def test_what_may_be_chance_has_no_reason() -> None:
    judgement = compared()
    assert reasons_of(replace(judgement, error=0.11)) == []
    nothing = replace(judgement.best, win=judgement.played.win + 0.004)
    assert reasons_of(replace(judgement, best=nothing, error=0.0)) == []
