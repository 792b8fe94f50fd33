"""`ludoteca analyse`: every move of a record, judged."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ludoteca.coach.analysis import MARKS
from ludoteca.core.game import Game
from ludoteca.record import read
from tests.cli.running import Run, begun, finished, written

FAST = ("--bot", "monte_carlo", "--budget", "16p")


def analysed(run: Run, path: Path, *more: str) -> dict[str, Any]:
    """Read the analysis for machines."""
    ran = run("analyse", str(path), "--json", *more)
    assert ran.code == 0
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_machines_get_every_move(run: Run, match_file: Path, game: Game) -> None:
    found = analysed(run, match_file, *FAST)
    assert list(found) == ["game", "match", "bot", "seed", "moves", "players"]
    assert found["game"] == game.id
    assert found["bot"] == "monte_carlo:16p"
    steps = read(match_file.read_bytes()).timeline.steps
    moves = [step for step in steps if step.kind == "move"]
    assert [(move["ply"], f"{move['seat']} {move['text']}") for move in found["moves"]] == [
        (step.ply, step.text) for step in moves
    ]
    for move in found["moves"]:
        assert move["mark"] in MARKS
        assert move["win_lost"] == pytest.approx(move["best"]["win"] - move["win"], abs=2e-4)
        assert move["win_lost"] >= 0
        assert move["points_lost"] >= 0
        if move["mark"] == "best":
            assert move["best"]["text"] == move["text"]
            assert move["win_lost"] == move["points_lost"] == 0


def test_players_are_summed_up(run: Run, match_file: Path) -> None:
    found = analysed(run, match_file, *FAST)
    assert [player["name"] for player in found["players"]] == ["Ann", "Bob"]
    for player in found["players"]:
        own = [move for move in found["moves"] if move["seat"] == player["seat"]]
        assert player["moves"] == len(own)
        assert player["marks"] == {
            mark: sum(move["mark"] == mark for move in own) for mark in MARKS
        }
        assert player["win_lost"] == pytest.approx(sum(m["win_lost"] for m in own), abs=0.01)
        plies = [point["ply"] for point in player["chances"][:-1]]
        assert plies == [move["ply"] for move in found["moves"]]
        assert player["chances"][-1]["win"] in (0, 0.5, 1)


def test_people_get_a_line_a_move_and_a_chart(run: Run, match_file: Path, game: Game) -> None:
    ran = run("analyse", str(match_file), *FAST)
    assert ran.code == 0
    found = analysed(run, match_file, *FAST)
    lines = ran.out.splitlines()
    assert lines[0].startswith(f"{game.name}, match ")
    for line, move in zip(lines[2:], found["moves"], strict=False):
        assert line.split()[0] == str(move["ply"])
        assert move["text"] in line
        assert move["mark"] in line
        assert move["best"]["text"] in line
    assert sum(line.startswith(("Ann: ", "Bob: ")) for line in lines) == 2
    charts = [line for line in lines if line.strip() and set(line.strip()) <= set("▁▂▃▄▅▆▇█")]
    assert [len(chart.strip()) for chart in charts] == [
        len(player["chances"]) for player in found["players"]
    ]


def test_progress_is_shown_on_standard_error(run: Run, match_file: Path) -> None:
    ran = run("analyse", str(match_file), *FAST, "--json")
    assert "analysing" in ran.err
    assert "analysing" not in ran.out


def test_people_are_answered_in_their_language(run: Run, match_file: Path) -> None:
    ran = run("analyse", str(match_file), *FAST, "--language=it")
    assert ", partita " in ran.out.splitlines()[0]
    assert "passo" in ran.out.splitlines()[1]
    assert "persi per mossa" in ran.out
    assert "analisi" in ran.err


def test_numbers_and_words_are_written_as_in_the_language(run: Run, match_file: Path) -> None:
    german = run("analyse", str(match_file), *FAST, "--language=de").out
    moves, summary = german.split("\n\n", 1)
    assert re.search(r"verloren je Zug: \d+,\d %", summary)
    assert re.search(r" \d+ %  +\d+,\d ", moves)
    assert not re.search(r"\d%", german)
    english = run("analyse", str(match_file), *FAST).out
    assert re.search(r"^  Own moves (0|[−+]\d+)%, the others’ moves .*, luck ", english, re.M)
    assert "≈" not in english
    assert not re.search(r"-\d+%", english)


def test_with_playouts_the_seed_decides(run: Run, match_file: Path) -> None:
    first = analysed(run, match_file, *FAST, "--seed", "1")
    assert analysed(run, match_file, *FAST, "--seed", "1") == first
    assert analysed(run, match_file, *FAST, "--seed", "2")["moves"] != first["moves"]


@pytest.mark.parametrize("name", ["chances.png", "chances.svg"])
def test_a_picture_is_drawn(run: Run, match_file: Path, tmp_path: Path, name: str) -> None:
    analysed(run, match_file, *FAST, "--plot", str(tmp_path / name))
    assert (tmp_path / name).stat().st_size > 5_000


def test_four_players_are_analysed(run: Run, game: Game, tmp_path: Path) -> None:
    names = ("Ann", "Bob", "Cleo", "Dan")[: game.player_counts[-1]]
    path = tmp_path / "four.ludo"
    path.write_bytes(finished(game, names, lambda n: n // 2))
    found = analysed(run, path, *FAST)
    assert [player["name"] for player in found["players"]] == list(names)
    assert all(player["moves"] > 0 for player in found["players"])


def test_an_unfinished_match_is_analysed_so_far(run: Run, game: Game, tmp_path: Path) -> None:
    timeline = begun(game, ("Ann", "Bob"))
    path = tmp_path / "begun.ludo"
    path.write_bytes(written(timeline, ("Ann", "Bob")))
    run("analyse", str(path)).refused("no move was made")
    seat = game.movers(timeline.state)[0]
    timeline.move(seat, game.legal(timeline.state, seat)[0])
    path.write_bytes(written(timeline, ("Ann", "Bob")))
    ran = run("analyse", str(path), *FAST)
    assert ran.code == 0
    assert len(analysed(run, path, *FAST)["moves"]) == 1


def test_bad_input_gets_one_sentence(run: Run, match_file: Path, tmp_path: Path) -> None:
    path = str(match_file)
    run("analyse", path, "--bot", "random").refused("can't say", "mcts")
    run("analyse", path, "--budget", "much").refused("a budget is written like")
    run("analyse", path, "--plot", "chances.gif").refused("must end in .png or .svg")
    run("analyse", path, "--seed", "x").refused("a whole number")
    run("analyse", str(tmp_path / "nowhere.ludo")).refused("nowhere.ludo")
    damaged = tmp_path / "damaged.ludo"
    damaged.write_bytes(b"format: 1\n")
    run("analyse", str(damaged)).refused("damaged.ludo", "line 1")


@pytest.mark.parametrize("option", ["--bot", "--budget", "--seed", "--plot", "--json"])
def test_the_help_names_every_option(run: Run, option: str) -> None:
    assert option in run("analyse", "--help").out
