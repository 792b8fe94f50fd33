"""`ludoteca bot`: a program of one's own at a real server, by link, invitation or quick match."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.cli import main
from ludoteca.client.http import ask, sign_up
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Invite, Resign
from ludoteca.protocol.to_client import Accepted, Done
from tests.cli.running import Run, environment
from tests.server.faults import Link
from tests.server.live import TIMEOUT, Person, arrive, running

GAME = games.names()[-1]
EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "collector.py"
PROGRAM = f"exec:'{sys.executable}' -S '{EXAMPLE}'"

Output = pytest.CaptureFixture[str]


@asynccontextmanager
async def bot(*arguments: str) -> AsyncIterator[list[str]]:
    """Run the command beside the block, for one match; it must end well. Give what it reports."""
    code = "import sys; from ludoteca.cli import main; sys.exit(main())"
    command = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code, "bot", *arguments, "--matches", "1"),
        stderr=asyncio.subprocess.PIPE,
        env=environment(),
    )
    told: list[str] = []
    try:
        yield told
        async with asyncio.timeout(TIMEOUT):
            _, written = await command.communicate()
        told += written.decode().splitlines()
        assert command.returncode == 0, told
    finally:
        if command.returncode is None:
            command.kill()
            await command.wait()


async def begin(host: Person) -> None:
    """Wait for the program, and begin."""
    await host.wait(lambda me: me.table is not None and me.table.seats[1].ready)
    await host.be_ready()
    await host.start()


async def play(host: Person, moves: int) -> None:
    """Make some moves, each answered by the program."""
    for _ in range(moves):
        await host.wait(lambda me: me.may_move)
        assert isinstance(await host.move(), Accepted)
    await host.wait(lambda me: me.may_move)


async def resign(host: Person) -> None:
    """Let the program win, and go."""
    await host.client.send(Resign(request=1, match=host.match))
    await host.close()


async def test_a_program_comes_by_a_link_and_plays_on_after_its_line_was_cut(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as server:
        ada, link = await arrive(server.address, "Ada"), Link(server.port)
        match = await ada.open_table(TableSetting(game=GAME, leaving="wait"))
        address = await link.open()
        async with bot(f"{address}/t/{match}", PROGRAM, "--name", "Robo") as told:
            await begin(ada)
            await play(ada, 1)
            link.cut()
            await play(ada, 2)
            assert isinstance(await ada.move(), Accepted)
            link.cut()  # while it thinks, or says what it has thought of
            await play(ada, 1)
            await resign(ada)
        await link.close()
    assert told[0] == f"at {address} as Robo"
    assert told[1:] == [f"{match}: {GAME}, seat {told[1][-1]}", f"{match}: over"]


async def test_a_program_with_the_token_of_an_account_accepts_an_invitation(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as server:
        account = await sign_up(server.address, "Robo", "a good password")
        made = await ask(server.address, "/api/me/tokens", {"label": "test"}, account)
        token = tmp_path / "token.txt"
        token.write_text(f"{made['token']}\n")
        ada = await arrive(server.address, "Ada")
        match = await ada.open_table(TableSetting(game=GAME))
        async with bot(server.address, PROGRAM, "--token-file", str(token)) as told:
            invited = await ada.client.send(Invite(request=1, match=match, name="Robo"))
            assert isinstance(invited, Done)
            await begin(ada)
            assert ada.table is not None
            assert ada.table.seats[1].account
            await play(ada, 1)
            await resign(ada)
    assert f"{match}: invited by Ada" in told


async def test_a_program_sits_down_at_any_open_table_of_a_game(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await arrive(server.address, "Ada")
        match = await ada.open_table(TableSetting(game=GAME, public=True))
        async with bot(server.address, PROGRAM, "--quick", GAME) as told:
            await begin(ada)
            await play(ada, 1)
            await resign(ada)
    assert f"{match}: over" in told


async def test_a_token_that_is_not_known_is_refused(tmp_path: Path, capsys: Output) -> None:
    token = tmp_path / "token.txt"
    token.write_text("nobody\n")
    async with running(tmp_path) as server:
        order = ["bot", server.address, PROGRAM, "--token-file", str(token)]
        assert await asyncio.to_thread(main, order) == 2
    assert "4001" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("program", "word"),
    [("./mybot", "exec:./mybot"), ("exec:/no/such", "/no/such")],
)
def test_a_program_that_is_not_there_is_refused(run: Run, program: str, word: str) -> None:
    run("bot", "http://127.0.0.1:9", program).refused(word)
