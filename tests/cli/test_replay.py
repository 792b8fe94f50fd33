"""`ludoteca replay`: the stream for machines, the step-through for people."""

import io
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ludoteca import games
from ludoteca.cli import replay
from ludoteca.core.game import Game
from ludoteca.record import read
from tests.cli.running import Run, begun, finished, texts, written

KEYS = {
    "start": ["kind", "game", "rules", "options", "players"],
    "deal": ["kind", "ply", "text"],
    "move": ["kind", "ply", "seat", "text", "move"],
    "undo": ["kind", "ply", "to"],
    "result": ["kind", "scores", "winners"],
}
"""The keys of each line in their order, before `position` or `view`."""

NAMES = ("Ann", "Bob")


def stream(run: Run, path: Path, *more: str) -> list[dict[str, Any]]:
    """Read the whole stream."""
    ran = run("replay", str(path), "--json", *more)
    assert ran.code == 0
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.fixture
def winding(game: Game, tmp_path: Path) -> Path:
    """Write a match with an undo and an end that is none of the rules'."""
    timeline = begun(game, NAMES)
    before = len(timeline.steps)
    for _ in range(2):
        seat = game.movers(timeline.state)[0]
        timeline.move(seat, game.legal(timeline.state, seat)[0])
    timeline.undo(before)
    timeline.end("resigned", 1)
    path = tmp_path / "winding.ludo"
    path.write_bytes(written(timeline, NAMES))
    return path


@pytest.mark.parametrize("shown", ["position", "view"])
def test_the_stream_has_the_described_lines(run: Run, match_file: Path, shown: str) -> None:
    lines = stream(run, match_file, *(["--seat", "1"] if shown == "view" else []))
    assert [line["kind"] for line in (lines[0], lines[-1])] == ["start", "result"]
    assert {line["kind"] for line in lines[1:-1]} == {"deal", "move"}
    for line in lines:
        keys = KEYS[line["kind"]]
        assert list(line) == (keys if line["kind"] == "result" else [*keys, shown])
    assert [line["ply"] for line in lines[1:-1]] == list(range(1, len(lines) - 1))


def test_the_start_tells_what_is_played(run: Run, game: Game, match_file: Path) -> None:
    start = stream(run, match_file)[0]
    assert start["game"] == game.id
    assert start["rules"] == game.version
    assert start["options"] == game.choose_options()
    assert list(start["options"]) == [option.key for option in game.options]
    assert start["players"] == list(NAMES)
    assert start["position"]["to_move"] is None
    assert start["position"]["over"] is False


def test_moves_are_made_by_the_seat_that_was_to_move(
    run: Run, game: Game, match_file: Path
) -> None:
    lines = stream(run, match_file)
    for before, line in pairwise(lines[:-1]):
        if line["kind"] == "move":
            assert before["position"]["to_move"] == line["seat"]
            assert line["move"]
        else:
            assert before["position"]["to_move"] is None
    last = lines[-2]["position"]
    assert (last["to_move"], last["over"]) == (None, True)
    timeline = read(match_file.read_bytes()).timeline
    assert lines[-1]["scores"] == game.scores(timeline.state)
    assert lines[-1]["winners"] == game.winners(timeline.state)


def test_texts_are_the_lines_of_the_record(run: Run, match_file: Path) -> None:
    plies = match_file.read_text().split("\n\n", 1)[1].splitlines()[:-1]
    for line, ply in zip(stream(run, match_file)[1:-1], plies, strict=True):
        assert ply == f"{line['seat'] if line['kind'] == 'move' else 'deal'} {line['text']}"


def test_undo_and_end_are_plies(run: Run, winding: Path) -> None:
    lines = stream(run, winding)
    undo, end, result = lines[-3:]
    assert list(undo) == ["kind", "ply", "to", "position"]
    assert lines[undo["to"]]["position"] == undo["position"]
    assert undo["ply"] == undo["to"] + 3
    assert list(end) == ["kind", "ply", "how", "seat", "position"]
    assert (end["how"], end["seat"], end["ply"]) == ("resigned", 1, undo["ply"] + 1)
    assert result["winners"] == [0]


def test_a_seat_sees_nothing_of_the_others_personal_goal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "my_shelfie.ludo"
    path.write_bytes(finished(games.load("my_shelfie"), NAMES, lambda n: n // 2))
    full, seen = stream(run, path), stream(run, path, "--seat", "1")
    dealt = next(line for line in seen if line.get("text", "").startswith("personal_goals"))
    assert dealt["text"].split()[1] == "?"
    known = full[dealt["ply"]]["text"].split()[2]
    assert dealt["text"].split()[2] == known
    for line, whole in zip(seen[dealt["ply"] : -1], full[dealt["ply"] : -1], strict=True):
        goals = [seat["personal_goal"] for seat in line["view"]["seats"]]
        if line["view"]["over"]:
            assert line["view"] == whole["position"]
        else:
            assert goals == [None, int(known)]
            assert line["view"] | {"seats": 0} == whole["position"] | {"seats": 0}
    assert seen[-1] == full[-1]


def test_a_view_says_no_more_than_the_position(run: Run, match_file: Path) -> None:
    """Every line has the same form; what is known is the truth, the rest is null or a `?`."""
    full, seen = stream(run, match_file), stream(run, match_file, "--seat", "0")
    hidden = 0
    for line, whole in zip(seen, full, strict=True):
        if "view" in line:
            assert list(line["view"]) == list(whole["position"])
            hidden += line["view"] != whole["position"]
        if "text" in line and line["text"] != whole["text"]:
            assert "?" in line["text"]
    assert hidden


def test_people_get_every_ply_with_a_drawing(run: Run, game: Game, winding: Path) -> None:
    ran = run("replay", str(winding))
    assert ran.code == 0
    assert ran.err == ""
    assert "\x1b" not in ran.out
    for step in read(winding.read_bytes()).timeline.steps:
        assert f"\n{step.ply}. " in ran.out
    assert ran.out.startswith(f"{game.name}, ")
    assert "[" not in ran.out.splitlines()[-2]  # words, no lists
    assert "Won by " in ran.out.splitlines()[-1]
    assert all(f"{name}: " in ran.out for name in NAMES)


def test_people_see_a_match_with_a_seats_eyes(run: Run, match_file: Path) -> None:
    whole, seen = run("replay", str(match_file)), run("replay", str(match_file), "--seat", "0")
    assert seen.code == 0
    titles = (re.findall(r"^\d+\. .+$", ran.out, re.M) for ran in (whole, seen))
    hidden = [(all_, own) for all_, own in zip(*titles, strict=True) if all_ != own]
    assert hidden
    for all_, own in hidden:
        assert all_ not in seen.out.splitlines()
        shown = own.split()
        assert "?" in shown
        assert set(shown) - {"?"} <= set(all_.split())
    assert seen.out.count("\n\n") > 5


def test_a_terminal_waits_for_its_reader(
    run: Run, match_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(replay, "_has_reader", lambda: True)
    for typed, pages in (("\n\nq\n", 3), ("", 1), ("\nQUIT\n", 2)):
        ran = run("replay", str(match_file), stdin=Terminal(typed))
        assert ran.code == 0
        assert ran.out.count("Enter: next, q: quit") == pages
        assert "Won by" not in ran.out


def test_an_unfinished_match_is_shown_with_a_note(run: Run, game: Game, tmp_path: Path) -> None:
    timeline = begun(game, NAMES)
    path = tmp_path / "unfinished.ludo"
    path.write_bytes(written(timeline, NAMES))
    for more in ((), ("--json",)):
        ran = run("replay", str(path), *more)
        assert ran.code == 0
        assert ran.err == f"{path}: note: an unfinished match\n"
        assert "Won by" not in ran.out
    assert stream(run, path)[-1]["kind"] == "deal"
    assert texts(timeline, game.movers(timeline.state)[0])


def test_a_damaged_record_is_refused_with_its_name_and_line(run: Run, match_file: Path) -> None:
    data = match_file.read_bytes()
    match_file.write_bytes(data.replace(b"deal", b"dead", 1))
    for more in ((), ("--json",)):
        run("replay", str(match_file), *more).refused(str(match_file), "line ")


def test_a_seat_that_is_not_there_is_refused(run: Run, match_file: Path) -> None:
    run("replay", str(match_file), "--seat", "2").refused("there is no seat 2", "0 to 1")
    run("replay", str(match_file), "--seat", "-1").refused("--seat")
    run("replay", str(match_file), "--seat", "one").refused("'one'")


def test_people_read_it_in_their_language(run: Run, one_match_file: Path) -> None:
    ran = run("replay", str(one_match_file), "--language", "it")
    assert ran.out.splitlines()[-1].startswith("Vittoria di ")
