"""After a restart every live table takes moves again, and nobody has lost time."""

import asyncio
import time
from pathlib import Path

from ludoteca import games
from ludoteca.protocol.common import TableSetting, TurnClock
from ludoteca.protocol.from_client import PlayMove
from ludoteca.protocol.to_client import Accepted
from ludoteca.server.memory import short_pauses
from ludoteca.server.serve import event_loop
from tests.server.live import Person, arrive
from tests.server.server_process import ForkedServer
from tests.sizes import SOAK, size

TABLES = size(50, 1000)


async def sit_alone(server: ForkedServer, number: int) -> Person:
    """Let somebody begin a match against a bot."""
    game = games.names()[number % len(games.names())]
    person = await arrive(server.address, f"Person {number}", seed=number)
    clock = TurnClock(seconds=3600)
    await person.open_table(TableSetting(game=game, bots=("beginner",), clock=clock))
    await person.be_ready()
    await person.start()
    await person.wait(lambda me: me.may_move)
    return person


def test_every_live_table_takes_moves_after_a_restart(tmp_path: Path) -> None:
    # All these clients share a machine with the server, as they never do in life: they are frugal.
    with short_pauses(), event_loop() as loop:
        loop.run(restart(tmp_path))


async def restart(folder: Path) -> None:
    """Let all begin a match, kill the server, start it again, and let all move on."""
    server = ForkedServer(folder)
    server.start()
    people = [await sit_alone(server, number) for number in range(TABLES)]
    moves = [await person.choose() for person in people]
    server.kill()
    began = time.perf_counter()
    starting = asyncio.create_task(asyncio.to_thread(server.restart))

    async def make(person: Person, move: PlayMove | None) -> None:
        assert move is not None
        assert isinstance(await person.make(move), Accepted)

    await asyncio.gather(*(make(*each) for each in zip(people, moves, strict=True)))
    seconds = time.perf_counter() - began
    await starting
    for person in people:
        await person.close()
    server.stop()
    print(f"{TABLES} tables took moves {seconds:.2f} s after the start")
    if SOAK:
        assert seconds <= 5
