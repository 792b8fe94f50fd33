"""Passes an admin's request on to the process that owns the table, with our token."""

import asyncio
import json
from functools import partial

import msgspec

from ludoteca.protocol.http import TableLine
from ludoteca.protocol.http_client import HttpStatus, fetch
from ludoteca.server.logs import log
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store.values import Owner
from ludoteca.server.tables.proxy import PASSED_ON

TIMEOUT = 15.0


class OwnerClient:
    """Asks other processes, in the name of this one."""

    def __init__(self, token: str, process: str) -> None:
        """Take the token of the admin interface, which all processes share."""
        self._headers = {"authorization": f"Bearer {token}", PASSED_ON: process}

    async def ask(self, owner: Owner, path: str) -> TableLine:
        """Ask the owner of a table what we were asked."""
        url = f"http://{owner.address}{path}"
        ask = partial(fetch, url, b"", self._headers, method="POST", timeout=TIMEOUT)
        try:
            answer = await asyncio.to_thread(ask)
        except HttpStatus as error:
            raise ServerRefusal(_code(error)) from None
        except OSError as error:
            log.warning("owner_unreachable", owner=owner.process, error=type(error).__name__)
            raise ServerRefusal("busy") from None
        return msgspec.json.decode(answer, type=TableLine)


def _code(error: HttpStatus) -> str:
    """Return the code of the owner's refusal; without the same token, it has none for us."""
    try:
        code = str(json.loads(error.read())["code"])
    except (ValueError, KeyError, TypeError):
        code = "busy"
    return "busy" if code == "not_found" else code
