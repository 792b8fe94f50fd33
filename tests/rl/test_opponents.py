"""Opponents by their names: policies of the kernels, bots, levels."""

import pytest

from ludoteca import bots
from ludoteca.bots.spec import LEVELS
from ludoteca.core.errors import UsageError
from ludoteca.rl.opponents import parse_opponents
from ludoteca.rl.policy import GREEDY, OUTSIDE, POLICIES, RANDOM

NAMES = sorted({*POLICIES, *bots.names(), *LEVELS, "mcts:200ms", "exec:true"})


@pytest.mark.parametrize("name", NAMES)
def test_every_policy_bot_and_level_is_known(name: str) -> None:
    opponents = parse_opponents(name, 3)
    assert len(opponents.policies) == len(opponents.players) == 2
    for policy, player in zip(opponents.policies, opponents.players, strict=True):
        assert (policy == OUTSIDE) == (player is not None)


def test_what_the_kernels_know_is_played_there_whatever_it_is_called() -> None:
    assert parse_opponents(["random", "greedy", "greedy:50ms"], 4).policies == (
        RANDOM, GREEDY, GREEDY,
    )  # fmt: skip
    assert parse_opponents("greedy", 2).are_inside
    assert not parse_opponents(["greedy", "easy"], 3).are_inside


def test_others_are_refused() -> None:
    with pytest.raises(UsageError, match="no bot or level 'nobody'"):
        parse_opponents("nobody", 2)
    with pytest.raises(UsageError, match="3 opponents are expected, not 1"):
        parse_opponents(["random"], 4)
