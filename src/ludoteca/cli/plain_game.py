"""One match at one screen, line by line: a loop on a client of a table in this process."""

import asyncio
import shutil
import sys
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from ludoteca.bots.external import ExternalPlayer
from ludoteca.cli.hint import shown
from ludoteca.cli.screen import score_lines, show
from ludoteca.client.local import HERE, LocalBots, LocalClient, LocalServer
from ludoteca.client.unfinished import UnfinishedMatch
from ludoteca.coach import DecisionPoint, hint, parse_adviser
from ludoteca.coach.hint import USUAL_ADVISER
from ludoteca.core.choice import without_hidden
from ludoteca.core.errors import LudotecaError, MoveError
from ludoteca.core.game import SPECTATOR, Game
from ludoteca.core.generator import seeded
from ludoteca.language import USUAL, words
from ludoteca.protocol.common import Language, TableSetting
from ludoteca.protocol.from_client import Enter, Message, PlayMove, Propose, Ready, Resign, Start
from ludoteca.protocol.to_client import Happening, Refused
from ludoteca.record import Header
from ludoteca.table import BotTask, Table, Who, result_of
from ludoteca.table.events import Sitter, TableOpened
from ludoteca.table.progress import Progress
from ludoteca.table.table import REPLACEMENT

__all__ = ["REPLACEMENT", "PlainGame", "PlainSeat"]

LONGEST_ANSWER = 200
"""No move is longer; the rest of a line is not read."""


@dataclass
class PlainSeat:
    """Who sits there: a person, or a bot as `bots.spec` reads it."""

    name: str
    bot: str | None


class Left(Exception):
    """The player wants to leave."""


class PacedBots(LocalBots):
    """Bots that wait while a person is asked, so that everybody moves in the order of seats."""

    def __init__(self) -> None:
        super().__init__(None)
        self.may_move = asyncio.Event()

    async def think(self, task: BotTask) -> int:
        """Choose, once it is time for it."""
        await self.may_move.wait()
        return await super().think(task)


class PlainGame:
    """A match from the first deal to the result."""

    def __init__(
        self,
        header: Header,
        seed: bytes,
        seats: list[PlainSeat],
        path: Path,
        language: str = USUAL,
        unfinished: UnfinishedMatch | None = None,
    ) -> None:
        """Take what is played, by whom, and the file of the record; or what goes on."""
        self._game: Game = header.game
        self._language, self._unfinished = language, unfinished
        self._words = words(language, self._game.words(language))
        self._seats = seats
        self._people = [number for number, seat in enumerate(seats) if seat.bot is None]
        self._path, self._match = path, header.match
        self._opened = TableOpened(
            at=0.0,
            match=header.match,
            setting=TableSetting(
                game=header.game.id, seats=len(seats), options=header.options, seating="set"
            ),
            host=HERE,
            seed=seed.hex(),
            sitters=tuple(
                Sitter(
                    user="" if seat.bot else HERE,
                    name=seat.name,
                    bot=seat.bot,
                    shared=number in self._people[1:],
                )
                for number, seat in enumerate(seats)
            ),
        )
        self._shown: int | None = None
        self._told: list[str] = []
        self._plies_told = 0
        self._read_by: dict[int, int] = {}
        self._failure: Exception | None = None

    def run(self) -> bool:
        """Play to the end; return False if somebody left before."""
        loop = asyncio.new_event_loop()  # not asyncio.run: Ctrl-C shall end a line that is read
        try:
            loop.run_until_complete(self._open())
            try:
                loop.run_until_complete(self._play())
            except Left:
                return False
            except KeyboardInterrupt:
                print()
                return False
            self._show_result()
            return True
        finally:
            loop.run_until_complete(self._server.close())
            loop.close()

    async def _open(self) -> None:
        self._bots = PacedBots()
        self._server = LocalServer(clock=lambda: 0.0, bots=self._bots, report=self._fail)
        name = self._seats[self._people[0]].name if self._people else "-"
        language = cast(Language, self._language)
        self._client = LocalClient(self._server, Who(user=HERE, name=name, language=language))
        self._frames = self._client.told()
        if self._unfinished is not None:
            await self._go_on(self._unfinished)
            return
        self._server.start(self._opened, self._path)
        await self._send(Enter(request=1, match=self._match))
        if self._people:
            await self._send(Ready(request=1, match=self._match))
        await self._send(Start(request=1, match=self._match))

    async def _go_on(self, unfinished: UnfinishedMatch) -> None:
        """Continue a match where it was left; the seats are those of its table."""
        self._match = self._server.resume(unfinished)
        self._seats = [PlainSeat(seat.name, seat.bot) for seat in self._table.seats]
        self._people = [n for n, seat in enumerate(self._table.seats) if seat.kind == "person"]
        self._plies_told = self._progress.ply
        await self._send(Enter(request=1, match=self._match))

    def _say(self, key: str, **values: object) -> str:
        return self._words.say(key, **values)

    def _fail(self, event: str, error: Exception) -> None:
        """Note why the match can't go on: its record can't be written, for one."""
        self._failure = error
        self._client.taken_over()

    async def _send(self, message: Message) -> None:
        """Send a message to the table; raise what it refuses."""
        answer = await self._client.send(message)
        if self._failure is not None:
            raise self._failure
        if isinstance(answer, Refused):
            raise MoveError(answer.sentence, answer.code)

    @property
    def _table(self) -> Table:
        return self._server.table(self._match)

    @property
    def _progress(self) -> Progress:
        progress = self._table.progress
        assert progress is not None
        return progress

    async def _play(self) -> None:
        while self._tell_news() and self._table.is_playing:
            seat = self._table.movers[0]
            if self._table.seats[seat].is_played_by_bot:
                self._bots.may_move.set()
                await anext(self._frames, None)  # until it has moved
                if self._failure is not None:
                    raise self._failure
            else:
                self._bots.may_move.clear()
                await self._ask(seat)

    def _tell_news(self) -> bool:
        """Return what happened since the last time; secrets only to a single person."""
        viewer = self._people[0] if len(self._people) == 1 else None
        for line in self._progress.lines[self._plies_told :]:
            self._plies_told += 1
            self._tell_ply(line.for_viewer(viewer))
        return True

    def _tell_ply(self, ply: Happening) -> None:
        if ply.kind == "deal":
            self._tell(self._say("plain.dealt", text=ply.text))
        elif ply.kind == "undo":
            self._tell(self._say("plain.undone", name=self._seats[self._people[0]].name))
        elif ply.kind == "move":
            assert ply.seat is not None
            self._tell_forfeits(ply.seat)
            name = self._seats[ply.seat].name
            shown = without_hidden(ply.text)
            hidden = self._say("tui.news.hidden", name=name)
            self._tell(f"  {name}: {shown}" if shown else f"  {hidden}")

    def _tell_forfeits(self, seat: int) -> None:
        """Return what went wrong with a program of its own that plays a seat."""
        bot = self._seats[seat].bot
        player = bot and self._server.bots.player(self._match, seat, bot)
        if isinstance(player, ExternalPlayer):
            for note in player.notes:
                name = self._seats[seat].name
                self._tell(self._say("plain.forfeits", name=name, note=note))
            player.notes.clear()

    def _tell(self, line: str) -> None:
        """Return what happened, and keep it for those who were not at the screen."""
        print(line)
        self._told.append(line)

    async def _ask(self, seat: int) -> None:
        if len(self._people) > 1 and self._shown != seat:
            self._hand_over(seat)
        await self._send(Enter(request=1, match=self._match, seat=seat))
        self._draw(seat)
        plies = self._progress.ply
        while self._progress.ply == plies and seat in self._people:
            answer = self._read(f"{self._seats[seat].name}> ")
            try:
                if not await self._obey(seat, answer):
                    await self._move(answer)
            except LudotecaError as error:
                print(self._say("plain.not_possible", why=error))

    async def _move(self, text: str) -> None:
        ply, move_id = self._progress.ply, uuid.uuid4().hex
        await self._send(
            PlayMove(request=1, match=self._match, ply=ply, move_id=move_id, move=text)
        )

    async def _obey(self, seat: int, answer: str) -> bool:
        """Follow a command; return whether it was one."""
        word = answer.lower()
        if word in ("quit", "q", "exit"):
            raise Left
        if word == "resign":
            await self._resign(seat)
        elif word == "undo":
            await self._undo(seat)
        elif word in ("board", "b"):
            self._draw(seat)
        elif word in ("moves", "m"):
            self._list_moves(seat)
        elif word == "hint":
            self._hint(seat)
        elif word in ("?", "help", "h", ""):
            print(self._words["plain.help"])
        else:
            return False
        return True

    def _read(self, prompt: str) -> str:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise Left
        return line.strip()[:LONGEST_ANSWER]

    def _hand_over(self, seat: int) -> None:
        """Let the next person come to the screen before secrets are shown."""
        print("\n" * max(40, shutil.get_terminal_size().lines))
        self._read(self._say("plain.next", name=self._seats[seat].name) + " ")
        self._shown = seat
        print("\n".join(self._told[self._read_by.get(seat, 0) :]))
        self._read_by[seat] = len(self._told)

    def _draw(self, seat: int) -> None:
        view = self._progress.view(seat)
        names = [each.name for each in self._seats]
        print()
        show(self._game.draw(view, names, self._language, colour=True))
        print()
        show(self._game.modules.drawing.legal_summary(view.state, seat, self._words))
        print(self._words["plain.help_hint"])

    def _list_moves(self, seat: int) -> None:
        state = self._progress.view(seat).state
        notation = self._game.modules.notation
        moves = [notation.format_move(state, seat, a) for a in self._game.legal(state, seat)]
        width = max(map(len, moves)) + 2
        a_line = max(1, 78 // width)
        for at in range(0, len(moves), a_line):
            print("  " + "".join(move.ljust(width) for move in moves[at : at + a_line]).rstrip())

    def _hint(self, seat: int) -> None:
        ply = self._progress.ply
        decision = DecisionPoint(ply, seat, self._progress.view(seat))
        adviser = parse_adviser(USUAL_ADVISER)
        print(self._words["plain.thinking"], flush=True)
        lines = hint(self._game, decision.view, adviser, seeded(ply))
        print("\n".join(shown(self._game, decision, lines, self._words)))

    async def _undo(self, seat: int) -> None:
        if len(self._people) > 1:
            raise MoveError(self._words["plain.undo_alone"])
        if not any(
            line.full.kind == "move" and line.full.seat == seat for line in self._progress.lines
        ):
            raise MoveError(self._words["plain.undo_none"])
        if self._progress.undo_target(seat) is None:
            raise MoveError(self._words["plain.undo_deal"])
        await self._send(Propose(request=1, match=self._match, matter="undo"))

    async def _resign(self, seat: int) -> None:
        await self._send(Resign(request=1, match=self._match))
        if self._table.is_playing:
            name = self._seats[seat].name
            print(self._say("plain.leaves", name=name, bot=REPLACEMENT))
            self._people.remove(seat)

    def _show_result(self) -> None:
        names = [each.name for each in self._seats]
        result, final = result_of(self._table), self._progress.state
        print()
        if self._game.is_over(final):
            view = self._game.view(final, SPECTATOR)
            show(self._game.draw(view, names, self._language, colour=True))
        for line in score_lines(self._game, final, names, self._language):
            print(f"  {line}")
        print(self._say("plain.won", names=", ".join(names[winner] for winner in result.winners)))
