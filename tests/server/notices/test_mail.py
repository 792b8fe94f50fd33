"""E-mail through an SMTP server."""

import asyncio

import pytest

from ludoteca.core.errors import UsageError
from ludoteca.server.notices.mail import AddressRefused, MailServer
from tests.server.notices.stand_ins import SmtpServer

SENDER = "ludoteca <play@example.org>"


async def test_a_mail_is_handed_over_with_a_way_out() -> None:
    smtp = SmtpServer()
    server = MailServer(await smtp.open(), SENDER)
    stop = "https://x.example/api/notices/stop?token=t"
    await asyncio.to_thread(server.send, "ada@example.org", "Tocca a te", "È il tuo turno.\n", stop)
    [mail] = smtp.mail
    assert (mail["From"], mail["To"], mail["Subject"]) == (SENDER, "ada@example.org", "Tocca a te")
    assert mail["List-Unsubscribe"] == f"<{stop}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Date"]
    assert mail["Message-ID"]
    assert mail.get_content().strip() == "È il tuo turno."  # type: ignore[attr-defined]
    with pytest.raises(AddressRefused):
        await asyncio.to_thread(server.send, "refused@example.org", "a", "b")
    await smtp.close()


async def test_a_password_never_goes_out_in_the_clear() -> None:
    smtp = SmtpServer()
    url = (await smtp.open()).replace("smtp://", "smtp://me:secret@")
    with pytest.raises(UsageError):
        await asyncio.to_thread(MailServer(url, SENDER).send, "ada@example.org", "a", "b")
    assert not smtp.mail
    await smtp.close()


@pytest.mark.parametrize("url", ["http://mail.example", "smtp://", "smtp://mail.example:none"])
def test_an_address_that_can_not_be_is_refused(url: str) -> None:
    with pytest.raises(UsageError):
        MailServer(url, SENDER)


def test_mail_needs_a_sender() -> None:
    with pytest.raises(UsageError):
        MailServer("smtp://mail.example", "")
    assert not MailServer("", "").is_on
