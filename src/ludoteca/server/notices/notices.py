"""Sends notices of turns, invitations and ends to people who are away, as they have chosen.

A notice waits a little: the person may come back, the turn may pass, and others may join it. Then
one push message and one e-mail tell of all, and the next ones keep a distance.
"""

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial

import msgspec

from ludoteca.core.errors import LudotecaError, StoreAway, UsageError
from ludoteca.language import words
from ludoteca.protocol.http import PushMessage
from ludoteca.server.background import Background
from ludoteca.server.bus.port import USER, Bus
from ludoteca.server.logs import log
from ludoteca.server.metrics import Metrics
from ludoteca.server.notices.encryption import (
    encode_base64url,
    encrypt,
    make_private_key,
    public_point,
    read_private_key,
    sign,
)
from ludoteca.server.notices.links import Links
from ludoteca.server.notices.mail import AddressRefused, MailServer
from ludoteca.server.notices.push_service import PushServices, parse_address
from ludoteca.server.notices.wording import Occasion, headline, lines, sentence
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.settings import Settings
from ludoteca.server.store import Store
from ludoteca.server.store.values import NoticeChoices, PushSubscription, User
from ludoteca.server.transport.hub import Hub
from ludoteca.server.transport.limits import Buckets

PUSH, MAIL = "push", "mail"
GAPS = {PUSH: 60.0, MAIL: 900.0}
"""Seconds between two notices to one user, by the way they take."""

MOST_WAITING = 10_000
"""Users for whom something waits; beyond, it is left out."""

AT_ONCE = 8
"""Notices sent at a time."""

TRIES = 3
LOOK_EVERY = 1.0
GONE = (404, 410)
"""What a push service answers once a browser has unsubscribed."""

KEPT_SECONDS = 86_400
"""How long a push service keeps a message for a device that is off."""

CONFIRMATIONS_AN_HOUR, CONFIRMATIONS = 3, 3
"""E-mails to one address, or asked for by one user, before it is confirmed."""

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
LONGEST_ADDRESS = 254


class Notices:
    """Gathers notices and sends them."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        hub: Hub,
        bus: Bus,
        background: Background,
        metrics: Metrics,
        clock: Callable[[], float],
        link_to: Callable[[str], str],
        is_turn: Callable[[str, Iterable[str]], Awaitable[bool]],
    ) -> None:
        """`link_to` makes the address of a path; `is_turn` looks whether a user is to move."""
        self._settings, self._store, self._hub, self._bus = settings, store, hub, bus
        self._background, self._metrics, self._clock = background, metrics, clock
        self._link_to, self._is_turn = link_to, is_turn
        self._mail = MailServer(settings.smtp_url, settings.mail_from)
        self._push = PushServices(settings.push_anywhere)
        self._waiting: dict[tuple[str, str], dict[tuple[str, str], Occasion]] = {}
        """What waits, by user and way; each match once for each kind."""
        self._due: dict[tuple[str, str], float] = {}
        self._sent: dict[tuple[str, str], float] = {}
        """When something was sent last."""
        self._sending = asyncio.Semaphore(AT_ONCE)
        self._confirmations = Buckets(CONFIRMATIONS_AN_HOUR / 3600, CONFIRMATIONS, clock)

    @property
    def can_mail(self) -> bool:
        """Return whether the host has set up e-mail."""
        return self._mail.is_on

    # Keys

    async def _vapid_key(self) -> bytes:
        return await self._store.notices.keep_key("vapid", make_private_key())

    async def public_key(self) -> str:
        """Return the key by which push services know this server, as browsers take it."""
        return encode_base64url(public_point(read_private_key(await self._vapid_key())))

    async def _links(self) -> Links:
        return Links(await self._store.notices.keep_key("links", secrets.token_bytes(32)))

    # What people choose

    def check_endpoint(self, endpoint: str) -> None:
        """Refuse an address that no push service has."""
        parse_address(endpoint, self._settings.push_anywhere)

    async def set_address(self, user: User, address: str, language: str) -> NoticeChoices:
        """Note where e-mail goes, and send a link there that confirms it; empty: nowhere."""
        before = await self._store.notices.find_choices(user.id)
        if not address:
            await self._store.notices.forget_address(user.id, before.address)
            return await self._store.notices.find_choices(user.id)
        if not self.can_mail:
            raise ServerRefusal("no_mail")
        if len(address) > LONGEST_ADDRESS or not ADDRESS.fullmatch(address):
            raise ServerRefusal("bad_address")
        known = (user.id, address.casefold())
        if not all(self._confirmations.take(one) for one in known):
            raise ServerRefusal("too_fast")
        token = (await self._links()).make("confirm", user.id, address)
        say = words(language).say
        link = self._link_to(f"/api/notices/confirm?token={token}")
        text = say("notice.confirm_text", name=user.name, link=link)
        subject = say("notice.confirm_subject")
        try:
            await asyncio.to_thread(self._mail.send, address, subject, text)
        except Exception as error:
            log.warning("mail_failed", error=type(error).__name__)
            raise ServerRefusal("mail_failed") from None
        choices = msgspec.structs.replace(
            before, address=address, confirmed=False, language=language
        )
        await self._store.notices.keep_choices(choices)
        return choices

    async def confirm(self, token: str, really: bool) -> bool:
        """Follow the link that confirms an address; False if it leads nowhere any more."""
        found = (await self._links()).read("confirm", token)
        if found is None:
            return False
        if really:
            return await self._store.notices.confirm_address(*found)
        return (await self._store.notices.find_choices(found[0])).address == found[1]

    async def stop(self, token: str, really: bool) -> bool:
        """Follow the link that ends all e-mail; False if it is none of ours."""
        found = (await self._links()).read("stop", token)
        if found is not None and really:
            await self._store.notices.forget_address(*found)
        return found is not None

    # What happens

    def start(self) -> None:
        """Begin to send."""
        self._background.run(self._run())

    def note(self, user: str, occasion: Occasion) -> None:
        """Note something for a user, under any id they are known by at a table."""
        now = asyncio.get_running_loop().time()
        for way in (PUSH, MAIL) if self.can_mail else (PUSH,):
            key = (user, way)
            if key not in self._waiting:
                if len(self._waiting) >= 2 * MOST_WAITING:
                    self._metrics.notices.labels(way, "left_out").inc()
                    continue
                self._waiting[key] = {}
                earliest = self._sent.get(key, float("-inf")) + GAPS[way]
                self._due[key] = max(now + self._settings.notice_pause, earliest)
            self._waiting[key][occasion.kind, occasion.match] = occasion

    async def _run(self) -> None:
        pause = min(LOOK_EVERY, max(0.02, self._settings.notice_pause))
        while True:
            await asyncio.sleep(pause)
            now = asyncio.get_running_loop().time()
            for key in [key for key, due in self._due.items() if due <= now]:
                del self._due[key]
                # No name here may keep what was sent until something is sent again.
                self._background.run(self._tell(*key, list(self._waiting.pop(key).values())))
            if len(self._sent) > MOST_WAITING:
                self._sent = {key: at for key, at in self._sent.items() if now - at < GAPS[MAIL]}

    async def _tell(self, known_as: str, way: str, occasions: list[Occasion]) -> None:
        """Tell a user who is not connected of what is still so and what they want to hear."""
        if self._hub.known_as(known_as):
            return
        async with self._sending:
            try:
                found = await self._store.users.find_user(known_as)
                user = (found and found.became) or known_as
                choices = await self._store.notices.find_choices(user)
                wanted = choices.push if way == PUSH else choices.mail
                occasions = [one for one in occasions if one.kind in wanted]
                if occasions and not await self._is_connected(user):
                    occasions = [one for one in occasions if await self._is_still(user, one)]
                    if occasions:
                        await (self._tell_browsers if way == PUSH else self._send_mail)(
                            choices, occasions, (known_as, way)
                        )
            except StoreAway:
                log.warning("notice_left_out", way=way)
                self._metrics.notices.labels(way, "left_out").inc()

    async def _is_connected(self, user: str) -> bool:
        return bool(self._hub.of_user(user)) or await self._bus.is_followed(USER + user)

    async def _is_still(self, user: str, occasion: Occasion) -> bool:
        if occasion.kind == "turn":
            ids = [user, *await self._store.users.former_guests(user)]
            return await self._is_turn(occasion.match, ids)
        if occasion.kind == "invitation":
            row = await self._store.tables.find_table(occasion.match)
            return row is not None and row.summary.status == "open"
        return True

    def _note_sent(self, key: tuple[str, str]) -> None:
        self._sent[key] = asyncio.get_running_loop().time()

    async def _try(self, way: str, work: Callable[[], int]) -> int:
        """Do something a few times until it works; return the last status, 0 if there was none."""
        status = 0
        for attempt in range(TRIES):
            if attempt:
                await asyncio.sleep(2**attempt)
            try:
                status = await asyncio.to_thread(work)
            except (AddressRefused, UsageError):
                raise
            except Exception as error:  # whatever answers there, the next notice is sent
                log.warning("notice_failed", way=way, error=type(error).__name__)
                continue
            if status < 500 and status != 429:
                break
        result = "sent" if 200 <= status < 300 else "failed"
        self._metrics.notices.labels(way, result).inc()
        return status

    # Push

    async def _tell_browsers(
        self, choices: NoticeChoices, occasions: Sequence[Occasion], key: tuple[str, str]
    ) -> None:
        private = read_private_key(await self._vapid_key())
        for one in await self._store.notices.list_subscriptions(choices.user, self._clock()):
            self._note_sent(key)
            try:
                address = parse_address(one.endpoint, self._settings.push_anywhere)
                body = encrypt(self._payload(one, occasions), one.client_key, one.auth)
                headers = {
                    "authorization": sign(private, address.origin, self._contact, self._clock()),
                    "content-encoding": "aes128gcm",
                    "content-type": "application/octet-stream",
                    "ttl": str(KEPT_SECONDS),
                    "urgency": "normal",
                }
                post = partial(self._push.post, one.endpoint, body, headers)
                status = await self._try(PUSH, post)
            except LudotecaError as error:
                log.warning("push_refused", error=error.message)
                status = GONE[0]
            if status in GONE:
                await self._store.notices.unsubscribe(one.user, one.endpoint)

    def _payload(self, one: PushSubscription, occasions: Sequence[Occasion]) -> bytes:
        first = occasions[0]
        single = len(occasions) == 1
        return msgspec.json.encode(
            PushMessage(
                body="\n".join(lines(occasions, one.language)),
                url=f"/t/{first.match}" if single else "/",
                tag=f"{first.kind}-{first.match}" if single else "several",
            )
        )

    @property
    def _contact(self) -> str:
        """Where the people of a push service can complain: the host, or at least the server."""
        sender = self._settings.mail_from
        address = re.search(r"[^\s<>]+@[^\s<>]+", sender)
        return f"mailto:{address[0]}" if address else self._link_to("/")

    # E-mail

    async def _send_mail(
        self, choices: NoticeChoices, occasions: Sequence[Occasion], key: tuple[str, str]
    ) -> None:
        if not (choices.confirmed and choices.address):
            return
        self._note_sent(key)
        language = choices.language
        token = (await self._links()).make("stop", choices.user, choices.address)
        unsubscribe = self._link_to(f"/api/notices/stop?token={token}")
        told = [
            f"{sentence(one, language)}\n{self._link_to(f'/t/{one.match}')}" for one in occasions
        ]
        end = words(language).say("notice.stop_text", link=unsubscribe)
        text = "\n\n".join([*told, end]) + "\n"
        subject = headline(occasions, language)

        def send() -> int:
            self._mail.send(choices.address, subject, text, unsubscribe)
            return 250

        try:
            await self._try(MAIL, send)
        except AddressRefused:
            log.warning("mail_address_refused", user=choices.user)
            self._metrics.notices.labels(MAIL, "failed").inc()
            await self._store.notices.forget_address(choices.user, choices.address)
        except UsageError as error:
            log.error("mail_refused", error=error.message)
