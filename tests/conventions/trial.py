"""Try out an installation, using nothing else: `python -I tests/conventions/trial.py TRIAL…`.

The wheel must be one for all systems, with the native code of our games for each of them. With
`play`, every game is simulated, and a match of it played, recorded and verified: ours run native,
a game from elsewhere is interpreted here, where no compiler is, and one sentence says so. With
`serve`, a server is run, its page fetched, and a move of every game made over its socket.
"""

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import urllib.request
from importlib import metadata
from pathlib import Path

from ludoteca import __version__, games
from ludoteca.core.native.compiler import TARGETS, find_compiler
from ludoteca.search.engine import loaded

COMMAND = Path(sys.executable).with_name("ludoteca")
TIMEOUT = 120


def run(*arguments: str, warnings: int = 0) -> str:
    """Run one of our commands; return what it printed.

    `warnings` is how often it must say that a game runs interpreted.
    """
    done = subprocess.run(
        [COMMAND, *arguments], capture_output=True, text=True, check=False, timeout=TIMEOUT
    )
    if done.returncode or done.stderr.count("runs interpreted") != warnings:
        sys.exit(f"ludoteca {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def check_files() -> None:
    """Check that the wheel serves every system."""
    wheel = metadata.distribution("ludoteca")
    assert "Tag: py3-none-any" in (wheel.read_text("WHEEL") or "").splitlines()
    packed = {path.as_posix() for path in wheel.files or ()}
    assert len(TARGETS) == 6
    for game in games.own_names():
        native = [f"{game}-{target.name}{target.suffix}" for target in TARGETS.values()]
        web = [f"{game}.wasm", f"{game}.preview.wasm"]
        wanted = {f"ludoteca/native/{name}" for name in (*native, f"{game}.json")}
        wanted |= {f"ludoteca/static/games/{name}" for name in web}
        assert wanted <= packed, f"the wheel lacks {sorted(wanted - packed)}"


def check_engine(game: str) -> int:
    """Check how a game runs; return how many warnings that gives."""
    assert find_compiler() is None
    if game not in games.own_names():
        return 1
    assert loaded(games.load(game)).mode == "native"
    return 0


def try_game(game: str, folder: Path) -> None:
    """Simulate a game, play a match of it, and verify the record."""
    warnings = check_engine(game)
    command = ("simulate", game, "--players", "2", "--matches", "20", "--seed", "1", "--json")
    counted = run(*command, warnings=warnings)
    assert json.loads(counted)["matches"] == 20
    record = str(folder / f"{game}.ludo")
    seats = "bot:easy,bot:beginner"
    run("play", game, "--plain", "--seats", seats, "--record", record, warnings=warnings)
    print(run("verify", record).splitlines()[0].removeprefix(f"{folder}/"))


def fetch(url: str) -> str:
    """Get something from the server."""
    with urllib.request.urlopen(url, timeout=TIMEOUT) as answer:
        return bytes(answer.read()).decode()


async def make_move(address: str, game: str) -> None:
    """Come in as a guest, sit down with a bot and make a move."""
    from ludoteca.client.http import come_in
    from ludoteca.client.remote import RemoteClient
    from ludoteca.protocol.common import TableSetting
    from ludoteca.protocol.from_client import AskMoves, Enter, OpenTable, PlayMove, Ready, Start
    from ludoteca.protocol.to_client import Accepted, Continuations, Opened, Snapshot, Update

    client = RemoteClient(address, await come_in(address, f"Guest of {game[:10]}"))
    await client.open()
    setting = TableSetting(game=game, seats=2, bots=("beginner",), public=False)
    opened = await client.send(OpenTable(request=1, setting=setting))
    assert isinstance(opened, Opened), opened
    match = opened.match
    await client.send(Enter(request=1, match=match))
    await client.send(Ready(request=1, match=match, contribution=secrets.token_hex(16)))
    await client.send(Start(request=1, match=match))
    async for told in client.told():
        if not isinstance(told, Update | Snapshot) or not (told.position and told.position.choices):
            continue
        asked = await client.send(AskMoves(request=1, match=match, partial={}))
        if not isinstance(asked, Continuations) or not asked.continuations:
            continue
        move, mark = asked.continuations[0]["text"], secrets.token_hex(16)
        answer = await client.send(
            PlayMove(request=1, match=match, ply=asked.ply, move_id=mark, move=move)
        )
        if isinstance(answer, Accepted):
            break
    await client.close()
    print(f"{game}: {move} was played over the socket")


async def try_server(folder: Path) -> None:
    """Serve the page, fetch it, and make a move of each game."""
    environment = {**os.environ, "LUDOTECA_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [COMMAND, "serve", "--host", "127.0.0.1", "--port", "0", "--no-open"],
        env=environment, stdout=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1].replace("localhost", "127.0.0.1")
            assert '<script type="module"' in fetch(address)
            assert "In the page" in fetch(f"{address}/licences.txt")
            health = json.loads(fetch(f"{address}/health"))
            assert (health["status"], health["version"]) == ("up", __version__), health
            for game in games.names():
                await asyncio.wait_for(make_move(address, game), TIMEOUT)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(TIMEOUT)
    assert server.returncode == 0, server.returncode
    print("the page was served")


def main() -> None:
    """Try everything."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored if begun in the background
    assert run("--version").split() == ["ludoteca", __version__]
    check_files()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder  # nothing that was built before
        if "play" in sys.argv:
            for game in games.names():
                try_game(game, Path(folder))
        if "serve" in sys.argv:
            asyncio.run(asyncio.wait_for(try_server(Path(folder)), 3 * TIMEOUT))


if __name__ == "__main__":
    main()
