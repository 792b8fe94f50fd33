"""Ctrl-C where it would do harm: kept back while compiling, unheard by processes that start."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_back() -> Iterator[None]:
    """Let Ctrl-C take effect at the end only; a second one does at once.

    While LLVM works, the first thing to hear it is often a call from C, which would drop it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []

    def note(number: int, _: object) -> None:
        if heard:
            raise KeyboardInterrupt
        heard.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        raise KeyboardInterrupt


@contextmanager
def unheard() -> Iterator[None]:
    """Ignore Ctrl-C, so that a process which is started now never hears it: we do, and end it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
