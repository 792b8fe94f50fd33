"""The commitment is shown before the match, the seed once it is final, and all verifies."""

import pytest

from ludoteca.core.errors import RecordError
from ludoteca.core.game import Game
from ludoteca.protocol.from_client import Propose
from ludoteca.record import verify, write
from ludoteca.record.header import Header
from ludoteca.table import header_of, record_of
from tests.playing import GAMES, table_name
from tests.table.stage import ADA, BO, opened, started

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


@each_game
def test_the_record_is_the_one_that_record_write_makes(game: Game) -> None:
    stage = started(game.id, 2)
    stage.play()
    table = stage.table
    assert table.progress is not None
    header = Header(
        game=game,
        match=table.match,
        options=table.options,
        players=("Ada", "Bo"),
        commitment=stage.enter(ADA).table.commitment,
        contributions=tuple(bytes.fromhex(f"{number:032x}") for number in (0, 1)),
        seed=table.seed,
    )
    assert header_of(table) == header
    assert record_of(table) == write(header, [line.text for line in table.progress.lines], True)


@each_game
def test_an_undo_in_between_leaves_the_rolls_as_they_were(game: Game) -> None:
    stage = started(game.id, 1, bots=("random",))
    for _ in range(40):
        if not stage.table.is_playing:
            break
        stage.play(3)
        stage.say(ADA, Propose, matter="undo")
    stage.play()
    record = record_of(stage.table)
    assert "\nundo " in record
    assert verify(record.encode()).rolls_checked


@each_game
def test_a_tampered_roll_is_found(game: Game) -> None:
    stage = started(game.id, 2)
    stage.play()
    table = stage.table
    assert table.progress is not None
    lines = [line.text for line in table.progress.lines]
    seed = bytes(reversed(table.seed))
    header = header_of(table)
    other = Header(**{**vars(header), "seed": seed})
    with pytest.raises(RecordError):
        verify(write(other, lines, True).encode())
    parts = tuple(reversed(table.contributions))
    steered = Header(**{**vars(header), "contributions": parts})
    with pytest.raises(RecordError):
        verify(write(steered, lines, True).encode())


def test_the_commitment_is_shown_from_the_opening_on() -> None:
    stage = opened(GAMES[-1].id, 2)
    shown = stage.enter(BO).table.commitment
    assert shown == stage.table.commitment
    assert len(shown) == 64
