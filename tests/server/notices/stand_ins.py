"""A push service and an SMTP server for tests: real sockets, and each checks what it is given."""

import asyncio
import base64
import hashlib
import hmac
import json
import os
from email import message_from_bytes
from email.message import Message
from email.policy import default
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

CURVE = ec.SECP256R1()


def base64url(data: bytes) -> str:
    """Write bytes as browsers do."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unbase64url(text: str) -> bytes:
    """Read what browsers write."""
    return base64.urlsafe_b64decode(text + "==")


def derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """Derive a key (HKDF, RFC 5869), one block of it."""
    extracted = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(extracted, info + b"\x01", hashlib.sha256).digest()[:length]


class Browser:
    """What a browser keeps of its subscription, and how it reads a message (RFC 8291, 8188)."""

    def __init__(self, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"") -> None:
        self.key = key or ec.generate_private_key(CURVE)
        self.auth = auth or os.urandom(16)
        numbers = self.key.public_key().public_numbers()
        self.point = b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")

    def decrypt(self, body: bytes) -> bytes:
        """Read a message; raises if it was not meant for this browser."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        )
        key = derive(self.auth, shared, b"WebPush: info\x00" + self.point + sender, 32)
        cipher = AESGCM(derive(salt, key, b"Content-Encoding: aes128gcm\x00", 16))
        text = cipher.decrypt(derive(salt, key, b"Content-Encoding: nonce\x00", 12), record, None)
        assert text.rstrip(b"\x00").endswith(b"\x02")
        return text.rstrip(b"\x00")[:-1]

    def subscription(self, endpoint: str, language: str = "en") -> dict[str, str]:
        """Return what the page sends."""
        keys = {"p256dh": base64url(self.point), "auth": base64url(self.auth)}
        return {"endpoint": endpoint, **keys, "language": language}


def check_vapid(authorization: str, origin: str, now: float) -> dict[str, Any]:
    """Check a signature as push services do (RFC 8292); return what it claims, and its key."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    assert json.loads(unbase64url(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = unbase64url(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unbase64url(parts["k"]))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(unbase64url(claims))
    assert found["aud"] == origin
    assert now < found["exp"] <= now + 86_400
    assert found["sub"].startswith(("mailto:", "https://", "http://"))
    return {**found, "key": parts["k"]}


class PushService:
    """Takes messages for one browser, checks who sends them, and decrypts them."""

    def __init__(self, now: float) -> None:
        self.browser, self._now = Browser(), now
        self.told: list[dict[str, Any]] = []
        self.faults: list[BaseException] = []
        self.claims: list[dict[str, Any]] = []
        self.status = 201
        self.asked = 0
        self.news = asyncio.Event()

    async def open(self) -> str:
        """Listen; return the address of the subscription."""
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.origin = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return f"{self.origin}/send/abc?d=1"

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])
        }
        body = await reader.readexactly(int(headers["content-length"]))
        self.asked += 1
        try:
            assert lines[0] == "POST /send/abc?d=1 HTTP/1.1"
            assert headers["content-encoding"] == "aes128gcm"
            assert int(headers["ttl"]) > 0
            self.claims.append(check_vapid(headers["authorization"], self.origin, self._now))
            self.told.append(json.loads(self.browser.decrypt(body)))
        except BaseException as error:  # the test looks at it
            self.faults.append(error)
        writer.write(f"HTTP/1.1 {self.status} X\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        self.news.set()

    async def close(self) -> None:
        """Stop; whatever was wrong is a failure."""
        self._server.close()
        assert not self.faults, self.faults


class SmtpServer:
    """Takes mail as RFC 5321 says, without encryption; refuses mail to `refused@…`."""

    def __init__(self) -> None:
        self.mail: list[Message] = []
        self.news = asyncio.Event()

    async def open(self) -> str:
        """Listen; return the address."""
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        return f"smtp://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 test\r\n")
        while line := (await reader.readline()).decode().strip():
            command = line.partition(" ")[0].upper()
            if command == "RCPT" and "refused@" in line:
                writer.write(b"550 nobody here\r\n")
            elif command == "DATA":
                writer.write(b"354 go on\r\n")
                text = await reader.readuntil(b"\r\n.\r\n")
                self.mail.append(message_from_bytes(text[:-3], policy=default))
                writer.write(b"250 taken\r\n")
                self.news.set()
            elif command == "QUIT":
                writer.write(b"221 bye\r\n")
                break
            else:
                writer.write(b"250 yes\r\n")
            await writer.drain()
        await writer.drain()
        writer.close()

    async def close(self) -> None:
        """Stop."""
        self._server.close()
