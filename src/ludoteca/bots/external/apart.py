"""Bots written in Python in a process of their own: `apart:NAME`.

A bot in our own process could look for the whole state, or change it. Apart, it gets the masked
state of its seat and nothing else. We send it pickles; what it answers is read as numbers.
"""

import base64
import pickle
import shlex
import sys
from collections.abc import MutableSequence, Sequence
from typing import Any, BinaryIO, TextIO

from ludoteca import games
from ludoteca.bots.external import START_SECONDS, ExternalPlayer, answer_seconds
from ludoteca.bots.spec import Player, parse_player
from ludoteca.core.errors import UnreadableMove
from ludoteca.core.game import Game, View


class ApartPlayer(ExternalPlayer):
    """A bot in another process; close it when all matches are over."""

    def __init__(self, name: str, bot: str) -> None:
        """Take the bot as it is named in its own process; refuse one that does not exist."""
        parse_player(bot)
        super().__init__(name, shlex.join([sys.executable, "-m", __name__, bot]))

    def question(
        self, game: Game, view: View, legal: Sequence[int], rng: MutableSequence[int]
    ) -> str:
        """Send what the seat may know; return the line that comes back."""
        asked = pickle.dumps((game.id, view, list(legal), [int(part) for part in rng]))
        seconds = START_SECONDS + answer_seconds()
        return self.talk(lambda program: program.ask(base64.b64encode(asked) + b"\n", seconds))

    def read(
        self,
        game: Game,
        view: View,
        legal: Sequence[int],
        rng: MutableSequence[int],
        answer: str,
    ) -> int:
        """Read the action, and how far the bot's luck has come."""
        words = answer.split()
        if len(words) != 1 + len(rng) or not all(word.isdigit() for word in words):
            raise UnreadableMove("a bot apart answers with an action and its luck")
        action, *luck = (int(word) for word in words)
        assert view.seat is not None
        game.check(view.state, view.seat, action)
        for n, part in enumerate(luck):
            rng[n] = part
        return action


def serve(player: Player, lines: BinaryIO, out: TextIO) -> None:
    """Answer questions until there are no others."""
    for line in lines:
        asked: Any = pickle.loads(base64.b64decode(line))
        name, view, legal, rng = asked
        action = player.choose(games.load(name), view, legal, rng)
        print(int(action), *(int(part) for part in rng), file=out, flush=True)


def main() -> None:
    """Play the bot that is named on the command line."""
    out, sys.stdout = sys.stdout, sys.stderr  # what the bot prints is no answer
    serve(parse_player(sys.argv[1]), sys.stdin.buffer, out)


if __name__ == "__main__":
    main()
