"""Plans: what can't be is refused, and only more of the same goes on."""

from typing import Any

import msgspec
import pytest

from ludoteca import games
from ludoteca.core.errors import UsageError
from ludoteca.rl.dataset.plan import SEARCHED_PART, DataPlan, searcher
from tests.rl.dataset.making import plan_of

GAME = games.load("my_shelfie")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            {"policy": "best"},
            "the policy can't be 'best'; it can be: random, quick, greedy, varied, searched",
        ),
        ({"policy": "searched"}, "say who searches"),
        ({"searched": "greedy"}, "'greedy' gives no values"),
        ({"searched": "grandmaster"}, "no bot or level"),
    ],
)
def test_what_can_not_be_is_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        plan_of(GAME, **settings)


def test_a_budget_alone_means_the_usual_bot() -> None:
    assert searcher("30p") == searcher("monte_carlo:30p")
    assert searcher("mcts:30p")[0] != searcher("30p")[0]
    assert searcher("mcts:30p")[1].playouts == 30


def test_parts_cover_all_matches_once() -> None:
    plan = plan_of(GAME, 3 * SEARCHED_PART + 2, searched="5p")
    parts = list(plan.parts())
    assert [part.first for part in parts] == [0, 25, 50, 75]
    assert [part.count for part in parts] == [25, 25, 25, 2]
    assert len({part.name for part in parts}) == 4


def test_a_plan_goes_on_from_a_shorter_one_only() -> None:
    short, long = plan_of(GAME, 4), plan_of(GAME, 9)
    assert long.goes_on_from(short)
    assert short.goes_on_from(short)
    assert not short.goes_on_from(long)
    assert not plan_of(GAME, 9, policy="quick").goes_on_from(short)
    assert not msgspec.structs.replace(long, version=2).goes_on_from(short)


def test_a_plan_reads_back() -> None:
    plan = plan_of(GAME, 4, policy="quick", searched="mcts:20p")
    assert msgspec.json.decode(msgspec.json.encode(plan), type=DataPlan) == plan
