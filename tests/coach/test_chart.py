"""The win chances of a match, drawn."""

from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca.bots.base import Line
from ludoteca.coach import Analysis, Judgement
from ludoteca.coach.analysis import moves_of
from ludoteca.coach.chart import plot, sparkline
from ludoteca.core.chart import ChartLine, Picture
from ludoteca.core.game import Game
from tests.coach.records import random_record
from tests.playing import GAMES, table_name


def analysis_of(game: Game) -> Analysis:
    """Make up an analysis, some mistakes included."""
    record = random_record(game, game.player_counts[-1], seed=62)
    judgements = []
    for number, step in enumerate(moves_of(record)):
        assert step.seat is not None
        win, others = number % 7 / 7, game.player_counts[-1] - 1
        chances = [(1 - win) / others] * (others + 1)
        chances[step.seat] = win
        played = Line(1, win, 20, 9, tuple(chances))
        best = Line(2, 1, 20, 9) if number % 3 == 0 else played
        judgements.append(Judgement(step.ply, step.seat, "this", played, "that", best))
    return Analysis(record, judgements)


def test_chances_become_bars() -> None:
    assert sparkline([]) == ""
    assert sparkline([0, 0.124, 0.126, 0.5, 0.999, 1]) == "▁▁▂▅██"


@pytest.mark.parametrize("game", GAMES, ids=table_name)
@pytest.mark.parametrize(("name", "begins"), [("a.png", b"\x89PNG"), ("b.svg", b"<?xml")])
def test_a_picture_is_written(game: Game, tmp_path: Path, name: str, begins: bytes) -> None:
    path = tmp_path / name
    plot(analysis_of(game), "a title", path)
    assert path.read_bytes().startswith(begins)
    assert path.stat().st_size > 3_000


def test_a_cross_lies_on_the_line_of_its_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line knows all cards; what the player expected of the move is another number."""
    drawn: list[ChartLine] = []

    def keep(picture: Picture, path: Path) -> None:
        drawn.extend(picture.panels[0].lines)

    monkeypatch.setattr(Picture, "save", keep)
    analysis = analysis_of(GAMES[0])
    even = (1 / len(analysis.record.header.players),) * len(analysis.record.header.players)
    known = [replace(each, opened=Line(1, even[0], 20, 9, even)) for each in analysis.judgements]
    plot(Analysis(analysis.record, known), "a title", tmp_path / "lines.svg")
    assert any(line.crosses for line in drawn)
    for line in drawn:
        assert set(line.crosses) <= set(line.points)


def test_odd_names_are_drawn_as_they_are(tmp_path: Path) -> None:
    analysis = analysis_of(GAMES[0])
    names = ("$a_b$", "_hidden", r"\frac{", "x" * 40)[: len(analysis.record.header.players)]
    header = replace(analysis.record.header, players=names)
    path = tmp_path / "names.svg"
    plot(Analysis(replace(analysis.record, header=header), analysis.judgements), "a title", path)
    assert path.stat().st_size > 3_000
