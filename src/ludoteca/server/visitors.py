"""Who somebody is: guests with a nickname, accounts with a password, bots with a token.

A session is a random token in a cookie (or shown as `Authorization: Bearer`); the store knows only
its hash, so that a stolen database opens no seat.
"""

import hashlib
import secrets
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.core.errors import NameTaken
from ludoteca.server.factors import Factors, Offered
from ludoteca.server.passwords import Passwords, check_password
from ludoteca.server.problem import Refusal
from ludoteca.server.store.port import Store
from ludoteca.server.store.values import Session, Token, Visitor
from ludoteca.table import clean_name

DAY = 86_400.0
SESSION = 180 * DAY
"""A session is good for so long after its last use."""
LIFETIME = 365 * DAY
"""And no longer than this, however much it is used."""
TOUCH = DAY
"""How often it is written down that a session was used."""
MOST_TOKENS = 5
BOT_MARK = "bot_"
"""How tokens of bots begin."""


class Visit(Struct, frozen=True):
    """Somebody who has shown a good token."""

    visitor: Visitor
    digest: bytes
    """Names the session without giving it away."""
    ids: frozenset[str]
    """His id, and those of the guests he was before."""
    by_token: bool = False
    """A bot's token, no session: it can't be ended by logging out."""

    @property
    def id(self) -> str:
        """The id that stays; no secret."""
        return self.visitor.id


def digest_of(token: str) -> bytes:
    """Give the hash under which a token is stored; tokens are random, so that one round will do."""
    return hashlib.sha256(token.encode()).digest()


class Visitors:
    """Lets people in and out."""

    def __init__(
        self, store: Store, clock: Callable[[], float], passwords: Passwords, factors: Factors
    ) -> None:
        """Take the storage, the time, who hashes and who checks codes."""
        self._store, self._clock = store, clock
        self._passwords, self._factors = passwords, factors

    async def who(self, token: str) -> Visit | None:
        """Say who shows this token; None if it is not good."""
        if not token or len(token) > 200:
            return None
        digest, now = digest_of(token), self._clock()
        if token.startswith(BOT_MARK):
            known = await self._store.find_token(digest)
            bot = None if known is None else await self._store.find_visitor(known.visitor)
            return await self._visit(bot, digest, True)
        found = await self._store.find_session(digest, now)
        if found is None:
            return None
        session, visitor = found
        if now - session.seen_at > TOUCH:
            until = min(now + SESSION, session.created_at + LIFETIME)
            await self._store.touch_session(digest, now, until)
        return await self._visit(visitor, digest, False)

    async def _visit(self, visitor: Visitor | None, digest: bytes, by_token: bool) -> Visit | None:
        if visitor is None or visitor.banned:
            return None
        ids = [visitor.id]
        if visitor.kind != "guest":
            ids += await self._store.former_guests(visitor.id)
        return Visit(visitor, digest, frozenset(ids), by_token)

    # Coming in

    async def come_in(self, name: str) -> tuple[Visitor, str]:
        """Let a guest in; give him and his token."""
        visitor = Visitor(secrets.token_hex(8), await self._free_name(name), "guest", self._clock())
        await self._store.add_visitor(visitor)
        return visitor, await self._new_session(visitor.id)

    async def sign_up(self, visit: Visit | None, name: str, password: str) -> tuple[Visitor, str]:
        """Make an account; a guest keeps his id and with it all he did."""
        if visit is not None and visit.visitor.kind != "guest":
            raise Refusal("account_already")
        name = clean_name(name)
        password_hash = await self._passwords.hash(password, [name])
        try:
            if visit is None:
                visitor = Visitor(
                    secrets.token_hex(8), name, "account", self._clock(), password_hash
                )
                await self._store.add_visitor(visitor)
            else:
                visitor = replace(visit.visitor, name=name, kind="account")
                await self._store.change_visitor(
                    visit.id, name=name, kind="account", password_hash=password_hash
                )
        except NameTaken:
            raise Refusal("name_taken") from None
        return visitor, await self._renewed_session(visit, visitor.id)

    async def log_in(
        self, visit: Visit | None, name: str, password: str, code: str | None = None
    ) -> tuple[Visitor, str]:
        """Log in; the account takes over what the guest did.

        Whether an account asks for a code is told only to who has shown its password.
        """
        account = await self._store.find_account(name)
        stored = None if account is None else account.password_hash
        if not await self._passwords.fits(stored, password) or account is None:
            raise Refusal("wrong_password")
        if account.banned:
            raise Refusal("banned")
        if await self._factors.is_on(account.id):
            if code is None:
                raise Refusal("code_needed")
            await self._factors.use(account.id, code)
        if visit is not None and visit.visitor.kind == "guest" and not visit.by_token:
            await self._store.take_over(visit.id, account.id)
        return account, await self._renewed_session(visit, account.id)

    async def log_out(self, visit: Visit) -> None:
        """End a session."""
        if not visit.by_token:
            await self._store.drop_sessions(visit.id, digest=visit.digest)

    # Changing

    async def rename(self, visit: Visit, name: str) -> Visitor:
        """Give a guest another nickname; accounts keep theirs."""
        if visit.visitor.kind != "guest":
            raise Refusal("account_name_stays")
        name = await self._free_name(name)
        await self._store.change_visitor(visit.id, name=name)
        return replace(visit.visitor, name=name)

    async def change_password(self, visit: Visit, old: str, new: str) -> None:
        """Change a password; all other sessions end."""
        self._need_account(visit)
        check_password(new, [visit.visitor.name])
        await self._need_password(visit, old)
        password_hash = await self._passwords.hash(new)
        await self._store.change_visitor(visit.id, password_hash=password_hash)
        await self._store.drop_sessions(visit.id, but=visit.digest)

    async def end_sessions(self, visit: Visit, password: str, digest: bytes | None) -> None:
        """End one session of an account, or all others; who asks shows his password again."""
        await self._need_password(visit, password)
        but = visit.digest if digest is None else None
        await self._store.drop_sessions(visit.id, digest=digest, but=but)

    async def offer_factor(self, visit: Visit, password: str) -> Offered:
        """Give the secret of a second factor; who asks shows his password again."""
        await self._need_password(visit, password)
        return await self._factors.offer(visit.visitor)

    async def confirm_factor(self, visit: Visit, code: str) -> list[str]:
        """Turn the second factor on and give the recovery codes; all other sessions end."""
        self._need_account(visit)
        codes = await self._factors.confirm(visit.id, code)
        await self._store.drop_sessions(visit.id, but=visit.digest)
        return codes

    async def drop_factor(self, visit: Visit, password: str, code: str) -> None:
        """Turn the second factor off, with both factors."""
        await self._need_password(visit, password)
        await self._factors.use(visit.id, code)
        await self._store.drop_factor(visit.id)

    async def add_bot_token(self, visit: Visit, label: str) -> str:
        """Mark an account as a bot and give it one more token, which is shown this once."""
        self._need_account(visit)
        if len(await self._store.list_tokens(visit.id)) >= MOST_TOKENS:
            raise Refusal("too_many_tokens")
        token = BOT_MARK + secrets.token_urlsafe(32)
        await self._store.change_visitor(visit.id, kind="bot")
        await self._store.add_token(Token(digest_of(token), visit.id, self._clock(), label[:40]))
        return token

    async def drop_bot_token(self, visit: Visit, digest: bytes) -> None:
        """End a bot's token."""
        await self._store.drop_token(visit.id, digest)

    async def _need_password(self, visit: Visit, password: str) -> None:
        self._need_account(visit)
        if not await self._passwords.fits(visit.visitor.password_hash, password):
            raise Refusal("wrong_password")

    @staticmethod
    def _need_account(visit: Visit) -> None:
        if visit.visitor.kind == "guest" or visit.by_token:
            raise Refusal("account_needed")

    async def _free_name(self, name: str) -> str:
        """Refuse a guest the name of an account."""
        name = clean_name(name)
        if await self._store.find_account(name) is not None:
            raise Refusal("name_taken")
        return name

    async def _new_session(self, visitor: str) -> str:
        token, now = secrets.token_urlsafe(32), self._clock()
        session = Session(digest_of(token), visitor, now + SESSION, now, now)
        await self._store.add_session(session)
        return token

    async def _renewed_session(self, visit: Visit | None, visitor: str) -> str:
        """Start a new session; the old token is good for nothing any more."""
        if visit is not None and not visit.by_token:
            for owner in {visit.id, visitor}:
                await self._store.drop_sessions(owner, digest=visit.digest)
        return await self._new_session(visitor)
