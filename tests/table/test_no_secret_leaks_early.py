"""Nobody learns a secret early: frames do not depend on what their viewer may not know."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from ludoteca.core.game import Game
from tests.playing import GAMES, table_name
from tests.sizes import SOAK
from tests.table.leaks import LEAKS, Leak
from tests.table.worlds import Moment, moments, sent

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

PAIRS = 100_000 if SOAK else 2_000
FACE_DOWN = 10_000 if SOAK else 200
TO_CATCH_A_LEAK = 80
THOROUGH = 12
"""At every so many-th moment everything is asked: else only what is told unasked is compared."""


def pairs(game: str) -> Iterator[Moment]:
    """Return moments in two worlds, of one match after the other."""
    seed = 0
    while True:
        yield from moments(game, seed)
        seed += 1


@cache
def some_pairs(game: str) -> list[Moment]:
    """Keep enough of them for many leaks; also such as have ended, but not for good."""
    found = list(islice(pairs(game), 0, 3 * TO_CATCH_A_LEAK, 3))
    ended = (moment for moment in pairs(game) if moment.after[0].status == "over")
    choosing = (moment for moment in pairs(game) if moment.viewer.seat in moment.after[0].movers)
    watching = (moment for moment in pairs(game) if moment.viewer.seat is None)
    several = islice(watching, 0, 4 * TO_CATCH_A_LEAK, 4)
    return [*found, *islice(ended, 3), *islice(choosing, TO_CATCH_A_LEAK), *several]


def differs(number: int, moment: Moment) -> bool:
    """Return whether the viewer could tell the worlds apart."""
    table = moment.after[0]
    to_choose = table.status == "over" or moment.viewer.seat in table.movers
    thorough = number % (3 if to_choose else THOROUGH) == 0
    return sent(moment, 0, thorough) != sent(moment, 1, thorough)


@each_game
def test_two_worlds_send_the_same_bytes(game: Game) -> None:
    compared = islice(pairs(game.id), PAIRS)
    assert not any(differs(number, moment) for number, moment in enumerate(compared))


def lie_face_down(moment: Moment) -> bool:
    """Return whether the worlds differ in what lies in somebody's play area."""
    one, two = (table.progress for table in moment.after)
    assert one is not None
    assert two is not None
    return bool(one.state.area != two.state.area)  # type: ignore[attr-defined]


def test_face_down_cards_are_among_what_is_hidden() -> None:
    """Play areas with other cards under the same backs are told in the same bytes."""
    some = islice(pairs("codex_naturalis"), 100 * FACE_DOWN)
    compared = list(islice(filter(lie_face_down, some), FACE_DOWN))
    assert len(compared) == FACE_DOWN
    assert not any(differs(number, moment) for number, moment in enumerate(compared))


@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_caught(plant: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = [moment for game in GAMES for moment in some_pairs(game.id)]
    plant(monkeypatch)
    assert any(differs(number, moment) for number, moment in enumerate(worlds))


def test_twenty_leaks_are_planted() -> None:
    assert len(LEAKS) >= 20
