"""Sending e-mail through the host's SMTP server."""

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from ludoteca.core.errors import UsageError

TIMEOUT = 20.0
PORTS = {"smtp": 587, "smtps": 465}
REFUSED = 500
"""Answers from here on are for good."""


class AddressRefused(Exception):
    """The server takes no mail for this address, today or later."""


class MailServer:
    """Where mail is handed over: `smtp://` asks for encryption, `smtps://` begins with it.

    >>> MailServer("smtp://me:secret@mail.example", "ludoteca <play@example.org>").is_on
    True
    """

    def __init__(self, url: str, sender: str, tls: ssl.SSLContext | None = None) -> None:
        """Take the address with user and password, and who sends; no address: no mail."""
        self.is_on = bool(url)
        self._sender, self._tls = sender, tls
        parts = urlsplit(url)
        try:
            port = parts.port
        except ValueError:
            port = -1
        known = parts.scheme in PORTS and parts.hostname and port != -1
        if url and not known:
            raise UsageError("LUDOTECA_SMTP_URL is smtp://USER:PASSWORD@HOST:PORT, or smtps://…")
        if url and "@" not in sender:
            raise UsageError("LUDOTECA_MAIL_FROM is needed to send e-mail: who sends it")
        self._scheme, self._host = parts.scheme, parts.hostname or ""
        self._port = port or PORTS.get(parts.scheme, 0)
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")

    def send(self, to: str, subject: str, text: str, unsubscribe: str = "") -> None:
        """Send a plain text; raises `AddressRefused` if the address is no good."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._sender, to, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="ludoteca")
        message["Auto-Submitted"] = "auto-generated"
        if unsubscribe:
            message["List-Unsubscribe"] = f"<{unsubscribe}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
        message.set_content(text)
        with self._connect() as server:
            try:
                server.send_message(message)
            except smtplib.SMTPRecipientsRefused as error:
                code = max(code for code, _ in error.recipients.values())
                if code >= REFUSED:
                    raise AddressRefused(str(code)) from None
                raise

    def _connect(self) -> smtplib.SMTP:
        if self._scheme == "smtps":
            tls = self._tls or ssl.create_default_context()
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                self._host, self._port, timeout=TIMEOUT, context=tls
            )
        else:
            server = smtplib.SMTP(self._host, self._port, timeout=TIMEOUT)
        try:
            self._greet(server)
        except BaseException:
            server.close()
            raise
        return server

    def _greet(self, server: smtplib.SMTP) -> None:
        """Encrypt if the server can, then log in; a password never goes out in the clear."""
        server.ehlo()
        is_secret = self._scheme == "smtps"
        if not is_secret and server.has_extn("starttls"):
            server.starttls(context=self._tls or ssl.create_default_context())
            server.ehlo()
            is_secret = True
        if not self._user:
            return
        if not is_secret:
            raise UsageError(f"{self._host} offers no encryption: the password is not sent")
        server.login(self._user, self._password)
