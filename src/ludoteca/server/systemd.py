"""Tells systemd when the server is ready and when it stops (`Type=notify`)."""

import os
import socket
from contextlib import suppress

SETTING = "NOTIFY_SOCKET"
"""The variable in which systemd names its socket; not set elsewhere."""


def notify(state: str) -> bool:
    """Send a state such as `READY=1`; return whether systemd listens."""
    address = os.environ.get(SETTING, "")
    if not address:
        return False
    if address.startswith("@"):  # a socket in the abstract namespace
        address = f"\0{address[1:]}"
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.sendto(state.encode(), address)
        return True
    return False
