"""Users: guests with a nickname, accounts with a password, bots with a token.

A session is a random token in a cookie (or shown as `Authorization: Bearer`); the store knows only
its hash, so that a stolen database opens no seat.
"""

import hashlib
import secrets
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.core.errors import NameTaken
from ludoteca.protocol.http import OfferedFactor
from ludoteca.server.accounts.passwords import Passwords, check_password
from ludoteca.server.accounts.second_factor import SecondFactors
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store
from ludoteca.server.store.values import BotToken, StoredSession, User
from ludoteca.table import new_name

DAY = 86_400.0
SESSION = 180 * DAY
"""A session is good for so long after its last use."""
LIFETIME = 365 * DAY
"""And no longer than this, however much it is used."""
TOUCH = DAY
"""How often it is written down that a session was used."""
MOST_TOKENS = 5
FORGOTTEN_NAME = "?"
"""What is shown of a user who was deleted, where nothing else is known."""
BOT_MARK = "bot_"
"""How tokens of bots begin."""


class Identity(Struct, frozen=True):
    """Somebody who has shown a good token."""

    user: User
    digest: bytes
    """Names the session without giving it away."""
    ids: frozenset[str]
    """The user's id, and those of the guests they were before."""
    by_token: bool = False
    """A bot's token, no session: it can't be ended by logging out."""

    @property
    def id(self) -> str:
        """The id that stays; no secret."""
        return self.user.id


def digest_of(token: str) -> bytes:
    """Return the hash under which a token is stored; tokens are random, so one round will do."""
    return hashlib.sha256(token.encode()).digest()


class Accounts:
    """Lets people in and out."""

    def __init__(
        self, store: Store, clock: Callable[[], float], passwords: Passwords, factors: SecondFactors
    ) -> None:
        """Take the storage, the time, who hashes and who checks codes."""
        self._store, self._clock = store, clock
        self._passwords, self._factors = passwords, factors

    async def who(self, token: str) -> Identity | None:
        """Return who shows this token; None if it is not good."""
        if not token or len(token) > 200:
            return None
        digest, now = digest_of(token), self._clock()
        if token.startswith(BOT_MARK):
            known = await self._store.users.find_token(digest)
            bot = None if known is None else await self._store.users.find_user(known.user)
            return await self._identity(bot, digest, True)
        found = await self._store.users.find_session(digest, now)
        if found is None:
            return None
        session, user = found
        if now - session.seen_at > TOUCH:
            until = min(now + SESSION, session.created_at + LIFETIME)
            await self._store.users.touch_session(digest, now, until)
        return await self._identity(user, digest, False)

    async def _identity(self, user: User | None, digest: bytes, by_token: bool) -> Identity | None:
        if user is None or user.banned:
            return None
        ids = [user.id]
        if user.kind != "guest":
            ids += await self._store.users.former_guests(user.id)
        return Identity(user, digest, frozenset(ids), by_token)

    # Coming in

    async def come_in(self, name: str, device: str = "") -> tuple[User, str]:
        """Let a guest in; return the guest and their token."""
        user = User(secrets.token_hex(8), await self._free_name(name), "guest", self._clock())
        await self._store.users.add_user(user)
        return user, await self._new_session(user.id, device)

    async def sign_up(
        self, identity: Identity | None, name: str, password: str, device: str = ""
    ) -> tuple[User, str]:
        """Make an account; a guest keeps their id, and with it all they did."""
        if identity is not None and identity.user.kind != "guest":
            raise ServerRefusal("account_already")
        name = new_name(name)
        password_hash = await self._passwords.hash(password, [name])
        try:
            if identity is None:
                user = User(secrets.token_hex(8), name, "account", self._clock(), password_hash)
                await self._store.users.add_user(user)
            else:
                user = replace(identity.user, name=name, kind="account")
                await self._store.users.change_user(
                    identity.id, name=name, kind="account", password_hash=password_hash
                )
        except NameTaken:
            raise ServerRefusal("name_taken") from None
        return user, await self._renewed_session(identity, user.id, device)

    async def log_in(
        self,
        identity: Identity | None,
        name: str,
        password: str,
        code: str | None = None,
        device: str = "",
    ) -> tuple[User, str]:
        """Log in; the account takes over what the guest did.

        Whether an account asks for a code is told only to who has shown its password.
        """
        account = await self._store.users.find_account(name)
        stored = None if account is None else account.password_hash
        if not await self._passwords.fits(stored, password) or account is None:
            raise ServerRefusal("wrong_password")
        if account.banned:
            raise ServerRefusal("banned")
        if await self._factors.is_on(account.id):
            if code is None:
                raise ServerRefusal("code_needed")
            await self._factors.use(account.id, code)
        if identity is not None and identity.user.kind == "guest" and not identity.by_token:
            await self._store.users.take_over(identity.id, account.id)
        return account, await self._renewed_session(identity, account.id, device)

    async def log_out(self, identity: Identity) -> None:
        """End a session."""
        if not identity.by_token:
            await self._store.users.drop_sessions(identity.id, digest=identity.digest)

    # Changing

    async def rename(self, identity: Identity, name: str) -> User:
        """Change a guest's nickname, or the name of an account, which nobody else may have."""
        if identity.user.kind == "guest":
            name = await self._free_name(name)
        else:
            self._need_account(identity)
            name = new_name(name)
        try:
            await self._store.users.change_user(identity.id, name=name)
        except NameTaken:
            raise ServerRefusal("name_taken") from None
        return replace(identity.user, name=name)

    async def set_avatar(self, identity: Identity, avatar: str) -> User:
        """Choose a picture of oneself; empty for none."""
        await self._store.users.change_user(identity.id, avatar=avatar)
        return replace(identity.user, avatar=avatar)

    async def renew_recovery_codes(self, identity: Identity, password: str) -> list[str]:
        """Make recovery codes, with which a forgotten password can be replaced."""
        await self._need_password(identity, password)
        return await self._factors.renew_codes(identity.id)

    async def reset_password(
        self, name: str, recovery: str, new: str, code: str | None = None
    ) -> User:
        """Replace a forgotten password with the help of a recovery code; all sessions end.

        Where a second factor is on, its code is asked for as well: a found paper is not enough.
        Whatever is wrong, the answer is the same, and takes as long.
        """
        account = await self._store.users.find_account(name)
        password_hash = await self._passwords.hash(new, [name])
        if account is None or account.banned:
            raise ServerRefusal("wrong_code")
        if await self._factors.is_on(account.id):
            if code is None:
                raise ServerRefusal("wrong_code")  # whether one is on is nobody's business
            await self._factors.use(account.id, code)
        await self._factors.use_recovery(account.id, recovery)
        await self._store.users.change_user(account.id, password_hash=password_hash)
        await self._store.users.drop_sessions(account.id)
        return account

    async def delete(self, identity: Identity, password: str | None, code: str | None) -> None:
        """Delete a user; accounts show their password again, and a code if they ask for one."""
        if identity.user.kind != "guest":
            await self._need_password(identity, password or "")
            if await self._factors.is_on(identity.id):
                if code is None:
                    raise ServerRefusal("code_needed")
                await self._factors.use(identity.id, code)
        await self._store.users.forget(identity.id, FORGOTTEN_NAME)

    async def change_password(self, identity: Identity, old: str, new: str) -> None:
        """Change a password; all other sessions end."""
        self._need_account(identity)
        check_password(new, [identity.user.name])
        await self._need_password(identity, old)
        password_hash = await self._passwords.hash(new)
        await self._store.users.change_user(identity.id, password_hash=password_hash)
        await self._store.users.drop_sessions(identity.id, but=identity.digest)

    async def end_sessions(self, identity: Identity, password: str, digest: bytes | None) -> None:
        """End one session of an account, or all others; the password must be shown again."""
        await self._need_password(identity, password)
        but = identity.digest if digest is None else None
        await self._store.users.drop_sessions(identity.id, digest=digest, but=but)

    async def offer_factor(self, identity: Identity, password: str) -> OfferedFactor:
        """Return the secret of a second factor; the password must be shown again."""
        await self._need_password(identity, password)
        return await self._factors.offer(identity.user)

    async def confirm_factor(self, identity: Identity, code: str) -> list[str]:
        """Turn the second factor on and give the recovery codes; all other sessions end."""
        self._need_account(identity)
        codes = await self._factors.confirm(identity.id, code)
        await self._store.users.drop_sessions(identity.id, but=identity.digest)
        return codes

    async def drop_factor(self, identity: Identity, password: str, code: str) -> None:
        """Turn the second factor off, with both factors."""
        await self._need_password(identity, password)
        await self._factors.use(identity.id, code)
        await self._store.factors.drop_factor(identity.id)

    async def add_bot_token(self, identity: Identity, label: str) -> str:
        """Mark an account as a bot and give it one more token, which is shown this once."""
        self._need_account(identity)
        if len(await self._store.users.list_tokens(identity.id)) >= MOST_TOKENS:
            raise ServerRefusal("too_many_tokens")
        token = BOT_MARK + secrets.token_urlsafe(32)
        await self._store.users.change_user(identity.id, kind="bot")
        await self._store.users.add_token(
            BotToken(digest_of(token), identity.id, self._clock(), label[:40])
        )
        return token

    async def drop_bot_token(self, identity: Identity, digest: bytes) -> None:
        """End a bot's token."""
        await self._store.users.drop_token(identity.id, digest)

    async def _need_password(self, identity: Identity, password: str) -> None:
        self._need_account(identity)
        if not await self._passwords.fits(identity.user.password_hash, password):
            raise ServerRefusal("wrong_password")

    @staticmethod
    def _need_account(identity: Identity) -> None:
        if identity.user.kind == "guest" or identity.by_token:
            raise ServerRefusal("account_needed")

    async def _free_name(self, name: str) -> str:
        """Refuse a guest the name of an account."""
        name = new_name(name)
        if await self._store.users.find_account(name) is not None:
            raise ServerRefusal("name_taken")
        return name

    async def _new_session(self, user: str, device: str) -> str:
        token, now = secrets.token_urlsafe(32), self._clock()
        session = StoredSession(digest_of(token), user, now + SESSION, now, now, device)
        await self._store.users.add_session(session)
        return token

    async def _renewed_session(self, identity: Identity | None, user: str, device: str) -> str:
        """Start a new session; the old token is good for nothing any more."""
        if identity is not None and not identity.by_token:
            for owner in {identity.id, user}:
                await self._store.users.drop_sessions(owner, digest=identity.digest)
        return await self._new_session(user, device)
