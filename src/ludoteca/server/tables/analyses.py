"""Analyses of final matches, made once by a bot in its pool and stored."""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from ludoteca.bots.spec import BotPlayer
from ludoteca.coach.analysis import moves_of
from ludoteca.coach.hint import parse_adviser
from ludoteca.coach.judged import judged_of
from ludoteca.protocol.http import Judged
from ludoteca.record.read import ReadRecord, read
from ludoteca.record.replay import Step
from ludoteca.server.background import Background
from ludoteca.server.logs import log
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store
from ludoteca.server.tables.archive import Archive
from ludoteca.server.tables.bot_pool import BotPool

FORMAT = 2
"""Part of the key under which a study is kept: an older one is made again."""

MOST_WAITING = 8
"""Matches that one process has under way at once; they are judged one after the other."""

KEEP_EVERY = 1.0
"""Seconds between two writings of a study that is under way."""

LEFT_AFTER = 20.0
"""Seconds without news after which an analysis counts as abandoned."""

SEED = 0


class Study(Struct, frozen=True):
    """What is known of a match, as it is kept."""

    of: int
    """Moves there are to judge."""
    at: float
    judged: list[Judged]
    done: bool = False


class Analyses:
    """Judges matches on demand; what a process leaves, the next one who is asked goes on with."""

    def __init__(
        self,
        store: Store,
        archive: Archive,
        bot_pool: BotPool,
        background: Background,
        clock: Callable[[], float],
        adviser: str,
    ) -> None:
        """Take the name of the bot that judges ("": no analyses), and what it needs."""
        self._store, self._archive, self._bot_pool = store, archive, bot_pool
        self._background, self._clock, self._name = background, clock, adviser
        self._under_way: dict[str, None] = {}
        """Matches in the order in which they were asked for; the first is being judged."""

    @property
    def adviser(self) -> BotPlayer | None:
        """Return who judges; None: the host wants no analyses."""
        return parse_adviser(self._name) if self._name else None

    async def look(self, match: str) -> Study | None:
        """Return what is known of a final match; refuse those whose cards are still closed."""
        await self._archive.read_record(match)
        return await self._known(match)

    def is_under_way(self, match: str, study: Study | None) -> bool:
        """Return whether somebody is at it, here or in another process."""
        if match in self._under_way:
            return True
        return study is not None and not study.done and not self._is_left(study)

    async def begin(self, match: str) -> None:
        """Judge a final match, unless that is done or under way."""
        study = await self.look(match)
        if (study is not None and study.done) or self.is_under_way(match, study):
            return
        if self.adviser is None:
            raise ServerRefusal("no_analyses")
        if len(self._under_way) >= MOST_WAITING:
            raise ServerRefusal("busy")
        self._under_way[match] = None
        if len(self._under_way) == 1:
            self._background.run(self._work())

    async def _work(self) -> None:
        """Take up one match after the other."""
        try:
            while self._under_way:
                match = next(iter(self._under_way))
                try:
                    await self._study(match)
                finally:
                    self._under_way.pop(match, None)
        finally:
            self._under_way.clear()

    async def _study(self, match: str) -> None:
        text = await self._archive.read_record(match)
        record: ReadRecord = await self._background.in_thread(lambda: read(text.encode()))
        moves = moves_of(record)
        before = await self._known(match)
        judged = [] if before is None else list(before.judged)
        reached, kept_at = (judged[-1].ply if judged else 0), self._clock()
        await self._keep(match, Study(len(moves), kept_at, judged))
        for step in moves:
            if step.ply <= reached:
                continue
            found = await self._judge(record, step)
            if found is not None:
                judged.append(found)
            if self._clock() - kept_at >= KEEP_EVERY:
                kept_at = self._clock()
                await self._keep(match, Study(len(moves), kept_at, judged))
        await self._keep(match, Study(len(moves), self._clock(), judged, done=True))

    async def _judge(self, record: ReadRecord, step: Step) -> Judged | None:
        """Judge one move; None if the bot could not say anything in time."""
        adviser, game = self.adviser, record.header.game
        assert adviser is not None
        try:
            found = await self._bot_pool.judge(game, step, adviser, SEED)
        except TimeoutError:
            log.warning("analysis_slow", game=game.id, ply=step.ply)
            return None
        return judged_of(record, step, found)

    def _is_left(self, study: Study) -> bool:
        return self._clock() - study.at > LEFT_AFTER

    @property
    def _key(self) -> str:
        return f"{self._name} {FORMAT}"

    async def _known(self, match: str) -> Study | None:
        body = await self._store.history.read_analysis(match, self._key)
        return None if body is None else msgspec.json.decode(body, type=Study)

    async def _keep(self, match: str, study: Study) -> None:
        await self._store.history.keep_analysis(match, self._key, msgspec.json.encode(study))
