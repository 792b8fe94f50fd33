"""Where people find the server, and which pages may speak with it."""

import socket

import pytest

from ludoteca.server import address
from ludoteca.server.settings import Settings


def test_a_server_for_this_machine_alone_shows_one_address() -> None:
    settings = Settings(host="127.0.0.1")
    assert address.addresses(settings, 8000) == ["http://127.0.0.1:8000"]


def test_the_network_and_the_public_address_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "lan_address", lambda: "192.0.2.7")
    settings = Settings(public_url="https://games.example/")
    assert address.addresses(settings, 80) == [
        "http://localhost:80",
        "http://192.0.2.7:80",
        "https://games.example",
    ]
    origins = address.allowed_origins(settings, 80)
    assert {"http://192.0.2.7", "http://192.0.2.7:80", "https://games.example"} <= origins
    assert "http://games.example" not in origins


def test_origins_are_exact_and_the_host_may_add_some() -> None:
    settings = Settings(host="::1", origins=("https://page.example",))
    assert address.allowed_origins(settings, 8000) == {
        "http://[::1]:8000",
        "http://localhost:8000",
        "http://127.0.0.1:8000",
        "https://page.example",
    }


def test_a_machine_without_network_has_no_address_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(socket, "socket", unreachable)
    assert address.lan_address() is None
