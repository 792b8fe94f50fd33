"""`ludoteca play`: who sits where, and where the record goes."""

import io
from pathlib import Path

import pytest

from ludoteca import bots, games
from ludoteca.cli.play import default_path, parse_seats
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.shuffle import commitment_of
from ludoteca.record import read, verify
from tests.cli.running import SEED, Run, run_apart


def test_bots_play_a_match_alone_and_its_record_holds(run: Run, game: Game, tmp_path: Path) -> None:
    for players in game.player_counts:
        path = tmp_path / f"{players}.ludo"
        seats = ",".join(["bot:random", "bot:greedy", "bot:random", "bot:random"][:players])
        ran = run("play", game.id, "--seats", seats, "--record", str(path))
        assert ran.code == 0
        assert ran.err == ""
        assert ran.out.startswith(f"{game.name}. Shuffle seal: ")
        assert ran.out.endswith(f"The match is saved in {path}\n")
        verdict = verify(path.read_bytes())
        assert verdict.rolls_checked
        header = verdict.record.header
        assert header.players == tuple(seats.split(","))
        assert header.commitment is not None
        assert header.commitment in ran.out.splitlines()[0]
        result = verdict.record.timeline.result()
        assert all(header.players[winner] in ran.out.splitlines()[-2] for winner in result.winners)


def test_every_match_has_its_own_shuffle(run: Run, game: Game, tmp_path: Path) -> None:
    for name in ("one", "two"):
        run("play", game.id, "--seats", "Ann,Bob", "--record", f"{name}.ludo")
    one, two = (read((tmp_path / f"{name}.ludo").read_bytes()).header for name in ("one", "two"))
    assert one.match != two.match
    assert one.commitment != two.commitment


@pytest.mark.usefixtures("known_seed")
def test_the_commitment_is_shown_and_the_seed_kept_until_the_end(
    run: Run, game: Game, tmp_path: Path
) -> None:
    run("play", game.id, "--seats", "Ann,bot:random", "--record", "a.ludo", stdin="quit\n")
    record = read((tmp_path / "a.ludo").read_bytes())
    assert not record.is_finished
    assert record.header.commitment == commitment_of(SEED)
    assert record.header.seed is None
    assert SEED.hex() not in (tmp_path / "a.ludo").read_text()


def test_options_and_editions_reach_the_match(run: Run, game: Game, tmp_path: Path) -> None:
    for number, edition in enumerate(game.editions):
        path = f"{number}.ludo"
        run("play", game.id, "--seats", "A,B", "--edition", edition, "--record", path)
        options = read((tmp_path / path).read_bytes()).header.options
        assert options == game.choose_options(edition)
    option = game.options[0]
    choice = f"{option.key}={option.values[-1]}"
    run("play", game.id, "--seats", "A,B", "--option", choice, "--record", "last.ludo")
    options = read((tmp_path / "last.ludo").read_bytes()).header.options
    assert options[option.key] == option.values[-1]


def test_a_match_is_saved_without_being_told_where(run: Run, game: Game, tmp_path: Path) -> None:
    ran = run("play", game.id, "--seats", "A,bot:random", stdin="quit\n")
    saved = list((tmp_path / "data" / "ludoteca" / "matches").glob("*.ludo"))
    assert len(saved) == 1
    assert ran.out.endswith(f"The unfinished match is saved in {saved[0]}\n")
    assert saved[0].name.startswith(game.id)


def test_a_record_is_never_written_over(run: Run, game: Game, tmp_path: Path) -> None:
    (tmp_path / "ours.ludo").write_text("dear to us")
    ran = run("play", game.id, "--seats", "A,bot:random", "--record", "ours.ludo")
    ran.refused("ours.ludo exists already", "--record")
    assert (tmp_path / "ours.ludo").read_text() == "dear to us"


def test_a_record_goes_into_a_new_directory(run: Run, game: Game, tmp_path: Path) -> None:
    ran = run("play", game.id, "--seats", "A,B", "--record", "new/and/deep.ludo")
    assert ran.code == 0
    assert (tmp_path / "new" / "and" / "deep.ludo").exists()


def test_a_place_where_nothing_can_be_written_is_named(
    run: Run, game: Game, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    for place in ("file/below.ludo", str(tmp_path)):
        run("play", game.id, "--record", place).refused(place.split("/", maxsplit=1)[0])


@pytest.mark.parametrize("bytes_left", [100, 450])
def test_a_full_disk_ends_a_match_with_a_sentence(tmp_path: Path, bytes_left: int) -> None:
    """At the header, and in the middle of a match; a limit on files stands for the disk."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({bytes_left}, -1))"
    path = tmp_path / "full.ludo"
    seats = "bot:random,bot:random"
    name = games.names()[-1]
    ran = run_apart("play", name, "--seats", seats, "--record", str(path), before=limit)
    assert ran.code == 2
    assert ran.err == f"ludoteca: {path} can't be written: File too large\n"
    assert path.stat().st_size <= bytes_left


def test_without_a_home_the_record_needs_a_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_path("game", "id").is_relative_to(tmp_path)
    assert default_path("game", "id").parts[-3:] == ("ludoteca", "matches", "game-id.ludo")
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(UsageError, match="--record"):
        default_path("game", "id")


def test_seats_are_names_and_bots() -> None:
    seats = parse_seats(" Ann , bot:random,Jörg Ü,bot:greedy")
    assert [seat.name for seat in seats] == ["Ann", "bot:random", "Jörg Ü", "bot:greedy"]
    assert [seat.bot for seat in seats] == [None, "random", None, "greedy"]


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        ("Ann", "not 1"),
        ("A,B,C,D,E,F,G,H,I", "not 9"),
        ("Ann,", "'' is no name"),
        ("", "'' is no name"),
        (f"Ann,{'x' * 41}", "is no name"),
        ("Ann,B\x07b", "is no name"),
        ("Ann,bot:grandmaster", "there is no bot or level 'grandmaster'"),
        ("Ann,bot:", "there is no bot or level ''"),
        ("Ann,bot:mcts:soon", "a budget is written like"),
        ("Ann,robot:random", "a name or bot:NAME is expected"),
        ("Ann,Ann", "everybody needs a name of their own"),
    ],
)
def test_wrong_seats_are_refused_before_anything_is_saved(
    run: Run, game: Game, tmp_path: Path, seats: str, reason: str
) -> None:
    run("play", game.id, "--seats", seats, "--record", "a.ludo").refused(reason)
    assert not (tmp_path / "a.ludo").exists()


def test_without_a_game_a_terminal_is_asked_which_one(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    first = games.names()[0]
    asked: list[str] = []

    def typed(prompt: str) -> str:
        asked.append(prompt)
        return ["chess", "0", "99", "1"][len(asked) - 1]

    monkeypatch.setattr(games, "names", lambda: (first, first))
    monkeypatch.setattr("builtins.input", typed)
    ran = run("play", stdin=Terminal("quit\n"))
    assert ran.code == 0
    assert len(asked) == 4
    assert games.load(first).words()["about"] in ran.out


def test_without_a_game_and_a_terminal_there_is_one_all_the_same(run: Run) -> None:
    ran = run("play", stdin="quit\n")
    assert ran.code == 0
    assert games.load(games.names()[0]).name in ran.out


def test_the_help_names_every_bot(run: Run) -> None:
    ran = run("play", "--help")
    assert ran.code == 0
    assert ", ".join(bots.names()) in ran.out


@pytest.mark.parametrize(("language", "name"), [("en", "You"), ("it", "Tu"), ("de", "Du")])
def test_a_player_without_a_name_is_called_so_in_every_language(
    run: Run, language: str, name: str
) -> None:
    ran = run("play", "my_shelfie", "--language", language, stdin="quit\n")
    assert f"{name}> " in ran.out
