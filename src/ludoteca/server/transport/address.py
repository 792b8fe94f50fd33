"""The addresses of the server, on this machine and in the local network."""

import socket
from contextlib import suppress

from ludoteca.server.settings import Settings

ANYWHERE = ("0.0.0.0", "::", "")
LOCAL = ("localhost", "127.0.0.1", "[::1]")


def lan_address() -> str | None:
    """Return this machine's address in the local network; no packet is sent for it."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for documents: routed, never reached
        address = str(probe.getsockname()[0])
        if not address.startswith(("127.", "0.")):
            return address
    return None


def _hosts(settings: Settings) -> list[str]:
    if settings.host not in ANYWHERE:
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        return [host, *LOCAL] if host in LOCAL else [host]
    name = socket.gethostname().lower()
    lan = lan_address()
    return [*LOCAL, name, f"{name}.local", *([lan] if lan else [])]


def inner_address(settings: Settings, port: int) -> str:
    """Return where other processes of the same server reach this one."""
    if settings.address:
        return settings.address
    host = settings.host
    if host in ANYWHERE:
        host = lan_address() or "127.0.0.1"
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def addresses(settings: Settings, port: int) -> list[str]:
    """List the addresses to show, the best for this machine first."""
    found = [f"http://{_hosts(settings)[0]}:{port}"]
    lan = lan_address() if settings.host in ANYWHERE else None
    if lan:
        found.append(f"http://{lan}:{port}")
    if settings.public_url:
        found.append(settings.public_url.rstrip("/"))
    return found


def address_to_share(settings: Settings, port: int, host: str) -> str:
    """Return where others find what somebody sees at this host; "" if they do at the same one."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    lan = lan_address() if settings.host in ANYWHERE and _is_local(host) else None
    return f"http://{lan}:{port}" if lan else ""


def _is_local(host: str) -> bool:
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower() in LOCAL


def allowed_origins(settings: Settings, port: int) -> frozenset[str]:
    """List the pages that may open sockets, exactly as browsers name them."""
    own = [f"http://{host}:{port}" for host in _hosts(settings)]
    if port == 80:
        own += [f"http://{host}" for host in _hosts(settings)]
    public = [settings.public_url.rstrip("/").lower()] if settings.public_url else []
    return frozenset([*own, *public, *settings.origins])
