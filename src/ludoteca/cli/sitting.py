"""One match at one screen: asks people, lets bots choose, rolls the dice, keeps the record."""

import secrets
import shutil
import sys
from dataclasses import dataclass, replace
from typing import TextIO

from ludoteca.bots.external import ExternalPlayer
from ludoteca.bots.spec import parse_player
from ludoteca.cli.hint import shown
from ludoteca.cli.screen import show
from ludoteca.coach import Decision, hint, parse_adviser
from ludoteca.coach.hint import USUAL_ADVISER
from ludoteca.core.dice import Dice
from ludoteca.core.errors import LudotecaError, MoveError
from ludoteca.core.game import SPECTATOR
from ludoteca.core.generator import seeded
from ludoteca.record import Header, Step, Timeline, Writer

REPLACEMENT = "greedy"
"""The bot that plays on for somebody who left a table of more than two."""

LONGEST_ANSWER = 200
"""No move is longer; the rest of a line is not read."""

HELP = """\
  ?        this help            moves    every legal move
  board    draw the board       hint     the best moves, as far as you can know
  resign   give up              undo     take your last move back, if nothing was dealt since
  quit     leave; the unfinished match is saved"""


@dataclass
class Seat:
    """Who sits there: a person, or a bot as `bots.spec` reads it."""

    name: str
    bot: str | None


class Left(Exception):
    """The player wants to leave."""


class Sitting:
    """A match from the first deal to the result."""

    def __init__(self, header: Header, seed: bytes, seats: list[Seat], file: TextIO) -> None:
        """Begin the record."""
        self._header = header
        self._game = header.game
        self._seed = seed
        self._seats = seats
        self._timeline = Timeline.of(header)
        self._dice = Dice(seed, header.match, header.contributions)
        self._rng = seeded(secrets.randbits(62))
        self._writer = Writer(file, header)
        self._people = [number for number, seat in enumerate(seats) if seat.bot is None]
        self._bots = {
            number: parse_player(seat.bot) for number, seat in enumerate(seats) if seat.bot
        }
        self._shown: int | None = None
        self._told: list[str] = []
        self._read_by: dict[int, int] = {}

    def run(self) -> bool:
        """Play to the end; give False if somebody left before."""
        try:
            while not self._timeline.is_over:
                self._next()
        except Left:
            return False
        except KeyboardInterrupt:
            print()
            return False
        finally:
            self._let_bots_go()
        self._writer.finish(replace(self._header, seed=self._seed))
        self._show_result()
        return True

    def _next(self) -> None:
        state = self._timeline.state
        if self._game.deal_name(state) is not None:
            _, outcomes = self._game.deal_all(state, self._dice.roll)
            step = self._keep(self._timeline.deal(outcomes))
            viewer = self._people[0] if len(self._people) == 1 else None
            assert step.before is not None
            text = self._game.rooms.notation.format_deal(step.before, outcomes, viewer)
            self._tell(f"  dealt: {text}")
            return
        seat = self._game.movers(state)[0]
        if self._seats[seat].bot is None:
            self._ask(seat)
        else:
            self._let_bot(seat)

    def _tell(self, line: str) -> None:
        """Say what happened, and keep it for those who were not at the screen."""
        print(line)
        self._told.append(line)

    def _keep(self, step: Step) -> Step:
        self._writer.add(step.text)
        return step

    def _let_bot(self, seat: int) -> None:
        view = self._game.view(self._timeline.state, seat)
        legal = self._game.legal(view.state, seat)
        bot = self._bots[seat]
        action = bot.choose(self._game, view, legal, self._rng)
        if isinstance(bot, ExternalPlayer):
            for note in bot.notes:
                self._tell(f"  {self._seats[seat].name} forfeits a move to greedy: {note}")
            bot.notes.clear()
        self._move(seat, action)

    def _let_bots_go(self) -> None:
        for bot in self._bots.values():
            if isinstance(bot, ExternalPlayer):
                bot.close()

    def _move(self, seat: int, action: int) -> None:
        before = self._timeline.state
        self._keep(self._timeline.move(seat, action))
        secret = self._game.is_secret(before, seat, action) and self._people != [seat]
        text = "?" if secret else self._game.rooms.notation.format_move(before, seat, action)
        self._tell(f"  {self._seats[seat].name}: {text}")

    def _ask(self, seat: int) -> None:
        if len(self._people) > 1 and self._shown != seat:
            self._hand_over(seat)
        self._draw(seat)
        plies = len(self._timeline.steps)
        while len(self._timeline.steps) == plies and seat in self._people:
            answer = self._read(f"{self._seats[seat].name}> ")
            try:
                if not self._obey(seat, answer):
                    self._make_move(seat, answer)
            except LudotecaError as error:
                print(f"  Not possible: {error}")

    def _make_move(self, seat: int, text: str) -> None:
        state = self._timeline.state
        action = self._game.rooms.notation.parse_move(state, seat, text)
        self._game.check(state, seat, action)
        self._move(seat, action)

    def _obey(self, seat: int, answer: str) -> bool:
        """Follow a command; say whether it was one."""
        word = answer.lower()
        if word in ("quit", "q", "exit"):
            raise Left
        if word == "resign":
            self._resign(seat)
        elif word == "undo":
            self._undo(seat)
        elif word in ("board", "b"):
            self._draw(seat)
        elif word in ("moves", "m"):
            self._list_moves(seat)
        elif word == "hint":
            self._hint(seat)
        elif word in ("?", "help", "h", ""):
            print(HELP)
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
        self._read(f"{self._seats[seat].name} is next. Enter when only you look at the screen: ")
        self._shown = seat
        print("\n".join(self._told[self._read_by.get(seat, 0) :]))
        self._read_by[seat] = len(self._told)

    def _draw(self, seat: int) -> None:
        view = self._game.view(self._timeline.state, seat)
        names = [each.name for each in self._seats]
        print()
        show(self._game.draw(view, names))
        print()
        show(self._game.rooms.drawing.legal_summary(view.state, seat, self._game.words()))
        print("? for help")

    def _list_moves(self, seat: int) -> None:
        state = self._timeline.state
        notation = self._game.rooms.notation
        moves = [notation.format_move(state, seat, a) for a in self._game.legal(state, seat)]
        width = max(map(len, moves)) + 2
        a_line = max(1, 78 // width)
        for at in range(0, len(moves), a_line):
            print("  " + "".join(move.ljust(width) for move in moves[at : at + a_line]).rstrip())

    def _hint(self, seat: int) -> None:
        ply = len(self._timeline.steps)
        decision = Decision(ply, seat, self._game.view(self._timeline.state, seat))
        adviser = parse_adviser(USUAL_ADVISER)
        print("  thinking …", flush=True)
        lines = hint(self._game, decision.view, adviser, seeded(ply))
        print("\n".join(shown(self._game, decision, lines)))

    def _undo(self, seat: int) -> None:
        if len(self._people) > 1:
            raise MoveError("undo is for one person against bots")
        path = self._timeline.path
        own = [at for at, step in enumerate(path) if step.kind == "move" and step.seat == seat]
        if not own:
            raise MoveError("there is no move of yours to undo")
        self._keep(self._timeline.undo(path[own[-1] - 1].ply if own[-1] else 0))
        self._tell(f"  {self._seats[seat].name} takes a move back")

    def _resign(self, seat: int) -> None:
        if len(self._seats) == 2:
            self._keep(self._timeline.end("resigned", seat))
            return
        print(f"  {self._seats[seat].name} leaves; {REPLACEMENT} plays on.")
        self._bots[seat] = parse_player(REPLACEMENT)
        self._seats[seat].bot = REPLACEMENT
        self._people.remove(seat)

    def _show_result(self) -> None:
        names = [each.name for each in self._seats]
        result = self._timeline.result()
        final = self._timeline.state
        print()
        if self._game.is_over(final):
            show(self._game.draw(self._game.view(final, SPECTATOR), names))
        for name, parts in zip(names, result.scores, strict=True):
            print(f"  {name}: " + ", ".join(f"{key} {value}" for key, value in parts.items()))
        print("Won by " + " and ".join(names[winner] for winner in result.winners))
