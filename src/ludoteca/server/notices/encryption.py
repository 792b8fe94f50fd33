"""Encrypts push messages (RFC 8291) and signs them for the push service (RFC 8292).

Curves and ciphers are those of the package `cryptography`; what is here is the order of the steps.
"""

import base64
import hmac
import json
import os
from typing import TYPE_CHECKING

from ludoteca.core.errors import UsageError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

POINT = 65
"""Bytes of an uncompressed point of P-256."""

AUTH = 16
"""Bytes of a browser's secret."""

RECORD = 4096
"""The size of a record as the header names it; a message is one record."""

VALID = 12 * 3600
"""Seconds for which a signature is good; RFC 8292 allows a day."""


def encode_base64url(data: bytes) -> str:
    """Write bytes in base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """Read base64 for addresses, with or without padding; raises `ValueError`.

    >>> decode_base64url(encode_base64url(b"key"))
    b'key'
    """
    padding = "=" * (-len(text) % 4)
    return base64.b64decode(text + padding, altchars=b"-_", validate=True)


def make_private_key() -> bytes:
    """Make a private key of P-256, as the 32 bytes of its number."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return number.to_bytes(32, "big")


def read_private_key(number: bytes) -> "EllipticCurvePrivateKey":
    """Read a private key from the bytes of its number."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(number, "big"), ec.SECP256R1())


def public_point(key: "EllipticCurvePrivateKey") -> bytes:
    """Return the public key as an uncompressed point."""
    numbers = key.public_key().public_numbers()
    return b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")


def check_client_keys(client_key: bytes, auth: bytes) -> None:
    """Refuse keys that no browser makes."""
    from cryptography.hazmat.primitives.asymmetric import ec

    if len(client_key) != POINT or len(auth) != AUTH:
        raise UsageError("these are no keys of a push subscription")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), client_key)
    except ValueError:
        raise UsageError("these are no keys of a push subscription") from None


def _digest(key: bytes, text: bytes) -> bytes:
    return hmac.digest(key, text, "sha256")


def encrypt(
    message: bytes,
    client_key: bytes,
    auth: bytes,
    own: "EllipticCurvePrivateKey | None" = None,
    salt: bytes | None = None,
) -> bytes:
    """Encrypt a message for one browser; `own` and `salt` are new each time but in tests."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), client_key)
    shared = own.exchange(ec.ECDH(), theirs)
    point = public_point(own)
    key = _digest(_digest(auth, shared), b"WebPush: info\0" + client_key + point + b"\1")
    secret = _digest(salt, key)
    content_key = _digest(secret, b"Content-Encoding: aes128gcm\0\1")[:16]
    nonce = _digest(secret, b"Content-Encoding: nonce\0\1")[:12]
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return header + AESGCM(content_key).encrypt(nonce, message + b"\2", None)


def sign(key: "EllipticCurvePrivateKey", audience: str, contact: str, now: float) -> str:
    """Return the `Authorization` by which a push service knows this server again."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    claims = {"aud": audience, "exp": int(now) + VALID, "sub": contact}
    parts = [{"typ": "JWT", "alg": "ES256"}, claims]
    text = ".".join(encode_base64url(json.dumps(part).encode()) for part in parts)
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encode_base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={text}.{signature}, k={encode_base64url(public_point(key))}"
