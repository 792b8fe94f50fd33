"""A game and a bot of another package: installed from a wheel, they are everywhere."""

import json
from pathlib import Path

import pytest

from tests.examples.plugin import install_plugin, ludoteca, run_with

LEARN = """
import gymnasium, ludoteca.rl.gymnasium
env = gymnasium.make("ludoteca/pig-v1", opponents="random")
seen, info = env.reset(seed=7)
over = False
while not over:
    seen, reward, ended, cut, info = env.step(int(seen["action_mask"].argmax()))
    over = ended or cut
print("learned", reward)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_plugin(tmp_path_factory.mktemp("plugin"))


def test_game_and_bot_are_listed_and_play(site: Path, tmp_path: Path) -> None:
    listed = ludoteca(site, "games")
    assert listed.stderr == ""
    assert "Pig" in listed.stdout
    assert "twenty" in listed.stdout
    record = str(tmp_path / "pig.ludo")
    seats = "bot:twenty,bot:ludoteca_pig.twenty,bot:random"
    played = ludoteca(site, "play", "pig", "--plain", "--seats", seats, "--record", record)
    assert "Won by" in played.stdout, played.stderr
    assert "valid" in ludoteca(site, "verify", record).stdout
    assert ludoteca(site, "draw", record).stdout.startswith("<svg ")


def test_they_meet_in_the_arena(site: Path) -> None:
    bots = "twenty,random"
    played = ludoteca(
        site, "arena", "pig", "--bots", bots, "--deals", "10", "--jobs", "1", "--json"
    )
    (pair,) = json.loads(played.stdout)["pairs"]
    assert pair["win_rate_a"] > 0.5
    other = ludoteca(site, "arena", "my_shelfie", "--bots", bots, "--deals", "1", "--on", "local")
    assert "twenty" in other.stdout


def test_learners_know_the_game(site: Path) -> None:
    assert "learned" in run_with(site, "-c", LEARN).stdout


def test_it_is_played_in_the_terminal(site: Path) -> None:
    assert "Total" in run_with(site, "-m", "tests.examples.terminal", "pig").stdout


def fake(site: Path, package: str, group: str, name: str, value: str, code: str = "") -> None:
    """Install a package that brings one plug-in."""
    info = site / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {value}\n")
    (site / f"{package}.py").write_text(code)


def test_a_plugin_that_can_not_be_used_is_one_sentence(tmp_path: Path) -> None:
    fake(tmp_path, "clash", "ludoteca.games", "my_shelfie", "clash")
    fake(tmp_path, "broken", "ludoteca.games", "chess", "broken", "import nothing_like_this")
    fake(tmp_path, "empty", "ludoteca.games", "go", "empty", "GAME = 3")
    fake(tmp_path, "level", "ludoteca.bots", "hard", "level", "def choose(*_): return 0")
    fake(tmp_path, "mute", "ludoteca.bots", "mute", "mute")
    listed = ludoteca(tmp_path, "games")
    assert listed.returncode == 0
    assert "My Shelfie" in listed.stdout
    said = sorted(listed.stderr.splitlines())
    assert said == [
        "ludoteca: the plug-in 'chess' of broken is left out: No module named 'nothing_like_this'",
        "ludoteca: the plug-in 'go' of empty is left out: it is no Game, nor a module with a GAME",
        "ludoteca: the plug-in 'hard' of level is left out: ludoteca itself has this name already",
        "ludoteca: the plug-in 'mute' of mute is left out: it has no function `choose`",
        "ludoteca: the plug-in 'my_shelfie' of clash is left out: ludoteca itself has this name"
        " already",
    ]


def test_two_packages_with_one_name_are_told_apart(tmp_path: Path) -> None:
    code = "def choose(game, view, legal, rng, budget): return legal[-1]"
    for package in ("first", "second"):
        fake(tmp_path, package, "ludoteca.bots", "last", package, code)
    played = ludoteca(
        tmp_path, "arena", "my_shelfie", "--bots", "last,random", "--deals", "1", "--on", "local"
    )
    assert played.returncode == 0
    assert "'last' of second is left out: first has this name already" in played.stderr


def test_a_module_that_is_no_bot_is_refused(tmp_path: Path) -> None:
    for name in ("no.such.module", "os.path"):
        played = ludoteca(tmp_path, "play", "my_shelfie", "--seats", f"Ann,bot:{name}", "--plain")
        assert played.returncode == 2
        assert f"{name} can't be used as a bot" in played.stderr
