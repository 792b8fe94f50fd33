"""Running commands, in this process or in one of their own, and matches with a known seed."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.shuffle import Shuffle, commitment_of
from ludoteca.record import Header, Timeline, write
from ludoteca.record.header import parse_header

SEED = bytes(range(32))
MATCH = "0123456789abcdef"
"""What the fixture `known_seed` lets every match begin with."""


@dataclass(frozen=True)
class Ran:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str

    def refused(self, *words: str) -> None:
        """Assert the answer to bad input: one sentence that says so, nothing else, code 2."""
        assert self.out == ""
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("ludoteca")
        assert "Traceback" not in self.err
        for word in words:
            assert word in self.err
        assert self.code == 2


Run = Callable[..., Ran]
"""Takes the arguments and, as `stdin`, what is piped in."""


def run_apart(
    *arguments: str, stdin: bytes = b"", before: str = "", settings: Mapping[str, str] = {}
) -> Ran:
    """Run a command in a process of its own; `before` is Python that runs first."""
    code = f"import sys; {before}\nfrom ludoteca.cli import main\nsys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        env=environment(settings),
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def environment(settings: Mapping[str, str] = {}) -> dict[str, str]:
    """Return the environment in which a process of its own finds the runtime."""
    path = os.pathsep.join(filter(None, sys.path))
    return {**os.environ, "PYTHONPATH": path, **settings}


def begun(game: Game, players: Sequence[str], options: Mapping[str, Any] = {}) -> Timeline:
    """Play the first deals that `known_seed` gives, until somebody is to move."""
    chosen = game.choose_options(given={key: str(value) for key, value in options.items()})
    header = Header(game, MATCH, chosen, tuple(players), commitment=commitment_of(SEED))
    timeline, shuffle = Timeline.of(header), Shuffle(SEED, MATCH)
    while game.deal_name(timeline.state):
        timeline.deal(game.deal_one(timeline.state, shuffle.draw)[1])
    return timeline


def texts(timeline: Timeline, seat: int) -> list[str]:
    """Write all legal moves of a seat."""
    game, state = timeline.game, timeline.state
    return [
        game.modules.notation.format_move(state, seat, action) for action in game.legal(state, seat)
    ]


class Eager:
    """Somebody at the keyboard who reads the record and plays the first legal move, always."""

    def __init__(self, path: Path) -> None:
        """Remember where the record is."""
        self._path = path
        self._timeline: Timeline | None = None

    def isatty(self) -> bool:
        """Be no terminal."""
        return False

    def readline(self) -> str:
        """Type the next line; where a person is to come to the screen, it serves as Enter."""
        timeline = self.timeline()
        seat = timeline.game.movers(timeline.state)[0]
        return f"{texts(timeline, seat)[0]}\n"

    def timeline(self) -> Timeline:
        """Return the match as the record tells it so far."""
        header, _, plies = self._path.read_text(encoding="utf-8").partition("\n\n")
        if self._timeline is None:
            self._timeline = Timeline.of(parse_header(header.splitlines()))
        for line in plies.splitlines()[len(self._timeline.steps) :]:
            self._timeline.read_line(line)
        return self._timeline


def finished(game: Game, players: Sequence[str], moves: Callable[[int], int]) -> bytes:
    """Return the record of a match with the known seed; `moves` chooses below a number."""
    timeline, shuffle = Timeline.of(_header(game, players)), Shuffle(SEED, MATCH)
    while not timeline.is_over:
        state = timeline.state
        if game.deal_name(state):
            timeline.deal(game.deal_one(state, shuffle.draw)[1])
        else:
            seat = game.movers(state)[0]
            legal = game.legal(state, seat)
            timeline.move(seat, legal[moves(len(legal))])
    return written(timeline, players)


def _header(game: Game, players: Sequence[str], seed: bytes | None = None) -> Header:
    options = game.choose_options()
    commitment = commitment_of(SEED)
    return Header(game, MATCH, options, tuple(players), commitment=commitment, seed=seed)


def written(timeline: Timeline, players: Sequence[str]) -> bytes:
    """Write the record of a match with the known seed, closed if it is over."""
    seed = SEED if timeline.is_over else None
    steps: Iterator[str] = (step.text for step in timeline.steps)
    return write(_header(timeline.game, players, seed), steps, timeline.is_over).encode()
