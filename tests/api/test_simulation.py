"""`simulate` and `tournament` from Python."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import ludoteca
from ludoteca.core.game import Game
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


@each_game
def test_a_simulation_tells_what_the_command_tells(game: Game) -> None:
    simulation = ludoteca.simulate(game, players=2, matches=50, seed=7)
    assert simulation.matches == 50
    assert sum(simulation.wins) == pytest.approx(1)
    assert len(simulation.mean_scores) == 2
    text = str(simulation)
    assert text.startswith(f"{game.name}, 2 players: 50 random matches\n\nSeats\n")
    assert f"{simulation.mean_scores[0]:.2f}" in text
    ElementTree.fromstring(f"<div>{simulation._repr_html_()}</div>")


def test_impossible_simulations_are_refused() -> None:
    with pytest.raises(ludoteca.UsageError, match="2 to 4 players"):
        ludoteca.simulate("my_shelfie", players=5)
    with pytest.raises(ludoteca.UsageError, match="at least one match"):
        ludoteca.simulate("my_shelfie", matches=0)


def test_a_tournament_says_who_beats_whom(tmp_path: Path) -> None:
    result = ludoteca.tournament("my_shelfie", ["random", "greedy"], deals=4, seed=7)
    assert result.wins == {("random", "greedy"): 0.0}
    assert list(result.ratings) == ["greedy", "random"]
    assert "greedy" in str(result)
    assert repr(result) == "<Tournament of my_shelfie, greedy, random>"
    ElementTree.fromstring(f"<div>{result._repr_html_()}</div>")
    assert result.save_report(tmp_path / "a.html").read_text(encoding="utf-8").endswith("</html>\n")
