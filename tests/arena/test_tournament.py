"""What is played: pairs, seatings, names."""

import pickle
from collections import Counter

import msgspec
import pytest

from ludoteca.arena.tournament import (
    PairedDeal,
    Thinking,
    TournamentMatch,
    TournamentPlan,
    make_plan,
    seatings,
)
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from tests.arena.contests import deal_of, made_up, plan_for
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def test_two_bots_swap_their_seats() -> None:
    assert seatings(2) == [(0, 1), (1, 0)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_bot_sits_alone_on_every_seat_once(players: int) -> None:
    found = seatings(players)
    assert len(set(found)) == len(found) == (2 if players == 2 else 2 * players)
    for bot in (0, 1):
        alone = [seating.index(bot) for seating in found if seating.count(bot) == 1]
        assert sorted(alone) == list(range(players))
    for seat in range(players):
        assert Counter(seating[seat] for seating in found) == {0: len(found) / 2, 1: len(found) / 2}


def test_all_pairs_meet() -> None:
    assert made_up("a,b").pairs == [(0, 1)]
    assert made_up("a,b,c").pairs == [(0, 1), (0, 2), (1, 2)]


def test_equal_bots_are_named_apart() -> None:
    assert made_up("greedy,random,greedy,greedy").labels == (
        "greedy",
        "random",
        "greedy#2",
        "greedy#3",
    )


@each_game
def test_a_plan_is_equal_to_itself_read_back(game: Game) -> None:
    plan = make_plan(game, 2, game.choose_options(), ["hard", "mcts:9p"], 7, 2**61, (0.5, 0.55))
    assert msgspec.json.decode(msgspec.json.encode(plan), type=TournamentPlan) == plan
    assert pickle.loads(pickle.dumps(plan)) == plan
    assert hash(plan) == hash(pickle.loads(pickle.dumps(plan)))


def test_a_deal_is_equal_to_itself_read_back() -> None:
    deal = deal_of(1, 70, [[0, 0], [1, 0]], notes=("late",))
    assert msgspec.json.decode(msgspec.json.encode(deal), type=PairedDeal) == deal
    assert pickle.loads(pickle.dumps(deal)) == deal


@each_game
def test_what_cannot_be_played_is_refused(game: Game) -> None:
    for bots, players, words in (
        ("greedy", 2, "at least two bots"),
        ("greedy,grandmaster", 2, "no bot or level 'grandmaster'"),
        ("greedy,", 2, "no bot or level ''"),
        ("greedy,mcts:soon", 2, "a budget is written like"),
        ("greedy,random", 99, "players"),
    ):
        with pytest.raises(UsageError, match=words):
            plan_for(game, bots, players)


def test_a_win_is_split_among_the_winners() -> None:
    assert TournamentMatch(0b10, (30, 40)).shares() == [0, 1]
    assert TournamentMatch(0b11, (40, 40)).shares() == [0.5, 0.5]
    assert TournamentMatch(0b1011, (9, 9, 3, 9)).shares() == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])


def test_thinking_adds_up() -> None:
    spent = Thinking(3, 0.5, 0.3, 1)
    spent.add(Thinking(2, 0.25, 0.2))
    assert spent == Thinking(5, 0.75, 0.3, 1)
