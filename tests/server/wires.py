"""Wires for connections that no socket stands behind."""

from collections.abc import Callable


class TestWire:
    """Takes no frame at once, unless told how; calls what it is given."""

    __test__ = False

    def __init__(
        self,
        wake: Callable[[], None] = lambda: None,
        cut: Callable[[], None] = lambda: None,
        write: Callable[[bytes], bool] = lambda _: False,
    ) -> None:
        """Note what to call."""
        self.wake, self.cut, self.write = wake, cut, write
