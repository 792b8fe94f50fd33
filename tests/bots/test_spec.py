"""Who plays a seat, in one word."""

import pickle
import re
import time
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest

from ludoteca import bots
from ludoteca.bots import mcts, monte_carlo, random, spec
from ludoteca.bots.base import Budget
from ludoteca.bots.external import ExternalPlayer
from ludoteca.bots.spec import LEVELS, BotPlayer, Player, parse_player
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from tests.bots.programs import decisions
from tests.playing import GAMES, table_name


@pytest.mark.parametrize("name", bots.names())
def test_a_bot_goes_by_its_name(name: str) -> None:
    assert parse_player(name) == BotPlayer(name, name, Budget())


@pytest.mark.parametrize(
    ("text", "milliseconds", "playouts"),
    [
        ("mcts:200ms", 200, None),
        ("mcts:2s", 2000, None),
        ("mcts:1ms", 1, None),
        ("monte_carlo:500p", None, 500),
        ("planner:123456789p", None, 123_456_789),
    ],
)
def test_a_budget_follows_a_colon(text: str, milliseconds: int, playouts: int) -> None:
    player = parse_player(text)
    assert isinstance(player, BotPlayer)
    assert player.name == text
    assert player.bot == text.partition(":")[0]
    assert (player.budget.milliseconds, player.budget.playouts) == (milliseconds, playouts)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_a_bot_and_keeps_its_name(level: str) -> None:
    player, meant = parse_player(level), parse_player(LEVELS[level])
    assert isinstance(player, BotPlayer)
    assert isinstance(meant, BotPlayer)
    assert player.name == level
    assert (player.bot, player.budget) == (meant.bot, meant.budget)


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_levels_at_a_table_are_bots_with_a_fixed_number_of_playouts(game: Game) -> None:
    for players in range(2, 5):
        plays = spec.levels_at(game.id, players)
        assert list(plays) == list(LEVELS)
        for level, text in plays.items():
            player = parse_player(text)
            assert isinstance(player, BotPlayer)
            assert (player.budget.milliseconds is None) == (level != "master")


def test_a_level_plays_as_its_table_says_and_keeps_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = LEVELS | {"hard": "monte_carlo?candidates=4:20p"}
    monkeypatch.setattr(
        spec, "levels_at", lambda game, players: there if players == 2 else dict(LEVELS)
    )
    clock = time.process_time
    player = replace(parse_player("hard"), budget=Budget(900, 500, clock))  # type: ignore[type-var]
    assert isinstance(player, BotPlayer)
    assert player.at("g", 3) is player
    plays = player.at("g", 2)
    assert (plays.name, plays.bot) == ("hard", "monte_carlo")
    assert (plays.budget, plays.budget.clock) == (Budget(900, 20), clock)
    asked: list[Budget] = []

    def first(*given: Any) -> int:
        asked.append(given[4])
        return int(given[2][0])

    monkeypatch.setattr(monte_carlo, "choose", first)
    game = GAMES[0]
    state, seat = decisions(game)[0]
    legal = game.legal(state, seat)
    assert player.choose(game, game.view(state, seat), legal, seeded(1)) == legal[0]
    assert asked == [plays.budget]


def test_no_level_has_the_name_of_a_bot() -> None:
    assert not set(LEVELS) & set(bots.names())


@pytest.mark.parametrize(
    "text",
    ["", "Greedy", "hard:200ms", "base", "spec", "external", "greedy ", "execute:x", ":200ms"],
)
def test_an_unknown_name_is_refused_with_all_that_are_known(text: str) -> None:
    with pytest.raises(
        UsageError, match=r"there are: .*greedy.*mcts.*master, PACKAGE.MODULE, exec:PROGRAM"
    ):
        parse_player(text)


@pytest.mark.parametrize(
    "budget",
    [
        "",
        "200",
        "ms",
        "0ms",
        "-1ms",
        "1.5s",
        "200 ms",
        "200MS",
        "200m",
        "1234567890p",
        "٣p",
        "1p\n",
    ],
)
def test_a_wrong_budget_is_refused_with_examples(budget: str) -> None:
    with pytest.raises(UsageError, match="a budget is written like 200ms, 2s, 500p or 50cpu"):
        parse_player(f"mcts:{budget}")


def test_processor_time_is_a_budget() -> None:
    player = parse_player("mcts:50cpu")
    assert isinstance(player, BotPlayer)
    assert player.budget.milliseconds == 50
    assert player.budget.clock is time.thread_time


def test_settings_follow_a_question_mark() -> None:
    player = parse_player("mcts?width=30&belief=off&spread=1000.5:500p")
    assert isinstance(player, BotPlayer)
    assert (player.bot, player.budget.playouts) == ("mcts", 500)
    assert player.settings == (mcts.MctsSettings(width=30, belief=False, spread=1000.5),)
    assert parse_player("mcts").settings == ()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("mcts?depth=3", "mcts has no setting 'depth'; its settings are: belief, width"),
        ("greedy?width=3", "its settings are: none"),
        ("mcts?", "mcts has no setting ''"),
        ("mcts?belief=yes", "belief is on or off, not 'yes'"),
        ("mcts?width=0", "width is a whole number from 1 to 200, not '0'"),
        ("mcts?width=2.5", "width is a whole number from 1 to 200"),
        ("mcts?spread=-1", "spread is a number from 1 to 100000, not '-1'"),
        ("mcts?spread=0", "spread is a number from 1 to 100000, not '0'"),
        ("mcts?threads=5000", "mcts: threads is a whole number from 1 to 64, not '5000'"),
        ("mcts?width=999999", "width is a whole number from 1 to 200"),
        ("mcts?judgement=9", "mcts: judgement is a number from 0 to 1, not '9'"),
        ("mcts?exploring=101", "exploring is a number from 0 to 100"),
        ("mcts?variety=101", "variety is a number from 0 to 100"),
        ("monte_carlo?candidates=201", "candidates is a whole number from 1 to 200"),
        ("novice?share=101", "novice: share is a whole number from 1 to 100, not '101'"),
    ],
)
def test_wrong_settings_are_refused(text: str, why: str) -> None:
    with pytest.raises(UsageError, match=re.escape(why)):
        parse_player(text)


@pytest.mark.parametrize("bot", bots.own_names())
def test_every_number_of_a_setting_has_its_range(bot: str) -> None:
    usual = getattr(bots.load(bot), "USUAL", None)
    for setting in () if usual is None else fields(usual):
        if setting.type is not bool:
            least, most = setting.metadata["least"], setting.metadata["most"]
            assert least <= getattr(usual, setting.name) <= most
            for value in (least, most):
                player = parse_player(f"{bot}?{setting.name}={value}")
                assert isinstance(player, BotPlayer)
                assert getattr(player.settings[0], setting.name) == value


def test_settings_of_bots_of_others_need_no_range(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True)
    class Settings:
        depth: int = 3

    monkeypatch.setattr(random, "USUAL", Settings(), raising=False)
    assert parse_player("random?depth=70000").settings == (Settings(70000),)  # type: ignore[attr-defined]
    with pytest.raises(UsageError, match="depth is a whole number from 1 to 999999, not '0'"):
        parse_player("random?depth=0")


def test_a_program_is_taken_with_all_its_words() -> None:
    player = parse_player("exec:sh -c 'a:b'")
    assert isinstance(player, ExternalPlayer)
    assert player.name == "exec:sh -c 'a:b'"
    assert player.command == "sh -c 'a:b'"


def test_a_program_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match=r"no program '\./nowhere'"):
        parse_player("exec:./nowhere")
    with pytest.raises(UsageError, match="needs a program"):
        parse_player("exec:")


@pytest.mark.parametrize("text", ["random", "easy", "monte_carlo:16p", "exec:cat"])
def test_every_player_plays_and_can_be_sent_elsewhere(text: str) -> None:
    """A program that only says what it hears plays too: by forfeit."""
    game = GAMES[0]
    state, seat = decisions(game)[0]
    view, legal = game.view(state, seat), game.legal(state, seat)
    player: Player = pickle.loads(pickle.dumps(parse_player(text)))
    assert player.name == text
    assert player.choose(game, view, legal, seeded(6)) in legal
