"""Whole matches: every table can be played to its end, and its record verifies."""

import pytest

from ludoteca.core.game import Game
from ludoteca.protocol.from_client import Propose
from ludoteca.record import verify
from ludoteca.table import Refusal, Table, Who, record_of, view_for_hint
from tests.playing import GAMES, table_name
from tests.table.stage import ADA, BO, EVE, opened, started
from tests.table.test_table import with_accounts

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


@each_game
@pytest.mark.parametrize(("people", "bots"), [(2, 0), (1, 1), (3, 0), (2, 2), (1, 3)])
def test_a_match_is_played_to_its_end_and_its_record_verifies(
    game: Game, people: int, bots: int
) -> None:
    stage = started(game.id, people, bots=("random",) * bots)
    stage.play()
    assert stage.table.status == "final"
    stage.check()
    verdict = verify(record_of(stage.table).encode())
    assert verdict.rolls_checked


def no_hint(table: Table, who: Who) -> str:
    """Return by which code a hint is refused."""
    with pytest.raises(Refusal) as refused:
        view_for_hint(table, who)
    return refused.value.code


def test_a_hint_is_for_whoever_is_to_move() -> None:
    stage = started(GAMES[-1].id, 2)
    [seat] = stage.table.movers
    mover, other = (ADA, BO) if stage.table.seats_of(ADA.user) == (seat,) else (BO, ADA)
    assert view_for_hint(stage.table, mover).seat == seat
    assert no_hint(stage.table, other) == "not_your_turn"
    assert no_hint(stage.table, EVE) == "not_seated"
    for who in (ADA, BO):
        stage.do(who, Propose, matter="pause")
    assert no_hint(stage.table, mover) == "paused"
    assert no_hint(opened(GAMES[-1].id, 2).table, ADA) == "not_started"


def test_there_are_no_hints_between_rivals_whose_match_is_rated() -> None:
    """Against bots alone a hint takes nothing from anybody."""
    rivals = with_accounts(started(GAMES[-1].id, 2).table, 0, 1)
    assert rivals.is_rated
    assert no_hint(rivals, (ADA, BO)[rivals.movers[0]]) == "no_hints"
    stage = started(GAMES[-1].id, 1, bots=("random",))
    stage.play_bots()
    alone = with_accounts(stage.table, 0)
    assert alone.is_rated
    assert view_for_hint(alone, ADA).seat == 0
