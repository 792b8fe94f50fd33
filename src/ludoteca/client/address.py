"""Addresses of servers and invitation links, as people type or paste them."""

from urllib.parse import urlsplit

TABLES = "/t/"
"""Where a link to a table goes on after the server's address."""


def parse_address(text: str) -> tuple[str, str]:
    """Split what was typed into a server's address and the id of a table, if it names one.

    >>> parse_address("https://games.example/t/k3v9x0c2")
    ('https://games.example', 'k3v9x0c2')
    >>> parse_address(" games.example "), parse_address("localhost:8000/")
    (('https://games.example', ''), ('http://localhost:8000', ''))
    """
    text = text.strip().rstrip("/")
    if text and "://" not in text:
        host = text.split("/")[0].split(":")[0]
        local = host == "localhost" or host.replace(".", "").isdigit()
        text = f"{'http' if local else 'https'}://{text}"
    path = urlsplit(text).path
    address, _, match = text.partition(TABLES) if TABLES in path else (text, "", "")
    return address.rstrip("/"), match.strip("/")
