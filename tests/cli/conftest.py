"""What the tests of the commands share."""

import io
import secrets
from pathlib import Path

import pytest

from ludoteca import cli
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from tests.cli.running import MATCH, SEED, Ran, Run, finished
from tests.playing import GAMES, table_name


@pytest.fixture(params=GAMES, ids=table_name)
def game(request: pytest.FixtureRequest) -> Game:
    """Return each game in turn."""
    chosen = request.param
    assert isinstance(chosen, Game)
    return chosen


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in this process, in an empty directory, with its own home."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run(*arguments: str, stdin: object = "") -> Ran:
        typed = io.StringIO(stdin) if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", typed)
        try:
            code = cli.main(arguments)
        except SystemExit as end:
            code = int(str(end.code or 0))
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return run


@pytest.fixture
def known_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every match that is played begin with the same seed, id and bots."""
    monkeypatch.setattr(secrets, "token_bytes", lambda _: SEED)
    monkeypatch.setattr(secrets, "token_hex", lambda _: MATCH)
    monkeypatch.setattr(secrets, "randbits", lambda _: 7)


@pytest.fixture
def match_file(game: Game, tmp_path: Path) -> Path:
    """Write the record of a finished match of each game."""
    return _written(game, tmp_path)


@pytest.fixture
def one_match_file(tmp_path: Path) -> Path:
    """Write the record of a finished match of one game."""
    return _written(GAMES[-1], tmp_path)


def _written(game: Game, directory: Path) -> Path:
    rng = seeded(81)
    path = directory / "match.ludo"
    path.write_bytes(finished(game, ("Ann", "Bob"), lambda n: below(rng, n)))
    return path
