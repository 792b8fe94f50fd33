"""`ludoteca hint`: the best moves in a position of a record."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludoteca.bots.base import Line
from ludoteca.cli.hint import SHOWN, shown
from ludoteca.coach import DecisionPoint
from ludoteca.core.game import Game
from ludoteca.language import words
from ludoteca.record import read
from tests.cli.running import Run, begun, written

FAST = ("--bot", "monte_carlo:40p")


def hints(run: Run, path: Path, *more: str) -> list[dict[str, Any]]:
    """Read the list for machines."""
    ran = run("hint", str(path), "--json", *more)
    assert ran.err == ""
    assert ran.code == 0
    found: list[dict[str, Any]] = json.loads(ran.out)
    return found


def test_the_last_decision_is_meant(run: Run, match_file: Path) -> None:
    timeline = read(match_file.read_bytes()).timeline
    last = [step for step in timeline.steps if step.kind == "move"][-1]
    found = hints(run, match_file, *FAST)
    assert {(line["ply"], line["seat"]) for line in found} == {(last.ply - 1, last.seat)}


def test_each_line_is_a_legal_move_with_its_chance(run: Run, match_file: Path, game: Game) -> None:
    steps = read(match_file.read_bytes()).timeline.steps
    ply = next(step.ply for step in steps if step.kind == "move") - 1
    state = steps[ply - 1].state
    found = hints(run, match_file, "--at", str(ply), *FAST)
    assert found
    for line in found:
        assert list(line) == ["ply", "seat", "text", "move", "win", "error", "score", "playouts"]
        action = game.modules.notation.parse_move(state, line["seat"], line["text"])
        assert action in game.legal(state, line["seat"])
        assert line["move"] == game.modules.notation.move_fields(state, line["seat"], action)
        assert 0 <= line["win"] <= 1
        assert line["playouts"] >= 1


def test_people_get_a_few_lines(run: Run, match_file: Path) -> None:
    ran = run("hint", str(match_file), *FAST)
    title, *lines = ran.out.splitlines()
    assert title.startswith("After ply ")
    assert title.endswith(" to move:")
    assert "Ann (seat 0)" in title or "Bob (seat 1)" in title
    found = hints(run, match_file, *FAST)
    assert [line.split("  win")[0].strip() for line in lines] == [
        line["text"] for line in found[:SHOWN]
    ]
    assert all("% ± " in line and "score" in line for line in lines)
    german = run("hint", str(match_file), *FAST, "--language=de").out
    assert german.startswith("Nach Schritt ")
    assert "Simulationen" in german


def test_moves_that_were_hardly_tried_are_not_shown(game: Game) -> None:
    timeline = begun(game, ("Ann", "Bob"))
    seat = game.movers(timeline.state)[0]
    decision = DecisionPoint(len(timeline.steps), seat, game.view(timeline.state, seat))
    actions = game.legal(timeline.state, seat)[:2]
    lines = [Line(actions[0], 0.5, 20.0, 400), Line(actions[1], 0.0, 9.0, 2)]
    assert len(shown(game, decision, lines, words("en"))) == 1
    equal = [Line(action, 0.5, 20.04, 400) for action in actions]
    assert len(shown(game, decision, equal, words("en"))) == 2
    german = shown(game, decision, equal, words("de"))[0]
    assert "Sieg  50 % ± 5 %" in german
    assert "20,0" in german


def test_with_playouts_the_seed_decides(run: Run, match_file: Path) -> None:
    steps = read(match_file.read_bytes()).timeline.steps
    ply = str(next(step.ply for step in steps if step.kind == "move") - 1)
    first = hints(run, match_file, *FAST, "--at", ply, "--seed", "1")
    assert hints(run, match_file, *FAST, "--at", ply, "--seed", "1") == first
    assert hints(run, match_file, *FAST, "--at", ply, "--seed", "2") != first


def test_an_unfinished_match_gets_a_hint_for_now(run: Run, game: Game, tmp_path: Path) -> None:
    timeline = begun(game, ("Ann", "Bob"))
    path = tmp_path / "begun.ludo"
    path.write_bytes(written(timeline, ("Ann", "Bob")))
    found = hints(run, path, *FAST)
    assert {line["ply"] for line in found} == {len(timeline.steps)}


def test_other_bots_and_times_can_be_asked(run: Run, match_file: Path) -> None:
    assert hints(run, match_file, "--bot", "mcts:20ms")
    assert hints(run, match_file, "--bot", "hard")


def test_bad_input_gets_one_sentence(run: Run, match_file: Path, tmp_path: Path) -> None:
    last = len(read(match_file.read_bytes()).timeline.steps)
    path = str(match_file)
    run("hint", path, "--at", str(last)).refused(f"ply {last}", "the match is over")
    run("hint", path, "--at", str(last + 1)).refused(f"there is no ply {last + 1}")
    run("hint", path, "--at", "0").refused("a deal comes next")
    run("hint", path, "--at", "-1").refused("a whole number")
    run("hint", path, "--bot", "greedy").refused("can't say", "mcts")
    run("hint", path, "--bot", "mcts:fast").refused("a budget is written like")
    run("hint", path, "--bot", "nobody").refused("no bot or level 'nobody'")
    run("hint", str(tmp_path / "nowhere.ludo")).refused("nowhere.ludo")
    damaged = tmp_path / "damaged.ludo"
    damaged.write_bytes(match_file.read_bytes()[:-20])
    run("hint", str(damaged)).refused("damaged.ludo", "line ")


@pytest.mark.parametrize("option", ["--at", "--bot", "--seed", "--json"])
def test_the_help_names_every_option(run: Run, option: str) -> None:
    ran = run("hint", "--help")
    assert option in ran.out
    assert "monte_carlo" in ran.out
