"""A bot from outside: it accepts every invitation and plays at random, over the usual protocol.

Make an account for it, get a token, then run it and invite it by name:

    python examples/outside_bot.py http://127.0.0.1:8000 TOKEN
"""

import asyncio
import random
import secrets
import sys

from ludoteca.client.remote import RemoteClient
from ludoteca.protocol.from_client import AskMoves, Enter, PlayMove, Ready, TakeSeat
from ludoteca.protocol.to_client import Continuations, Invited, Snapshot, Update


async def main(address: str, token: str) -> None:
    """Play until the server sends us away."""
    client = RemoteClient(address, token)
    await client.open()
    async for told in client.told():
        if isinstance(told, Invited):
            await client.send(TakeSeat(request=1, match=told.match))
            contribution = secrets.token_hex(16)
            await client.send(Ready(request=1, match=told.match, contribution=contribution))
            await client.send(Enter(request=1, match=told.match))
        elif isinstance(told, Update | Snapshot) and told.position and told.position.choices:
            match = told.match if isinstance(told, Update) else told.table.match
            asked = await client.send(AskMoves(request=1, match=match, partial={}))
            if isinstance(asked, Continuations) and asked.continuations:
                move, name = random.choice(asked.continuations)["text"], secrets.token_hex(16)
                await client.send(
                    PlayMove(request=1, match=match, ply=asked.ply, move_id=name, move=move)
                )


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
