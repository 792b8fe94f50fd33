"""Frames are counted by their headers alone, wherever the pieces end."""

import random

from ludoteca.server.settings import Limits
from ludoteca.server.transport.frames import FrameLimit, FrameWalker

MASK = b"\x01\x02\x03\x04"


def frame(first: int, payload: int) -> bytes:
    """Write a masked frame of a size."""
    if payload < 126:
        length = bytes([0x80 | payload])
    elif payload < 2**16:
        length = bytes([0x80 | 126]) + payload.to_bytes(2, "big")
    else:
        length = bytes([0x80 | 127]) + payload.to_bytes(8, "big")
    return bytes([first]) + length + MASK + b"x" * payload


def test_every_frame_is_counted_once_however_it_is_cut() -> None:
    chance = random.Random(1)
    for _ in range(200):
        sizes = [
            chance.choice((0, 1, 5, 125, 126, 300, 70_000)) for _ in range(chance.randint(1, 9))
        ]
        data = b"".join(frame(0x81, payload) for payload in sizes)
        walker, counted, at = FrameWalker(), 0, 0
        while at < len(data):
            step = chance.choice((1, 2, 3, 7, 1000, len(data)))
            counted += walker.walk(data[at : at + step], most=1000)
            at += step
        assert counted == len(sizes)


def test_a_close_and_the_pieces_of_a_message_are_noticed() -> None:
    walker = FrameWalker()
    walker.walk(frame(0x01, 3) + frame(0x00, 0) * 5 + frame(0x89, 0), most=1000)
    assert (walker.fragments, walker.closes) == (5, False)
    walker.walk(frame(0x80, 0) + frame(0x01, 0) + frame(0x88, 2), most=1000)
    assert (walker.fragments, walker.closes) == (0, True)


def test_what_goes_beyond_the_limits_may_not_be_parsed() -> None:
    now = [0.0]
    limits = Limits(
        frames_a_second=10, frame_burst=20, fragments=8, bytes_a_second=100, byte_burst=1000
    )

    def fresh() -> FrameLimit:
        return FrameLimit(limits, lambda: now[0])

    def always(_frames: int) -> bool:
        return True

    limit = fresh()
    assert limit.take(frame(0x89, 0) * 20, always)
    assert not limit.take(frame(0x89, 0), always)
    now[0] += 1
    assert limit.take(frame(0x89, 0) * 10, always)
    assert not fresh().take(frame(0x82, 900) * 2, always)
    assert not fresh().take(frame(0x01, 0) + frame(0x00, 0) * 9, always)
    assert not fresh().take(frame(0x89, 0), lambda frames: frames < 1)
