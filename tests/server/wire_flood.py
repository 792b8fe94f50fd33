"""Frames at wire speed, from a process of their own.

    python -m tests.server.wire_flood PORT KIND SOCKETS SECONDS [TOKEN]

Each socket sends as fast as the kernel takes it, and comes back as soon as it is cut, or is not
answered at once. At the end it prints how many bytes were taken and how often a line was cut.
"""

import socket
import sys
import time
from contextlib import suppress
from threading import Thread

MASK = b"\x00\x00\x00\x00"
KINDS = {
    "pings": b"\x89\x80" + MASK,
    "pongs": b"\x8a\x80" + MASK,
    "fragments": b"\x00\x80" + MASK,
    "texts": b"\x81\x81" + MASK + b"x",
}
"""The smallest frames of each kind; a message of fragments begins before them and never ends."""

FIRST = {"fragments": b"\x01\x80" + MASK}
PIECE = 256 * 1024
TIMEOUT = 0.5
ANSWER = 0.05
"""Seconds in which a socket is accepted, if it is; a bad client does not wait for longer."""

HERE = ("127.0.0.2" if sys.platform == "linux" else "127.0.0.1", 0)
"""An address of its own: the server takes 127.0.0.1 for a proxy, which speaks for many."""


class Flooder(Thread):
    """One socket after the other."""

    def __init__(self, port: int, kind: str, seconds: float, token: str) -> None:
        """Prepare what is sent again and again."""
        super().__init__(daemon=True)
        self._port, self._kind, self._token = port, kind, token
        self._until = time.monotonic() + seconds
        frame = KINDS[kind]
        self._piece = frame * (PIECE // len(frame))
        self.taken = self.cut = 0

    def run(self) -> None:
        """Flood until it is time."""
        while time.monotonic() < self._until:
            with suppress(OSError):
                self._flood()
            self.cut += time.monotonic() < self._until

    def _flood(self) -> None:
        with socket.create_connection(("127.0.0.1", self._port), TIMEOUT, HERE) as line:
            line.sendall(self._handshake())
            line.settimeout(ANSWER)
            if b" 101 " not in line.recv(4096):
                return
            line.settimeout(TIMEOUT)
            line.sendall(FIRST.get(self._kind, b""))
            while time.monotonic() < self._until:
                self.taken += line.send(self._piece)

    def _handshake(self) -> bytes:
        lines = [
            "GET /socket HTTP/1.1",
            "Host: 127.0.0.1",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            *([f"Authorization: Bearer {self._token}"] if self._token else []),
        ]
        return "\r\n".join([*lines, "", ""]).encode()


def main(port: str, kind: str, sockets: str, seconds: str, token: str = "") -> None:
    """Flood from several sockets at once."""
    flooders = [Flooder(int(port), kind, float(seconds), token) for _ in range(int(sockets))]
    for flooder in flooders:
        flooder.start()
    print("here", flush=True)
    for flooder in flooders:
        flooder.join()
    print(sum(one.taken for one in flooders), sum(one.cut for one in flooders), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
