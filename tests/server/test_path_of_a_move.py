"""The path of one move through a running server, as docs/how-it-works.md shows it."""

import asyncio
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import ludoteca
from ludoteca import games
from ludoteca.protocol.common import TableSetting
from tests.conventions.tree import ROOT, text
from tests.server.live import arrive, running, settled
from tests.server.raw_socket import RawSocket

MOST_FUNCTIONS = 30
MOST_ENTERED = 125
"""Functions of ours that may be entered at all, with every property and helper on the way."""

MILESTONES = (
    "protocol/__init__ decode_from_client",
    "table/actor Actor.give",
    "games/my_shelfie/notation/moves parse_move",
    "games/my_shelfie/rules refusal",
    "games/my_shelfie/rules apply",
    "table/move deal_what_is_due",
    "server/store/worker Worker.do",
    "server/store/worker Worker._hand_over",
    "server/store/batch append_together",
    "server/store/worker _tell",
    "server/transport/uvicorn_protocol WebSocketProtocol.write",
)
"""Every step of the move, and every handover on the way.

It is read, queued, understood, checked and made; what chance owes is dealt; it is handed to the
writing thread and stored, that is handed back, and it is acknowledged. The path of a move is these
functions and every function of ours between the arriving bytes and them. What a function asks on
the way and comes back from (whose turn it is, a summary, an encoder) is not on the path; neither
are loops that wait for messages anyway. How much is asked on the way is limited by `MOST_ENTERED`.
"""
HERE = Path(ludoteca.__file__).parent
ACCEPTED = b'"type":"accepted"'


class Trace:
    """Notes which functions of ours are entered, in order, until the answer is sent."""

    def __init__(self) -> None:
        self.on = False
        self.entered: dict[str, None] = {}
        """All functions of ours that were entered."""
        self.path: dict[str, None] = {}
        """Those of them that lead to a milestone."""
        self._lock = threading.Lock()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Take note of a call."""
        code = frame.f_code
        if not self.on or event != "call" or "<" in code.co_name:
            return
        path = Path(code.co_filename)
        if HERE not in path.parents:
            return
        entered = _name(frame)
        with self._lock:
            if frame.f_lineno == code.co_firstlineno:  # else a coroutine that goes on
                self.entered[entered] = None
            if entered in MILESTONES:
                self._note_stack(frame)
        if code.co_name == "write" and ACCEPTED in bytes(frame.f_locals.get("frame", b"")):
            self.on = False

    def _note_stack(self, frame: FrameType | None) -> None:
        stack = []
        while frame is not None:
            if HERE in Path(frame.f_code.co_filename).parents and "<" not in frame.f_code.co_name:
                stack.append(_name(frame))
            frame = frame.f_back
        self.path.update((name, None) for name in reversed(stack) if name in self.entered)


def _name(frame: FrameType) -> str:
    module = Path(frame.f_code.co_filename).relative_to(HERE).with_suffix("").as_posix()
    return f"{module} {frame.f_code.co_qualname}"


@contextmanager
def profiled(trace: Trace) -> Iterator[None]:
    """Trace this thread, and those that are started meanwhile."""
    threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def trace_of_a_move(folder: Path) -> Trace:
    """Play one move at a real server; return the functions it entered."""
    trace = Trace()
    with profiled(trace):
        async with running(folder) as server:
            ada = await arrive(server.address, "Ada")
            setting = TableSetting(game=games.names()[-1], bots=("beginner",), seating="set")
            await ada.open_table(setting)
            await ada.be_ready()
            await ada.start()
            await ada.wait(lambda me: me.may_move)
            move = await ada.choose()
            assert move is not None
            raw = await RawSocket.open(server.address, ada.client_token)
            await raw.greet()
            await raw.ask(type="enter", request=2, match=ada.match)
            await settled(server, ada.match)
            await asyncio.sleep(0.3)
            trace.on = True
            answer = await raw.ask(
                type="play_move",
                request=3,
                match=ada.match,
                ply=move.ply,
                move_id=move.move_id,
                move=move.move,
            )
            assert answer["type"] == "accepted"
            assert not trace.on, "the answer was sent"
            await raw.close()
            await ada.close()
    return trace


def documented() -> list[str]:
    """Return the path as docs/how-it-works.md shows it."""
    page = text(ROOT / "docs" / "how-it-works.md")
    section = page.partition("## The path of one move\n")[2].partition("\n## ")[0]
    steps = re.findall(r"^\d+\. `([\w/]+)` `([\w.]+)`", section, flags=re.MULTILINE)
    return [f"{module} {function}" for module, function in steps]


async def test_the_path_of_a_move_is_short_and_as_documented(tmp_path: Path) -> None:
    """On a busy machine other work may fall into the trace: then another move is traced."""
    for attempt in range(3):
        trace = await trace_of_a_move(tmp_path / str(attempt))
        path = [name.replace("/__init__ ", " ") for name in trace.path]
        if path == documented():
            break
    assert path == documented(), "docs/how-it-works.md shows exactly this list"
    assert len(path) <= MOST_FUNCTIONS
    assert len(trace.entered) <= MOST_ENTERED
