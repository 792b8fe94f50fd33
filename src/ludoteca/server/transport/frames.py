"""Counts WebSocket frames before they are parsed, so that a flood costs little.

A frame of six bytes costs the parser some ten microseconds: a quarter of a megabyte of them, which
the event loop hands over in one piece, stops everybody else for half a second. Looking at the
headers alone and stopping at the limit costs as much as the limit allows, whatever was sent.
"""

import time
from collections.abc import Callable

from ludoteca.server.settings import Limits
from ludoteca.server.transport.limits import Bucket

CONTINUATION, CLOSE = 0x0, 0x8
FIN, OPCODE, CONTROL = 0x80, 0x0F, 0x08
MASKED, LENGTH = 0x80, 0x7F
MASK_BYTES = 4
EXTENDED = {126: 2, 127: 8}
"""Length codes that say how many further bytes hold the length."""


class FrameWalker:
    """Walks from header to header; what lies between is skipped unread.

    >>> walker = FrameWalker()
    >>> walker.walk(bytes([0x89, 0x80, 1, 2, 3, 4]) * 5, most=3)
    4
    """

    __slots__ = ("_head", "_skip", "closes", "fragments")

    def __init__(self) -> None:
        self._head = b""
        self._skip = 0
        self.fragments = 0
        """Frames of the message that is being sent in pieces."""
        self.closes = False
        """Whether a close frame has passed."""

    def walk(self, data: bytes, most: int) -> int:
        """Count the frames that begin in `data`; stop once there are more than `most`."""
        if self._head:
            data, self._head = self._head + data, b""
        at, end, frames = self._skip, len(data), 0
        while at < end:
            head = self._measure(data, at)
            if head == 0:  # the header goes on in the next piece
                self._head = data[at:]
                self._skip = 0
                return frames
            frames += 1
            opcode = data[at] & OPCODE
            self.closes |= opcode == CLOSE
            if not opcode & CONTROL:
                self.fragments = self.fragments + 1 if opcode == CONTINUATION else 0
            at += head
            if frames > most:
                break
        self._skip = max(0, at - end)
        return frames

    @staticmethod
    def _measure(data: bytes, at: int) -> int:
        """Return the length of the frame that begins at `at`; 0 if its header is not all there."""
        if at + 2 > len(data):
            return 0
        length, head = data[at + 1] & LENGTH, 2
        if length in EXTENDED:
            more = EXTENDED[length]
            if at + 2 + more > len(data):
                return 0
            length = int.from_bytes(data[at + 2 : at + 2 + more], "big")
            head += more
        return head + (MASK_BYTES if data[at + 1] & MASKED else 0) + length


class FrameLimit:
    """Decides whether what one connection sends may be parsed."""

    __slots__ = ("_bytes", "_clock", "_frames", "_limits", "walker")

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        now = clock()
        self._limits, self._clock = limits, clock
        self._frames = Bucket(limits.frames_a_second, limits.frame_burst, now)
        self._bytes = Bucket(limits.bytes_a_second, limits.byte_burst, now)
        self.walker = FrameWalker()

    def take(self, data: bytes, of_address: Callable[[int], bool]) -> bool:
        """Count what came; False if it is too much for the connection or for its address."""
        now = self._clock()
        frames = self.walker.walk(data, self._limits.frame_burst)
        return (
            self._bytes.take(now, len(data))
            and self._frames.take(now, frames)
            and self.walker.fragments <= self._limits.fragments
            and of_address(frames)
        )
