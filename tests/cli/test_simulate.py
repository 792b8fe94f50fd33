"""`ludoteca simulate`: numbers for machines, tables for people."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ludoteca.arena import simulate as simulation
from ludoteca.arena.kernels import Simulator
from ludoteca.core import kernel
from ludoteca.core.game import Game
from ludoteca.record import verify
from tests.arena.modes import FASTEST
from tests.cli.running import Run

KEYS = [
    "game", "players", "options", "seed", "matches", "seconds", "matches_per_s", "moves", "seats",
    "tally", "complete",
]  # fmt: skip


def simulated(run: Run, game: Game, *more: str) -> dict[str, Any]:
    """Simulate a few matches for machines."""
    ran = run("simulate", game.id, "--matches", "8", "--jobs", "1", "--json", *more)
    assert ran.code == 0
    fields: dict[str, Any] = json.loads(ran.out)
    assert list(fields) == KEYS
    return fields


def timeless(fields: dict[str, Any]) -> dict[str, Any]:
    """Leave out how long it took."""
    return {key: value for key, value in fields.items() if key[:7] not in ("seconds", "matches")}


def test_machines_get_json_only(run: Run, game: Game) -> None:
    players = game.player_counts[-1]
    fields = simulated(run, game, "--players", str(players), "--seed", "5")
    assert fields["game"] == game.id
    assert (fields["players"], fields["seed"], fields["matches"]) == (players, 5, 8)
    assert fields["options"] == game.choose_options()
    assert fields["complete"] is True
    assert len(fields["seats"]) == players
    assert sum(seat["wins"] for seat in fields["seats"]) == pytest.approx(1)
    for spread in (fields["moves"], *(seat["score"] for seat in fields["seats"])):
        assert list(spread) == ["mean", "deviation", "least", "most"]
        assert spread["least"] <= spread["mean"] <= spread["most"]
    scoring = game.modules.scoring
    assert list(fields["tally"]) == list(scoring.TALLY_ROWS)
    assert all(list(row) == list(scoring.TALLY_COLUMNS) for row in fields["tally"].values())


def test_progress_goes_to_standard_error(run: Run, game: Game) -> None:
    ran = run("simulate", game.id, "--matches", "8", "--jobs", "1", "--json")
    assert "8/8" in ran.err
    assert "matches/s" in ran.err
    assert ran.out.count("\n") == 1


def test_people_get_tables(run: Run, game: Game) -> None:
    ran = run("simulate", game.id, "--matches", "8", "--jobs", "1", "--players", "3")
    assert ran.code == 0
    assert ran.out.startswith(f"{game.name}, 3 players: 8 matches in ")
    assert "a second" in ran.out.splitlines()[0]
    words = game.words()
    for row in game.modules.scoring.TALLY_ROWS:
        assert words.get(f"tally.{row}", row).split()[0] in ran.out


def test_the_same_seed_gives_the_same_result(run: Run, game: Game) -> None:
    one = timeless(simulated(run, game, "--seed", "7"))
    assert timeless(simulated(run, game, "--seed", "7")) == one
    assert timeless(simulated(run, game, "--seed", "8")) != one


def test_options_and_editions_reach_the_matches(run: Run, game: Game) -> None:
    for edition in game.editions:
        fields = simulated(run, game, "--edition", edition)
        assert fields["options"] == game.choose_options(edition)
    given = {option.key: str(option.values[-1]) for option in game.options}
    more = [part for key, value in given.items() for part in ("--option", f"{key}={value}")]
    assert simulated(run, game, *more)["options"] == game.choose_options(given=given)


def test_a_record_of_each_match_is_written(run: Run, game: Game, tmp_path: Path) -> None:
    fields = simulated(run, game, "--records", "new/records")
    paths = sorted((tmp_path / "new" / "records").iterdir())
    assert len(paths) == fields["matches"]
    for path in paths:
        assert path.suffix == ".ludo"
        verify(path.read_bytes())
    assert run("verify", str(paths[-1])).code == 0
    assert timeless(fields) == timeless(simulated(run, game))


@pytest.mark.parametrize("name", ["scores.png", "scores.svg"])
def test_a_picture_is_drawn(run: Run, game: Game, tmp_path: Path, name: str) -> None:
    assert simulated(run, game, "--plot", name)["matches"] == 8
    assert (tmp_path / name).stat().st_size > 1000


def test_a_picture_that_can_not_be_is_refused_before_the_work(
    run: Run, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = ("simulate", game.id, "--matches", "1000000000", "--plot")
    run(*base, "scores.gif").refused("must end in .png or .svg")
    run(*base, "nowhere/scores.png").refused("no such folder")
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    run(*base, "scores.png").refused("ludoteca[graphics]")


def test_ctrl_c_gives_what_was_done(run: Run, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    play = Simulator.play

    def interrupted(self: Simulator, first: int, count: int) -> Any:
        if first >= 6:
            raise KeyboardInterrupt
        return play(self, first, count)

    monkeypatch.setattr(Simulator, "play", interrupted)
    monkeypatch.setitem(simulation.CHUNKS, FASTEST, 2)
    ran = run("simulate", game.id, "--matches", "100", "--jobs", "1", "--json")
    assert ran.code == 0
    fields = json.loads(ran.out)
    assert fields["matches"] == 6
    assert fields["complete"] is False
    assert "interrupted after 6 matches" in ran.err
    ran = run("simulate", game.id, "--matches", "100", "--jobs", "1")
    assert "6 matches in" in ran.out


def test_ctrl_c_before_the_first_match_says_so(
    run: Run, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Simulator, "play", interrupted)
    ran = run("simulate", game.id, "--jobs", "1")
    assert ran.code == 2
    assert ran.out == ""
    assert "interrupted before a match was finished" in ran.err


def test_a_full_disk_ends_with_a_sentence(run: Run, game: Game, tmp_path: Path) -> None:
    """The third record can't be written: its name leads to a device that is always full."""
    records = tmp_path / "records"
    records.mkdir()
    (records / f"{game.id}-0-0000002.ludo").symlink_to("/dev/full")
    ran = run("simulate", game.id, "--matches", "8", "--jobs", "1", "--records", str(records))
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.splitlines()[-1] == "ludoteca: No space left on device"
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("--matches", "0"),
        ("--matches", "-5"),
        ("--matches", "many"),
        ("--matches", "1e6"),
        ("--matches", "9" * 30),
        ("--matches", "9" * 5000),
        ("--matches", "٣"),
        ("--players", "0"),
        ("--players", "two"),
        ("--seed", "-1"),
        ("--seed", str(2**62)),
        ("--seed", ""),
        ("--jobs", "0"),
        ("--jobs", "2.5"),
    ],
)
def test_bad_numbers_are_refused(run: Run, game: Game, argument: str, value: str) -> None:
    run("simulate", game.id, argument, value).refused(argument, "a whole number from")


def test_a_table_that_can_not_be_is_refused(run: Run, game: Game) -> None:
    for players in (1, game.player_counts[-1] + 1, 99):
        run("simulate", game.id, "--players", str(players)).refused(f"not {players}")


def test_records_need_a_directory(run: Run, game: Game, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in ("file", "file/below"):
        run("simulate", game.id, "--records", place).refused("file")


def test_an_unknown_engine_is_refused(
    run: Run, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(kernel.MODE_SETTING, "warp")
    run("simulate", game.id, "--matches", "1").refused("LUDOTECA_ENGINE is 'warp'")
