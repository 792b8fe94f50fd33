"""Proves that a request comes from another process of this server."""

import hmac
import secrets

from ludoteca.server.store import Store

KEY = "passed_on"
"""The name of the key, in the database that all processes share."""


class ProcessProof:
    """Signs the tokens of clients for whom this process speaks to others, and checks theirs.

    A proof is good for one client's token only, so that nobody can use it for another.
    """

    def __init__(self, store: Store, is_shared: bool) -> None:
        """`is_shared`: other processes may work on the same store; else nothing is believed."""
        self._store, self._is_shared = store, is_shared
        self._key: bytes | None = None

    async def make(self, token: str) -> str:
        """Return the proof for a client's token."""
        if self._key is None:
            self._key = await self._store.notices.keep_key(KEY, secrets.token_bytes(32))
        return hmac.digest(self._key, token.encode(), "sha256").hex()

    async def is_good(self, proof: str, token: str) -> bool:
        """Return whether a process of this server has made a proof."""
        if not self._is_shared:
            return False
        return hmac.compare_digest((await self.make(token)).encode(), proof.encode())

    def forget(self) -> None:
        """Read the key again the next time: a restored backup may have another."""
        self._key = None
