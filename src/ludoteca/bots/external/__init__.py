"""Programs of one's own as players, spoken to in lines of JSON; docs/bots.md tells how.

A program that is late, ends, or answers with anything but a legal move forfeits that turn: `greedy`
moves for it, and a note says why. It is started when it is first needed, and again, but not
forever, after it ended or was late. Nothing that it does or leaves undone can block us.
"""

import json
import os
import shlex
import shutil
from collections.abc import Callable, MutableSequence, Sequence
from contextlib import suppress
from typing import Any, Self

import msgspec

from ludoteca.bots import greedy
from ludoteca.bots.base import Budget
from ludoteca.bots.external.program import LAST_WORDS, Lost, Program, in_one_line
from ludoteca.core.errors import LudotecaError, UnreadableMove, UsageError
from ludoteca.core.game import Game, View

PROTOCOL = 1
"""The version of the protocol; a change that breaks programs raises it."""

SECONDS = 5.0
"""Seconds a program has for a move, unless the setting says otherwise."""

SECONDS_SETTING = "LUDOTECA_EXEC_SECONDS"

START_SECONDS = 10.0
"""Seconds a program has to get ready for a match, beside those for its first move."""

MOST_STARTS, ANSWERS_A_START = 4, 100
"""Starts of a program at most, and good answers that earn one more start."""

MOST_NOTES = 100

PARTING = 0.5
"""Seconds in which a program that was told that all is over may end by itself."""


class ExternalPlayer:
    """A program that plays a seat; close it when all matches are over."""

    def __init__(self, name: str, command: str) -> None:
        """Take the command, as a shell would split it; refuse a program that is not there."""
        if os.name != "posix":
            raise UsageError("exec: is not for this system: it needs POSIX pipes and processes")
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise UsageError(f"{name}: {error}") from None
        if not self._words:
            raise UsageError("exec: needs a program, like exec:./mybot")
        if shutil.which(self._words[0]) is None:
            raise UsageError(f"{name}: there is no program {self._words[0]!r} that can be run")
        answer_seconds()  # refuses a wrong setting
        self.name = name
        self.command = command
        self.notes: list[str] = []
        """Why turns were forfeited, one note per turn; the reader may clear the list."""
        self.forfeits = 0
        self._starts = self._answers = 0
        self._program: Program | None = None
        self._match: dict[str, Any] | None = None

    def choose(
        self, game: Game, view: View, legal: Sequence[int], rng: MutableSequence[int]
    ) -> int:
        """Ask the program; let greedy move if it has no good answer."""
        answer = ""
        try:
            answer = self.question(game, view, legal, rng)
            action = self.read(game, view, legal, rng, answer)
        except Lost as error:
            self._note(str(error))
        except LudotecaError as error:
            self._note(f"it answered {in_one_line(answer[:LAST_WORDS].encode())!r}: {error}")
        else:
            self._answers += 1
            return action
        return greedy.choose(game, view, legal, rng, Budget())

    def question(
        self, game: Game, view: View, legal: Sequence[int], rng: MutableSequence[int]
    ) -> str:
        """Ask the program for a move; return what it answers."""
        texts = _texts(game, view, legal)
        return self.ask(start_message(game, view), game.position(view.state), list(texts))

    def read(
        self,
        game: Game,
        view: View,
        legal: Sequence[int],
        rng: MutableSequence[int],
        answer: str,
    ) -> int:
        """Find the action in an answer."""
        return _read_answer(game, view, _texts(game, view, legal), answer)

    def end_match(self) -> None:
        """Tell the program that a match is over; the next move begins another one."""
        if self._program is not None and self._match is not None:
            self._program.say(_line({"type": "end"}), PARTING)
        self._match = None

    def close(self) -> None:
        """End the program."""
        self.end_match()
        if self._program is not None:
            self._program.stop(PARTING)
        self._program = None

    def __enter__(self) -> Self:
        """Return the player, to be closed at the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        """Leave the running program behind: a copy in another process starts its own."""
        return self.__dict__ | {"_program": None, "_match": None}

    def ask(self, start: dict[str, Any], view: Any, legal: list[str]) -> str:
        """Ask the program for a move; return what it answers, or raise `Lost`.

        `start` says what is played (see `start_message`); another one begins another match.
        """
        seconds = answer_seconds()
        question = _line(move_message(view, legal, seconds))

        def talk(program: Program) -> str:
            is_new, self._match = start != self._match, start
            if not is_new:
                return program.ask(question, seconds)
            answer = program.ask(_line(start) + question, START_SECONDS + seconds)
            return program.read_line(seconds) if _is_ready(answer) else answer

        return self.talk(talk)

    def talk(self, talk: Callable[[Program], str]) -> str:
        """Speak with the program, which is started if need be; one that fails is stopped."""
        program = self._program or self._start()
        try:
            return talk(program)
        except BaseException as error:  # also an interruption: the answer may come later
            self._program = self._match = None
            program.stop()
            words = program.last_words()
            if isinstance(error, Lost) and words:
                raise Lost(f"{error}; it said: {words}") from None
            raise

    def _start(self) -> Program:
        if self._starts >= MOST_STARTS + self._answers // ANSWERS_A_START:
            raise Lost(f"it failed {self._starts} times and is not started again")
        self._starts += 1
        self._match = None
        try:
            self._program = Program(self._words)
        except OSError as error:
            raise Lost(f"it can't be started: {error.strerror or error}") from None
        return self._program

    def _note(self, reason: str) -> None:
        self.forfeits += 1
        if len(self.notes) < MOST_NOTES:
            self.notes.append(reason)


def answer_seconds() -> float:
    """Return how long a program may think about a move."""
    text = os.environ.get(SECONDS_SETTING, "")
    try:
        seconds = float(text) if text else SECONDS
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise UsageError(f"{SECONDS_SETTING} is {text!r}, but must be a number of seconds")
    return seconds


def start_message(game: Game, view: View) -> dict[str, Any]:
    """Return what is played, before the first move of a match."""
    return {
        "type": "start",
        "protocol": PROTOCOL,
        "game": game.id,
        "rules": game.version,
        "options": game.options_of(view.state),
        "players": game.players(view.state),
        "seat": view.seat,
    }


def move_message(view: Any, legal: list[str], seconds: float) -> dict[str, Any]:
    """Ask for a move."""
    return {
        "type": "move",
        "view": view,
        "legal": legal,
        "milliseconds": int(1000 * seconds),
    }


def _texts(game: Game, view: View, legal: Sequence[int]) -> dict[str, int]:
    """Return the legal actions by their text."""
    assert view.seat is not None
    write = game.modules.notation.format_move
    return {write(view.state, view.seat, action): action for action in legal}


def _line(message: dict[str, Any]) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def _is_ready(answer: str) -> bool:
    """Return whether a program answers `start`, which it need not."""
    with suppress(ValueError, RecursionError):
        return json.loads(answer) == {"ready": True}
    return False


def read_move(answer: str) -> str:
    """Read the move of an answer: {"move": "…"} or the move alone."""
    text: object = answer
    if answer.startswith("{"):
        fields = {}
        with suppress(ValueError, RecursionError):
            fields = json.loads(answer)
        text = fields.get("move")
    if not isinstance(text, str):
        raise UnreadableMove('a move is answered as {"move": "TEXT"} or as its text alone')
    return text[:LAST_WORDS]


def _read_answer(game: Game, view: View, texts: dict[str, int], answer: str) -> int:
    """Find the action in an answer."""
    assert view.seat is not None
    text = read_move(answer)
    if text in texts:
        return texts[text]
    action = game.modules.notation.parse_move(view.state, view.seat, text)
    game.check(view.state, view.seat, action)
    return action
