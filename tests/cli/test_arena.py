"""`ludoteca arena`: tables for people, numbers for machines, a page, and going on after Ctrl-C."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ludoteca.arena import workers
from ludoteca.arena.runner import MatchRunner
from ludoteca.arena.tournament import PairedDeal
from ludoteca.core.game import Game
from tests.arena.contests import timeless
from tests.cli.running import Run, environment
from tests.playing import GAMES

KEYS = [
    "game", "rules_version", "players", "options", "seed", "deals", "sprt", "matches", "complete",
    "pairs", "ratings", "rating_model", "anchor", "seats", "bots", "notes", "seconds", "on",
    "program", "machine",
]  # fmt: skip

PAIR = ["a", "b", "wins_a", "wins_b", "ties", "matches", "win_rate_a", "low", "high"]


def played(run: Run, game: Game, *more: str, bots: str = "random,greedy") -> dict[str, Any]:
    """Play a few deals in this process, for machines."""
    words = ("--bots", bots, "--deals", "3", "--on", "local", "--json", *more)
    ran = run("arena", game.id, *words)
    assert ran.code == 0, ran.err
    assert ran.out.count("\n") == 1
    fields: dict[str, Any] = json.loads(ran.out)
    assert list(fields) == KEYS
    return fields


def test_machines_get_json_only(run: Run, game: Game) -> None:
    fields = played(run, game, "--seed", "5")
    assert (fields["game"], fields["players"], fields["seed"]) == (game.id, 2, 5)
    assert fields["options"] == dict(sorted(game.choose_options().items()))
    assert (fields["deals"], fields["matches"], fields["complete"]) == (3, 6, True)
    (pair,) = fields["pairs"]
    assert list(pair)[: len(PAIR)] == PAIR
    assert (pair["a"], pair["b"], pair["matches"]) == ("random", "greedy", 6)
    assert pair["wins_a"] + pair["wins_b"] + pair["ties"] == 6
    assert 0 <= pair["low"] <= pair["win_rate_a"] <= pair["high"] <= 1
    assert [row["bot"] for row in fields["ratings"]] == ["greedy", "random"]
    assert [row["seat"] for row in fields["seats"]] == [0, 1]
    assert all(bot["moves"] > 0 and bot["ms_longest"] > 0 for bot in fields["bots"])
    assert fields["rating_model"] == "Bradley–Terry"


def test_the_same_seed_gives_the_same_table(run: Run, game: Game) -> None:
    one, two = (timeless(played(run, game, "--seed", "6")) for _ in range(2))
    assert one == two
    assert timeless(played(run, game, "--seed", "7")) != one


def test_more_players_sit_in_every_seating(run: Run, game: Game) -> None:
    players = game.player_counts[-1]
    fields = played(run, game, "--players", str(players), "--deals", "2")
    assert fields["matches"] == 2 * 2 * players
    assert fields["rating_model"] == "Plackett–Luce"
    assert len(fields["seats"]) == players
    assert fields["pairs"][0]["alone_b"]["win_rate"] > 1 / players


def test_all_pairs_of_several_bots_meet(run: Run, game: Game) -> None:
    fields = played(run, game, "--deals", "1", bots="random, greedy ,random")
    names = [(pair["a"], pair["b"]) for pair in fields["pairs"]]
    assert names == [("random", "greedy"), ("random", "random#2"), ("greedy", "random#2")]


def test_levels_are_bots_too(run: Run) -> None:
    fields = played(run, GAMES[0], "--deals", "1", bots="beginner,easy")
    assert [bot["bot"] for bot in fields["bots"]] == ["beginner", "easy"]
    assert fields["anchor"] == "beginner"


def test_options_and_editions_are_taken(run: Run, game: Game) -> None:
    for option in game.options:
        value = option.values[-1]
        fields = played(run, game, "--deals", "1", "--option", f"{option.key}={value}")
        assert fields["options"][option.key] == value
    for edition in game.editions:
        fields = played(run, game, "--deals", "1", "--edition", edition)
        assert fields["options"] == dict(sorted(game.choose_options(edition).items()))


def test_people_get_tables_and_a_progress_bar(run: Run, game: Game) -> None:
    ran = run("arena", game.id, "--bots", "random,greedy", "--deals", "2", "--on", "local")
    assert ran.code == 0
    assert ran.out.startswith(f"{game.name}, 2 players: 4 matches in ")
    for words in (
        "row against column",
        "greedy",
        "random : greedy",
        "Rating",
        "ms a move",
        "seat 1",
    ):
        assert words in ran.out
    assert "2/2 deals" in ran.err
    assert "matches/s" in ran.err


def test_a_pool_is_the_usual_place(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[0]
    asked: list[tuple[str, int | None]] = []

    def choose(place: str, jobs: int | None) -> workers.Runner:
        asked.append((place, jobs))
        return workers.Here()

    monkeypatch.setattr("ludoteca.cli.arena.choose_runner", choose)
    run("arena", game.id, "--bots", "random,random", "--deals", "1")
    run("arena", game.id, "--bots", "random,random", "--deals", "1", "--jobs", "3", "--on", "ray")
    assert asked == [("pool", None), ("ray", 3)]


def test_a_report_is_written(run: Run, game: Game, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    played(run, game, "--report", str(path))
    page = path.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert game.name in page
    assert f"ludoteca arena {game.id} --bots random,greedy --deals 3 --players 2 --seed 0" in page


def test_a_clear_answer_ends_it_early(run: Run) -> None:
    fields = played(run, GAMES[0], "--deals", "500", "--sprt", "0.3,0.7", bots="greedy,random")
    (pair,) = fields["pairs"]
    assert pair["sprt"]["verdict"] == "accepted"
    assert pair["claim"] == "greedy"
    assert fields["complete"]
    assert pair["deals"] == 16


@pytest.mark.parametrize(
    "text", ["0.5", "0.55,0.5", "0.5,0.5", "0,0.5", "0.5,1", "a,b", "1,2,3", ""]
)
def test_an_impossible_question_is_refused(run: Run, text: str) -> None:
    ran = run("arena", GAMES[0].id, "--bots", "random,greedy", "--sprt", text)
    ran.refused("--sprt", "two shares between 0 and 1")


def test_bad_input_is_answered_with_a_sentence(run: Run, game: Game, tmp_path: Path) -> None:
    good = ("arena", game.id, "--bots", "random,greedy")
    run("arena", game.id).refused("--bots")
    run("arena", game.id, "--bots", "random").refused("at least two bots")
    run("arena", game.id, "--bots", "random,grandmaster").refused("grandmaster", "random")
    run("arena", game.id, "--bots", "random,mcts:fast").refused("200ms")
    run("arena", "chess", "--bots", "random,greedy").refused("chess")
    run(*good, "--players", "17").refused("players")
    run(*good, "--deals", "0").refused("--deals")
    run(*good, "--on", "moon").refused("moon", "local, pool")
    run(*good, "--option", "colour=red").refused("colour")
    run(*good, "--report", str(tmp_path / "no" / "page.html")).refused("no such folder")
    run(*good, "--report", "page.pdf").refused("must end in .html")
    run(*good, "--resume", str(tmp_path)).refused("directory")


def test_an_interrupted_run_goes_on_where_it_was(
    run: Run, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.jsonl"
    words = ("arena", game.id, "--bots", "random,greedy", "--deals", "5", "--on", "local")
    whole = json.loads(run(*words, "--json").out)
    play = MatchRunner.play
    left = [2]

    def interrupted(table: MatchRunner, task: tuple[int, int]) -> PairedDeal:
        if left[0] == 0:
            raise KeyboardInterrupt
        left[0] -= 1
        return play(table, task)

    monkeypatch.setattr(MatchRunner, "play", interrupted)
    ran = run(*words, "--json", "--resume", str(file))
    assert ran.code == 130
    assert "interrupted after 2 deals; the same command goes on from there" in ran.err
    assert str(file) in ran.err.replace("\n", "")
    fields = json.loads(ran.out)
    assert (fields["matches"], fields["complete"]) == (4, False)
    assert file.read_bytes().count(b"\n") == 3

    left[0] = 3  # no more than what is missing
    ran = run(*words, "--json", "--resume", str(file))
    assert ran.code == 0
    assert timeless(json.loads(ran.out)) == timeless(whole)

    again = run(*words, "--json", "--resume", str(file))
    assert again.code == 0
    assert timeless(json.loads(again.out)) == timeless(whole)
    left[0] = 1
    more = run(*words[:-4], "--deals", "6", "--on", "local", "--json", "--resume", str(file))
    assert (more.code, json.loads(more.out)["matches"]) == (0, 12), "only the sixth is played"


def test_an_interruption_before_the_first_result_gives_no_table(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(workers, "MatchRunner", interrupted)
    ran = run("arena", GAMES[0].id, "--bots", "random,greedy", "--on", "local")
    assert ran.code == 130
    assert ran.out == ""
    assert "interrupted after 0 deals; with --resume FILE" in ran.err


def test_another_version_is_noted(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.jsonl"
    monkeypatch.setattr("ludoteca.cli.arena.program", lambda: "ludoteca 1")
    assert played(run, GAMES[0], "--resume", str(file))["notes"] == []
    monkeypatch.setattr("ludoteca.cli.arena.program", lambda: "ludoteca 2")
    notes = played(run, GAMES[0], "--resume", str(file))["notes"]
    assert notes == ["begun by ludoteca 1, resumed by ludoteca 2"]


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
def test_ctrl_c_ends_all_processes_cleanly(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    code = "import sys\nfrom ludoteca.cli import main\nsys.exit(main())"
    words = ["arena", GAMES[0].id, "--bots", "random,random", "--deals", "9999", "--jobs", "2"]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words, "--json", "--resume", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    until = time.monotonic() + 120
    while time.monotonic() < until and (not file.exists() or file.read_bytes().count(b"\n") < 4):
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
    out, err = process.communicate(timeout=120)  # ends only when none is left that could write
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert b"the same command goes on from there" in err.replace(b"\n", b" ")
    fields = json.loads(out)
    assert fields["matches"] == 2 * (file.read_bytes().count(b"\n") - 1)


PROGRAM = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "move":
        print({answer}, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="programs are spoken to over POSIX pipes")
def test_programs_of_ones_own_play_too(run: Run, game: Game, tmp_path: Path) -> None:
    for name, answer in (("good", "message['legal'][0]"), ("bad", "'castle'")):
        (tmp_path / f"{name}.py").write_text(PROGRAM.format(answer=answer), encoding="utf-8")
    good, bad = (f"exec:{sys.executable} {tmp_path / name}.py" for name in ("good", "bad"))
    path = tmp_path / "page.html"
    fields = played(run, game, "--deals", "1", "--report", str(path), bots=f"{good},{bad}")
    first, second = fields["bots"]
    assert (first["bot"], first["forfeits"]) == (good, 0)
    assert second["forfeits"] == second["moves"] > 0
    assert all("castle" in note for note in fields["notes"][:-1])
    assert fields["notes"][0].startswith(f"{bad}, deal 0, seat ")
    assert "castle" in path.read_text(encoding="utf-8")


RAISING = """\
def choose(game, view, legal, rng, budget):
    raise ZeroDivisionError("nothing to divide by")
"""


@pytest.mark.parametrize("place", ["local", "pool"])
def test_a_bot_that_raises_an_error_loses_and_the_others_play_on(
    place: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "raising_package").mkdir()
    (tmp_path / "raising_package" / "bot.py").write_text(RAISING, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    paths = os.pathsep.join(filter(None, sys.path))
    monkeypatch.setenv("PYTHONPATH", paths)
    words = ("--on", place, "--jobs", "1")
    fields = played(run, GAMES[0], *words, bots="raising_package.bot,random")
    (pair,) = fields["pairs"]
    assert (pair["wins_a"], pair["wins_b"]) == (0, 6)
    assert fields["bots"][0]["forfeits"] == fields["bots"][0]["moves"] > 0
    assert "it raised ZeroDivisionError: nothing to divide by" in fields["notes"][0]


SPY = """import json, os, sys
parent = os.getppid()
seen = b" ".join(open(f"/proc/{parent}/{name}", "rb").read() for name in ("cmdline", "environ"))
seen += b" ".join(f"{name}={value}".encode() for name, value in os.environ.items())
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "move":
        with open(sys.argv[1], "ab") as file:
            file.write(seen + line.encode())
        print(message["legal"][0], flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it reads what Linux tells of processes")
def test_programs_do_not_meet_the_seed(run: Run, game: Game, tmp_path: Path) -> None:
    """It is drawn, on no command line, in no environment and no message, and told at the end."""
    (tmp_path / "spy.py").write_text(SPY, encoding="utf-8")
    bots = f"greedy,exec:{sys.executable} {tmp_path / 'spy.py'} {tmp_path / 'seen'}"
    fields = played(run, game, "--deals", "1", bots=bots)
    again = played(run, game, "--deals", "1", bots=bots)
    assert fields["seed"] != again["seed"]
    seen = (tmp_path / "seen").read_bytes()
    assert len(seen) > 1000
    assert str(fields["seed"]).encode() not in seen
    words = ("--bots", bots, "--deals", "1", "--on", "local", "--json", "--seed", "-")
    third = json.loads(run("arena", game.id, *words, stdin=io.StringIO(f"{fields['seed']}\n")).out)
    assert timeless(third) == timeless(fields), "the same seed deals the same"


def test_a_seed_on_the_command_line_is_refused_to_programs(run: Run, game: Game) -> None:
    words = ("arena", game.id, "--bots", f"greedy,exec:{sys.executable}", "--seed", "7")
    run(*words).refused("--seed -")
    run(*words[:-1], "-", stdin=io.StringIO("seven\n")).refused("seven")
