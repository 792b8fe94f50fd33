"""Where push messages may go."""

import datetime
import ipaddress
import ssl
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from ludoteca.core.errors import UsageError
from ludoteca.server.notices.push_service import PushServices, parse_address


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/a",
        "https://push.example:8443/a",
        "https://me@push.example/a",
        "https:///a",
        "ftp://push.example/a",
        "https://push.example/a b",
        "https://push.example/a\r\nx: y",
        "https://püsh.example/a",
        "https://[::1/a",
        "https://push.example/" + "a" * 1000,
        "",
    ],
)
def test_an_address_is_one_of_https_or_refused(endpoint: str) -> None:
    with pytest.raises(UsageError):
        parse_address(endpoint)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.9", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "::1", "fe80::1%eth0", "fd00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1",
        "2002:a00:1::1",
    ],
)  # fmt: skip
def test_no_message_goes_to_a_private_address(address: str) -> None:
    """One private address is enough: the first one found may be a lure."""
    services = PushServices(look_up=lambda *_: ["8.8.8.8", address])
    with pytest.raises(UsageError):
        services.post("https://push.example/a", b"", {})


class Taker(BaseHTTPRequestHandler):
    """Takes a message and answers with a redirect that nobody follows."""

    def do_POST(self) -> None:
        """Take it."""
        self.rfile.read(int(self.headers["content-length"]))
        self.server.heard = self.headers["host"]  # type: ignore[attr-defined]
        self.send_response(307)
        self.send_header("location", "https://127.0.0.1/inside")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


def certificate(folder: Path) -> Path:
    """Make a certificate for push.example, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push.example")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("push.example")]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "push.pem"
    plain = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8)
    file.write_bytes(
        key.private_bytes(*plain, serialization.NoEncryption())
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return file


def test_the_connection_goes_to_the_address_that_was_checked(tmp_path: Path) -> None:
    """By TLS for the service's own name; a redirect leads nowhere."""
    file = certificate(tmp_path)
    server = HTTPServer(("127.0.0.1", 0), Taker)
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(file)
    server.socket = own.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.handle_request)
    thread.start()
    looked_up: list[str] = []

    def look_up(host: str, port: int) -> list[str]:
        looked_up.append(host)
        return [str(ipaddress.ip_address("127.0.0.1"))]

    tls = ssl.create_default_context(cafile=str(file))
    services = PushServices(anywhere=True, look_up=look_up, tls=tls)
    port = server.server_address[1]
    assert services.post(f"https://push.example:{port}/a", b"hello", {}) == 307
    thread.join()
    server.server_close()
    assert looked_up == ["push.example"]
    assert server.heard == f"push.example:{port}"  # type: ignore[attr-defined]
