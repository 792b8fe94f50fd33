"""The policy of coming back, by the same examples that the page is tested with."""

import json
from typing import Any

import pytest

from ludoteca.protocol.reconnect import after_close, pause_after, pause_before
from ludoteca.protocol.to_client import CLOSE_CODES
from tests.conventions.tree import ROOT, text

EXAMPLES: dict[str, list[Any]] = json.loads(text(ROOT / "web/src/protocol/reconnect.json"))


@pytest.mark.parametrize(("attempt", "chance", "seconds"), EXAMPLES["pauseBefore"])
def test_pauses_before_a_connection_grow(attempt: int, chance: float, seconds: float) -> None:
    assert pause_before(attempt, chance) == pytest.approx(seconds)


@pytest.mark.parametrize(("retry_after", "chance", "seconds"), EXAMPLES["pauseAfter"])
def test_a_refusal_that_passes_is_waited_for(
    retry_after: float, chance: float, seconds: float
) -> None:
    assert pause_after(retry_after, chance) == pytest.approx(seconds)


@pytest.mark.parametrize(("code", "action"), EXAMPLES["afterClose"])
def test_a_close_code_says_what_to_do(code: int, action: str) -> None:
    assert after_close(code) == action


def test_every_close_code_of_ours_has_an_example() -> None:
    assert {code for code in CLOSE_CODES if code > 4000} <= {c for c, _ in EXAMPLES["afterClose"]}
