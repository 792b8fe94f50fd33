"""What the server asks of its storage; every backend passes one shared suite.

Every method may raise `StoreAway` (nothing was acknowledged; ask again later) and `StoreBroken`
(the process must stop). What a method wrote is on disk when it returns, all of it or nothing.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from ludoteca.server.store.values import (
    Answer,
    Entry,
    Factor,
    Invitation,
    Kind,
    Owner,
    Past,
    Process,
    Rating,
    Result,
    Session,
    Status,
    Summary,
    TableRow,
    Token,
    Visitor,
)


class Tables(Protocol):
    """The logs of all tables, and one row for each to list and wake it by."""

    async def open_table(
        self,
        match: str,
        process: str,
        at: float,
        entries: Sequence[Entry],
        summary: Summary,
        sitting: Sequence[str | None] = (),
    ) -> int:
        """Keep a new table, owned by this process, with its first entries; give its epoch, 1.

        The process must have said that it is there (`beat`). Raises `NumberTaken` if there is
        such a match already.
        """
        ...

    async def append(
        self,
        match: str,
        epoch: int,
        after: int,
        entries: Sequence[Entry],
        summary: Summary | None = None,
        sitting: Sequence[str | None] | None = None,
    ) -> None:
        """Add entries number after+1, after+2, … in one commit.

        `summary` and `sitting` (the player in each seat: a visitor's id, `bot:NAME` or None), if
        given, replace what was there in the same commit. `entries` may be empty. Raises

        - `StaleOwner` if the epoch is not the table's (another process owns it, or no such table);
        - `NumberTaken` if the log does not end at `after`: read it again;
        - `MoveKnown` if an entry's ply or move_id is in the log already;
        - `StoreAway`: nothing is acknowledged. If the connection broke during the commit the
          entries may be in the log all the same: then the next append raises `NumberTaken`.
        """
        ...

    async def read_log(self, match: str, after: int = 0) -> list[Entry]:
        """Give a table's entries in order, those beyond a number."""
        ...

    async def read_logs(self, matches: Sequence[str]) -> dict[str, list[Entry]]:
        """Give the entries of several tables in order."""
        ...

    async def find_table(self, match: str) -> TableRow | None:
        """Give a table's row."""
        ...

    async def list_tables(
        self,
        statuses: Sequence[Status] = (),
        game: str | None = None,
        public: bool | None = None,
        player: str | None = None,
        host: str | None = None,
        limit: int = 1000,
    ) -> list[TableRow]:
        """List tables, the latest changed first; each filter narrows the list."""
        ...

    async def latest_change(self) -> float:
        """Say when the last thing happened at any table; 0 if there is none."""
        ...

    async def due_tables(self, now: float, limit: int = 1000) -> list[TableRow]:
        """List the tables whose `wake_at` has come and that no living process owns."""
        ...


class Owners(Protocol):
    """Which process runs which table; appends carry the epoch, so a stale owner writes nothing."""

    async def beat(self, process: str, address: str, now: float, lease: float) -> None:
        """Say that a process is there until now + lease: renews all tables it owns."""
        ...

    async def leave(self, process: str) -> None:
        """Say that a process stops: it owns nothing any more."""
        ...

    async def list_processes(self, now: float) -> list[Process]:
        """List the processes whose lease has not ended; at time 0, all that are remembered."""
        ...

    async def claim(self, match: str, process: str, now: float) -> int | None:
        """Take a table that is free, ours, or whose owner's lease ended; give its new epoch.

        None: another process owns it (see `owner_of`), or there is no such table. The process must
        have said that it is there (`beat`).
        """
        ...

    async def claim_all(self, matches: Sequence[str], process: str, now: float) -> dict[str, int]:
        """Take all of these tables that can be taken, in one commit; give their new epochs."""
        ...

    async def release(self, match: str, process: str, epoch: int) -> None:
        """Let go of a table; nothing happens if it has a newer owner."""
        ...

    async def owner_of(self, match: str, now: float) -> Owner | None:
        """Give the living owner of a table."""
        ...

    async def claim_visitor(self, visitor: str, process: str, now: float, lease: float) -> bool:
        """Let one process at a time see to it that somebody sits down; False: another one does."""
        ...

    async def release_visitor(self, visitor: str, process: str) -> None:
        """Say that a process is done with a visitor; nothing happens if another one has him."""
        ...


class Visitors(Protocol):
    """Guests and accounts, their sessions and tokens."""

    async def add_visitor(self, visitor: Visitor) -> None:
        """Keep a new visitor; raises `NameTaken` if an account has that name in any case."""
        ...

    async def find_visitor(self, visitor: str) -> Visitor | None:
        """Find a visitor by id."""
        ...

    async def find_account(self, name: str) -> Visitor | None:
        """Find an account or bot by name, in any case of letters."""
        ...

    async def change_visitor(
        self,
        visitor: str,
        name: str | None = None,
        kind: Kind | None = None,
        password_hash: str | None = None,
        banned: bool | None = None,
    ) -> None:
        """Change what is given; may raise `NameTaken`.

        So a guest becomes an account and an account a bot, with the same id.
        """
        ...

    async def take_over(self, guest: str, account: str) -> None:
        """Give a guest's seats and results to an account; the guest's id leads to it.

        Ratings go along where the account has none; the guest's sessions end.
        """
        ...

    async def former_guests(self, account: str) -> list[str]:
        """List the ids of guests that an account took over: logs of tables may name them."""
        ...

    async def list_visitors(self, banned: bool | None = None, limit: int = 1000) -> list[Visitor]:
        """List visitors, the newest first."""
        ...

    async def add_session(self, session: Session) -> None:
        """Keep a new session."""
        ...

    async def find_session(
        self, digest: bytes, now: float
    ) -> tuple[Session, Visitor | None] | None:
        """Find a session that has not expired, and its visitor if there still is one."""
        ...

    async def list_sessions(self, visitor: str, now: float) -> list[Session]:
        """List a visitor's sessions that have not expired, the last used first."""
        ...

    async def good_digests(self, digests: Sequence[bytes], now: float) -> set[bytes]:
        """Say which of these sessions and tokens are good: neither ended nor of a banned one."""
        ...

    async def touch_session(self, digest: bytes, now: float, expires_at: float) -> None:
        """Note that a session was used, and until when it is good now."""
        ...

    async def drop_sessions(
        self, visitor: str, digest: bytes | None = None, but: bytes | None = None
    ) -> None:
        """End one session of a visitor, or all, or all but one."""
        ...

    async def add_token(self, token: Token) -> None:
        """Keep a bot's token."""
        ...

    async def find_token(self, digest: bytes) -> Token | None:
        """Find a bot's token."""
        ...

    async def list_tokens(self, visitor: str) -> list[Token]:
        """List a bot's tokens."""
        ...

    async def drop_token(self, visitor: str, digest: bytes) -> None:
        """End a bot's token."""
        ...

    async def sweep(self, now: float, before: float) -> int:
        """Forget what expired; tell how many rows went.

        Sessions, invitations and processes that ended by now; and from `before` a time: closed
        tables, and guests who have neither seat nor session.
        """
        ...


class Factors(Protocol):
    """Second factors of accounts: secrets of authenticators, and codes for when those are lost."""

    async def offer_factor(self, visitor: str, secret: str, now: float) -> bool:
        """Keep a secret until it is confirmed, in place of one that waits; False: one is on."""
        ...

    async def find_factor(self, visitor: str) -> Factor | None:
        """Find what a visitor was offered or has turned on."""
        ...

    async def confirm_factor(
        self, visitor: str, secret: str, step: int, now: float, codes: Sequence[bytes]
    ) -> bool:
        """Turn it on with hashes of recovery codes; False if this secret does not wait for it."""
        ...

    async def use_step(self, visitor: str, secret: str, step: int) -> bool:
        """Use up the code of a step, and those before it; False if that was done before."""
        ...

    async def use_recovery_code(self, visitor: str, digest: bytes) -> bool:
        """Use up a recovery code; False if there is none with this hash any more."""
        ...

    async def count_recovery_codes(self, visitor: str) -> int:
        """Say how many recovery codes are left."""
        ...

    async def drop_factor(self, visitor: str) -> bool:
        """Turn it off and forget all about it; False if it was not on."""
        ...


class History(Protocol):
    """Finished matches: records, results, ratings, analyses; and invitations."""

    async def finish(
        self,
        match: str,
        record: str,
        results: Sequence[Result],
        ratings: Sequence[Rating],
        at: float,
    ) -> bool:
        """Keep a final match for good: record, results and the new ratings, in one commit.

        False if it was done before: nothing is changed then, so it can be repeated after a crash.
        Each rating counts one match more than the stored one, else `RatingMoved` is raised.
        """
        ...

    async def unkept(self) -> list[str]:
        """List matches whose status is final but that were not kept: `finish` them."""
        ...

    async def read_record(self, match: str) -> str | None:
        """Give the record of a final match."""
        ...

    async def read_results(self, match: str) -> list[Result]:
        """Give the results of a final match, by seat."""
        ...

    async def matches_of(
        self, player: str, limit: int = 50, before: float | None = None
    ) -> list[Past]:
        """List matches a player sat at, the latest changed first, or those changed `before`."""
        ...

    async def find_ratings(self, names: Sequence[str], game: str, players: int) -> list[Rating]:
        """Give the ratings of some players; those never rated are left out."""
        ...

    async def ratings_of(self, player: str) -> list[Rating]:
        """Give all ratings of one player."""
        ...

    async def leaderboard(
        self, game: str, players: int, least: int = 1, limit: int = 50, offset: int = 0
    ) -> list[Rating]:
        """List the best by mu − 3 sigma among those with enough matches."""
        ...

    async def keep_analysis(self, match: str, key: str, body: bytes) -> None:
        """Keep an analysis of a record; `key` says by whom and with what budget."""
        ...

    async def read_analysis(self, match: str, key: str) -> bytes | None:
        """Give a kept analysis."""
        ...

    async def invite(self, invitation: Invitation) -> None:
        """Keep an invitation."""
        ...

    async def invitations_of(self, visitor: str, now: float) -> list[Invitation]:
        """List the open invitations made to one visitor."""
        ...

    async def answer_invitation(self, invitation: str, answer: Answer) -> bool:
        """Accept or decline; False if it was answered already."""
        ...


class Store(Tables, Owners, Visitors, Factors, History, Protocol):
    """All of it, and the care of the database itself."""

    @property
    def is_up(self) -> bool:
        """Say whether the last read and the last write were carried out."""
        ...

    async def ping(self) -> None:
        """Ask the database for a sign of life."""
        ...

    async def back_up(self, path: Path) -> None:
        """Write all of it to a new SQLite file, as it is at one moment, while others work on."""
        ...

    async def restore(self, path: Path) -> None:
        """Replace all of it by a backup, of either backend; every owner is stale afterwards."""
        ...

    async def close(self) -> None:
        """Finish what was asked for, then close."""
        ...
