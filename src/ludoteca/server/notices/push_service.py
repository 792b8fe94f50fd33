"""Posts to push services, after checking their addresses, which clients give."""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from ludoteca.core.errors import UsageError

TIMEOUT = 10.0
LONGEST = 1000
"""Characters of an address; those of browsers have about 200."""

HTTPS_PORT = 443


class PushAddress(NamedTuple):
    """Where a push message goes."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Return what a signature is made for."""
        usual = HTTPS_PORT if self.scheme == "https" else 80
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == usual else f":{self.port}")


def parse_address(endpoint: str, anywhere: bool = False) -> PushAddress:
    """Read the address of a push service; only https, unless `anywhere` is allowed.

    >>> parse_address("https://push.example/abc").origin
    'https://push.example'
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise UsageError("that is no address of a push service") from None
    usable = parts.scheme == "https" or (anywhere and parts.scheme == "http")
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not (usable and plain and parts.hostname and len(endpoint) <= LONGEST):
        raise UsageError("that is no address of a push service")
    if parts.username is not None or (port not in (None, HTTPS_PORT) and not anywhere):
        raise UsageError("that is no address of a push service")
    if port is None:
        port = HTTPS_PORT if parts.scheme == "https" else 80
    path = parts.path or "/"
    query = f"?{parts.query}" if parts.query else ""
    return PushAddress(parts.scheme, parts.hostname, port, path + query)


def resolve(host: str, port: int) -> list[str]:
    """Look a name up."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(one[4][0]) for one in found]


class PushServices:
    """Posts to push services, never to a machine of the server's own network.

    The name is looked up once, every address it has is checked, and the connection goes to the
    address that was checked: a name that changes in between leads nowhere else.
    """

    def __init__(
        self,
        anywhere: bool = False,
        look_up: Callable[[str, int], list[str]] = resolve,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """With `anywhere` private addresses and plain http are allowed: for tests."""
        self._anywhere, self._look_up = anywhere, look_up
        self._tls = tls

    def post(self, endpoint: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Send a message; return the status. Redirects are not followed."""
        address = parse_address(endpoint, self._anywhere)
        connection = self._connect(address)
        try:
            connection.request("POST", address.path, body, dict(headers))
            answer = connection.getresponse()
            answer.read(1024)
            return answer.status
        finally:
            connection.close()

    def _connect(self, address: PushAddress) -> http.client.HTTPConnection:
        checked = self._checked(address)
        connection = http.client.HTTPConnection(address.host, address.port, timeout=TIMEOUT)
        plain = socket.create_connection((checked, address.port), TIMEOUT)
        if address.scheme != "https":
            connection.sock = plain
            return connection
        self._tls = self._tls or ssl.create_default_context()
        try:
            connection.sock = self._tls.wrap_socket(plain, server_hostname=address.host)
        except BaseException:
            plain.close()
            raise
        return connection

    def _checked(self, address: PushAddress) -> str:
        found = self._look_up(address.host, address.port)
        if not found:
            raise OSError(f"{address.host} has no address")
        if not self._anywhere and not all(_is_public(one) for one in found):
            raise UsageError("that push service is at a private address")
        return found[0]


def _is_public(text: str) -> bool:
    """Return whether an address is one of the internet, also behind a mapped or embedded one."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            address = inner
        elif address.teredo is not None or address in _TRANSLATED:
            return False
    return address.is_global and not address.is_multicast


_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""Addresses that a gateway translates to IPv4, perhaps to a private one."""
