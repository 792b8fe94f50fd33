"""Which levels a player was about as strong as."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludoteca.bots.base import Line
from ludoteca.bots.spec import LEVELS, levels_at, parse_player
from ludoteca.coach import Analysis, Judgement, analyse, level_like, parse_adviser
from ludoteca.coach.level import is_contested
from ludoteca.coach.wording import like_words
from ludoteca.core.generator import below, seeded
from ludoteca.games import load
from ludoteca.language import words
from ludoteca.record import Header, Timeline
from ludoteca.record.read import ReadRecord
from tests.coach.records import random_record, record_of
from tests.playing import GAMES

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("level_cases.json").read_text(encoding="utf-8")
)
"""The page is tested with the same ones."""


def match_of(bot: str, game_id: str, seed: int) -> ReadRecord:
    """Let a bot play a match of two against itself."""
    game, player, rng = load(game_id), parse_player(bot), seeded(seed)
    timeline = Timeline.of(Header(game, f"test-{seed}", game.choose_options(), ("Ann", "Bob")))
    while not timeline.is_over:
        state = timeline.state
        if game.deal_name(state):
            timeline.deal(game.deal_one(state, lambda n: below(rng, n))[1])
        else:
            seat = game.movers(state)[0]
            view, legal = game.view(state, seat), game.legal(state, seat)
            timeline.move(seat, player.choose(game, view, legal, rng))
    return record_of(timeline, seed)


@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_a_player_is_like_the_levels_that_give_away_about_as_much(case: dict[str, Any]) -> None:
    lost = [loss for best, loss in case["moves"] if is_contested(best)]
    found = level_like(lost, case["losses"])
    assert found == (None if case["like"] is None else tuple(case["like"]))


def test_a_seat_that_was_lost_from_the_start_is_not_called_strong() -> None:
    """With no chance left there is nothing to give away, however one plays."""
    record = random_record(GAMES[0], 4, seed=1)
    hopeless = Line(1, 0.001, 9, 9, (0.001, 0.333, 0.333, 0.333))
    judgements = [Judgement(ply, 0, "this", hopeless, "this", hopeless) for ply in range(20)]
    assert Analysis(record, judgements).levels_like(0) is None


def test_a_range_is_said_as_a_range() -> None:
    said = words("en")
    assert like_words(("easy", "hard"), said) == "played somewhere between easy and hard"
    assert like_words(("easy", "easy"), said) == "played about like easy"


def test_a_level_is_found_again_in_its_own_matches() -> None:
    """Ranges are wide after one match; those of most seats cover the level that played."""
    medium = levels_at("my_shelfie", 2)["medium"]
    order, covered = list(LEVELS), 0
    for seed in range(3):
        record = match_of(medium, "my_shelfie", seed)
        analysis = Analysis(record, list(analyse(record, parse_adviser("mcts:400p"), seed)))
        for seat in range(2):
            like = analysis.levels_like(seat) or (order[0], order[-1])
            weakest, strongest = (order.index(level) for level in like)
            covered += weakest <= order.index("medium") <= strongest
    assert covered >= 4
