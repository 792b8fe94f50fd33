"""Being told while the page is closed: chosen in Settings, shown by the service worker."""

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.page.serving import serving
from tests.page.test_account import SECRET, identify, open_sheet
from tests.server.notices.stand_ins import SmtpServer

SUBSCRIBE = """
PushManager.prototype.subscribe = async function () {
  const curve = {name: "ECDH", namedCurve: "P-256"};
  const pair = await crypto.subtle.generateKey(curve, true, ["deriveBits"]);
  const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const p256dh = text(await crypto.subtle.exportKey("raw", pair.publicKey));
  const made = {
    endpoint: "https://push.example/abc",
    options: {applicationServerKey: null},
    toJSON: () => ({keys: {p256dh, auth: text(new Uint8Array(16))}}),
    unsubscribe: async () => { PushManager.made = null; return true; },
  };
  return (PushManager.made = made);
};
PushManager.prototype.getSubscription = async () => PushManager.made ?? null;
"""
"""A browser without a network has no push service; keys and what is sent are real."""

SHOW = """(text) => new Promise((shown) => {
  let told = [];
  self.registration.showNotification = async (...all) => void (told = all);
  navigator.setAppBadge = navigator.clearAppBadge = async (turns = 0) => shown([...told, turns]);
  dispatchEvent(new PushEvent("push", { data: text }));
})"""
"""Lets a push message arrive in the service worker; returns what it would show, and the badge.

Both are shown by the system, which a browser without a screen lacks.
"""


@pytest.fixture
def smtp() -> Iterator[SmtpServer]:
    """Run a mail server in a thread."""
    server, loop, ready = SmtpServer(), asyncio.new_event_loop(), threading.Event()

    def run() -> None:
        server.url = loop.run_until_complete(server.open())  # type: ignore[attr-defined]
        ready.set()
        loop.run_forever()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    ready.wait()
    yield server
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    server._server.close()
    loop.close()


def test_push_messages_and_e_mail_are_chosen_in_settings(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, smtp: SmtpServer
) -> None:
    monkeypatch.setenv("LUDOTECA_SMTP_URL", smtp.url)  # type: ignore[attr-defined]
    monkeypatch.setenv("LUDOTECA_MAIL_FROM", "ludoteca <play@example.org>")
    with serving(tmp_path) as address:
        context = browser.new_context(
            base_url=address, locale="en-GB", permissions=["notifications"]
        )
        context.add_init_script(SUBSCRIBE)
        page = context.new_page()
        page.goto("/settings")
        panel = page.get_by_role("region", name="While you’re away")
        turn = panel.get_by_role("switch", name="Your turn")
        expect(turn).not_to_be_checked()
        with page.expect_response(lambda one: one.request.method == "PUT") as chosen:
            turn.check(force=True)
        assert chosen.value.json()["push"] == ["turn"]
        expect(turn).to_be_checked()
        data = page.evaluate("async () => (await fetch('/api/me/data')).json()")
        assert data["notices"]["browsers"] == ["https://push.example/abc"]
        expect(panel).to_contain_text("E-mail needs an account.")

        # the service worker shows what comes
        page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
        told = {"body": "It’s your turn.", "url": "/t/abcd", "tag": "turn-abcd"}
        title, options, turns = context.service_workers[0].evaluate(SHOW, json.dumps(told))
        assert (title, options["body"], options["tag"]) == ("ludoteca", told["body"], told["tag"])
        assert options["data"]["url"] == "/t/abcd"
        assert turns == 0, "nobody waits at any table"

        # e-mail, for an account, once its address is confirmed
        sheet = open_sheet(page)
        identify(sheet, "Create an account", "Aurelia", SECRET)
        expect(sheet).to_have_count(0)
        panel.get_by_label("E-mail address").fill("aurelia@example.org")
        panel.get_by_role("button", name="Save").click()
        expect(panel.get_by_role("status")).to_contain_text("Check your inbox")
        text = smtp.mail[0].get_content()  # type: ignore[attr-defined]
        link = next(line for line in text.split() if "/api/notices/confirm" in line)
        page.goto(address + link[link.index("/api/") :])
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_text("Done.")).to_be_visible()
        page.goto("/settings")
        expect(panel.get_by_role("status")).to_have_text("E-mail goes to aurelia@example.org.")
        expect(panel.get_by_role("switch", name="Ends of matches").last).to_be_checked()
        context.close()
