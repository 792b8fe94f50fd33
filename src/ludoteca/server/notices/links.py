"""Links in e-mail: signed by the server, so that they work without a session."""

import hmac

from ludoteca.server.notices.encryption import decode_base64url, encode_base64url

SIGNATURE = 16
"""Bytes of a signature: far too many to guess."""


class Links:
    """Makes and reads tokens; each is good for one purpose and one user."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def make(self, purpose: str, user: str, about: str = "") -> str:
        """Return a token.

        >>> links = Links(b"secret")
        >>> links.read("stop", links.make("stop", "ada"))
        ('ada', '')
        >>> links.read("confirm", links.make("stop", "ada")) is None
        True
        """
        text = f"{user}\n{about}".encode()
        return encode_base64url(self._signature(purpose, text) + text)

    def read(self, purpose: str, token: str) -> tuple[str, str] | None:
        """Return the user and what it is about; None if the token is not one of ours."""
        try:
            found = decode_base64url(token)
        except ValueError:
            return None
        signature, text = found[:SIGNATURE], found[SIGNATURE:]
        if not hmac.compare_digest(signature, self._signature(purpose, text)):
            return None
        user, _, about = text.decode().partition("\n")
        return user, about

    def _signature(self, purpose: str, text: bytes) -> bytes:
        return hmac.digest(self._key, purpose.encode() + b"\n" + text, "sha256")[:SIGNATURE]
