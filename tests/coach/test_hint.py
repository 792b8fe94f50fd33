"""Hints: the best moves, by what the seat may know."""

import pytest

from ludoteca import bots
from ludoteca.bots.base import Line
from ludoteca.coach import decision_at, hint, parse_adviser
from ludoteca.coach.hint import advisers, margin_of
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from tests.coach.records import begun_record, random_record, record_of
from tests.playing import GAMES, random_match, random_states, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)
each_adviser = pytest.mark.parametrize("name", advisers())


@each_adviser
@each_game
def test_a_hint_lists_legal_moves_with_what_to_expect(game: Game, name: str) -> None:
    for players in game.player_counts:
        decision = decision_at(random_record(game, players, seed=43))
        lines = hint(game, decision.view, parse_adviser(name, "60p"), seeded(1))
        legal = game.legal(decision.view.state, decision.seat)
        assert 1 <= len(lines) <= len(legal)
        assert len({line.action for line in lines}) == len(lines)
        for line in lines:
            assert line.action in legal
            assert 0 <= line.win <= 1
            assert line.score >= 0
            assert line.playouts > 0


@each_adviser
@each_game
def test_two_worlds_give_the_same_hint(game: Game, name: str) -> None:
    """The other world differs in all that the seat may not know, and in nothing else."""
    adviser = parse_adviser(name, "60p")
    differing = 0
    for state in list(random_states(game, 2, game.choose_options(), seed=44))[::6]:
        for seat in game.movers(state)[:1]:
            other = game.resample(game.view(state, seat), seeded(9))
            differing += other != state
            hints = [hint(game, game.view(w, seat), adviser, seeded(2)) for w in (state, other)]
            assert hints[0] == hints[1]
    assert differing


@each_game
def test_a_hint_changes_nothing(game: Game) -> None:
    decision = decision_at(random_record(game, 2, seed=45))
    before = decision.view.state.copy()
    hint(game, decision.view, parse_adviser("mcts:60p"), seeded(3))
    assert decision.view.state == before


@each_game
def test_of_a_finished_match_the_last_decision_is_meant(game: Game) -> None:
    record = random_record(game, 2, seed=46)
    assert record.is_finished
    moves = [step for step in record.timeline.steps if step.kind == "move"]
    decision = decision_at(record)
    assert decision.ply == moves[-1].ply - 1
    assert decision.seat == game.to_move(record.timeline.steps[decision.ply - 1].state)


@each_game
def test_of_an_unfinished_match_the_present_decision_is_meant(game: Game) -> None:
    whole = random_record(game, 2, seed=47)
    ply = next(
        step.ply
        for step in whole.timeline.steps[len(whole.timeline.steps) // 2 :]
        if game.movers(step.state)
    )
    record = begun_record(game, 2, seed=47, plies=ply)
    assert decision_at(record) == decision_at(whole, ply)
    assert decision_at(record).ply == ply


@each_game
def test_the_decision_before_a_resignation_is_meant(game: Game) -> None:
    timeline = begun_record(game, 2, seed=48, plies=10).timeline
    while not game.movers(timeline.state):
        timeline.deal(game.deal_one(timeline.state, lambda n: 0)[1])
    due = len(timeline.steps)
    timeline.end("resigned", 1)
    record = record_of(timeline, 48)
    assert decision_at(record).ply == due
    with pytest.raises(UsageError, match=f"after ply {due + 1}: the match is over"):
        decision_at(record, due + 1)


@each_game
def test_an_undone_position_can_still_be_asked_for(game: Game) -> None:
    timeline = begun_record(game, 2, seed=49, plies=10).timeline
    while not game.movers(timeline.state):
        timeline.deal(game.deal_one(timeline.state, lambda n: 0)[1])
    ply = len(timeline.steps)
    seat = game.movers(timeline.state)[0]
    timeline.move(seat, game.legal(timeline.state, seat)[0])
    timeline.undo(ply)
    record = record_of(timeline, 49)
    assert decision_at(record).ply == ply + 2
    assert decision_at(record).view == decision_at(record, ply).view


@each_game
def test_only_the_view_of_the_seat_is_given(game: Game) -> None:
    record = random_record(game, 2, seed=50)
    for step in record.timeline.steps:
        if game.movers(step.state):
            decision = decision_at(record, step.ply)
            assert decision.seat == game.to_move(step.state)
            assert decision.view == game.view(step.state, decision.seat)


@each_game
def test_where_no_move_is_due_a_sentence_says_so(game: Game) -> None:
    record = random_record(game, 2, seed=51)
    last = len(record.timeline.steps)
    with pytest.raises(UsageError, match="no move is due after ply 0: a deal comes next"):
        decision_at(record, 0)
    with pytest.raises(UsageError, match=f"no move is due after ply {last}: the match is over"):
        decision_at(record, last)
    with pytest.raises(UsageError, match=rf"no ply {last + 1}; plies are 0 .* to {last}"):
        decision_at(record, last + 1)
    with pytest.raises(UsageError, match="no move is due anywhere"):
        decision_at(begun_record(game, 2, seed=51, plies=0))


def test_any_bot_that_gives_reasons_can_be_asked() -> None:
    assert set(advisers()) == {name for name in bots.names() if hasattr(bots.load(name), "think")}
    for name in advisers():
        assert parse_adviser(name).bot == name
    assert parse_adviser("expert").bot in advisers()
    assert parse_adviser("hard", "7p").budget.playouts == 7
    assert parse_adviser("hard", "7p").budget.milliseconds is None


@pytest.mark.parametrize(
    ("bot", "budget", "reason"),
    [
        ("greedy", None, "greedy can't say what it expects of a move; those that can: .*mcts"),
        ("easy", None, "easy can't say"),
        ("exec:true", None, "exec:true can't say"),
        ("grandmaster", None, "no bot or level 'grandmaster'"),
        ("mcts:soon", None, "a budget is written like"),
        ("mcts", "soon", "a budget is written like"),
        ("mcts", "0p", "a budget is written like"),
    ],
)
def test_others_are_refused(bot: str, budget: str | None, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        parse_adviser(bot, budget)


def test_the_first_question_is_answered_like_the_second() -> None:
    game = GAMES[0]
    record = record_of(random_match(game, 2, game.choose_options(), 52), 52)
    view, adviser = decision_at(record).view, parse_adviser("mcts:60p")
    assert hint(game, view, adviser, seeded(4)) == hint(game, view, adviser, seeded(4))


def test_an_adviser_names_the_best_move_even_if_it_plays_with_variety() -> None:
    game, adviser = GAMES[0], parse_adviser("skilled")
    assert [each.variety for each in adviser.settings] == [0.0]
    assert [each.variety for each in parse_adviser("skilled", "60p").settings] == [0.0]
    view = decision_at(begun_record(game, 2, seed=53, plies=10)).view
    for seed in range(5):
        found = hint(game, view, parse_adviser("mcts?variety=1:60p"), seeded(seed))
        assert found == hint(game, view, parse_adviser("mcts:60p"), seeded(seed))


def test_few_playouts_are_never_certain() -> None:
    rare, often = Line(0, 1.0, 20.0, 2), Line(0, 1.0, 20.0, 2000)
    assert margin_of(rare) > 0.2 > 0.01 > margin_of(often) > 0
