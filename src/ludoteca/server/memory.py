"""Garbage collection in short pauses, however many tables are loaded.

A full collection of Python looks at everything there is: half a second with a thousand tables, and
nobody gets an answer meanwhile. So whatever has survived two of the short ones is set aside and not
looked at again; it is freed all the same when nothing refers to it any more. Only what refers to
itself in a circle stays. Nothing of ours does when it has ended (a test counts), and for what a
library leaves there is `clean_up`, in an hour when nobody is there.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

MIDDLE = 1
"""The generation of what has survived once; whatever survives its collection as well is kept."""


@contextmanager
def short_pauses() -> Iterator[None]:
    """Set aside what survives twice, while the block lasts."""
    gc.callbacks.append(_set_aside)
    try:
        gc.freeze()
        yield
    finally:
        gc.callbacks.remove(_set_aside)
        gc.unfreeze()


def _set_aside(phase: str, info: dict[str, Any]) -> None:
    if phase == "stop" and info["generation"] >= MIDDLE:
        gc.freeze()


def clean_up() -> None:
    """Look at everything once."""
    gc.unfreeze()
    gc.collect()
