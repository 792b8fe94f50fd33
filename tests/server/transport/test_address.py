"""Where people find the server, and which pages may speak with it."""

import socket

import pytest

from ludoteca.server.settings import Settings
from ludoteca.server.transport import address


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


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST"])
def test_from_this_machine_others_are_sent_to_its_address_in_the_network(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setattr(address, "lan_address", lambda: "192.0.2.7")
    shared = address.address_to_share
    assert shared(Settings(), 8000, host) == "http://192.0.2.7:8000"
    assert shared(Settings(host="127.0.0.1"), 8000, host) == ""
    assert shared(Settings(public_url="https://games.example/"), 8000, host) == (
        "https://games.example"
    )


@pytest.mark.parametrize("host", ["192.0.2.7:8000", "games.example", "[fe80::1]:8000", ""])
def test_from_elsewhere_nothing_is_told_about_the_network(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setattr(address, "lan_address", lambda: "192.0.2.7")
    assert address.address_to_share(Settings(), 8000, host) == ""


def test_a_machine_without_network_shares_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "lan_address", lambda: None)
    assert address.address_to_share(Settings(), 8000, "localhost:8000") == ""


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
