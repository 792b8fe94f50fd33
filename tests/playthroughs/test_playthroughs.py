"""The golden records replay to the same drawings, positions and counts, for ever."""

from pathlib import Path

import pytest

from ludoteca.core.game import Game
from ludoteca.record import verify
from tests.playing import GAMES, table_name
from tests.playthroughs.playthrough import playthrough
from tests.playthroughs.regenerate import COUNTS, HOME, count_lines, records


@pytest.mark.parametrize("path", records(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_record_is_told_as_before(path: Path) -> None:
    told = playthrough(verify(path.read_bytes()).record)
    assert told == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_the_legal_moves_from_known_positions_are_counted_as_before(game: Game) -> None:
    frozen = (COUNTS / f"{game.id}.txt").read_text(encoding="utf-8").splitlines()
    assert list(count_lines(game)) == frozen


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_every_number_of_players_and_edition_has_a_golden_record(game: Game) -> None:
    headers = [
        verify(path.read_bytes()).record.header for path in sorted((HOME / game.id).glob("*.ludo"))
    ]
    assert {len(header.players) for header in headers} == set(game.player_counts)
    played = [header.options for header in headers]
    for edition in game.editions:
        assert game.choose_options(edition) in played
