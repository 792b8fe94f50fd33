"""A match as an object: make moves, look, take back, ask for advice, save."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludoteca import games
from ludoteca.api.moves import Advice, Move, move_of
from ludoteca.api.seat_view import SeatView
from ludoteca.api.seating import player_of
from ludoteca.api.seed import seed_bytes, usual_id
from ludoteca.bots.base import Bot
from ludoteca.core.errors import MatchOver, NotYourTurn, RecordError, UsageError
from ludoteca.core.game import EVERYTHING, Game, Value, View
from ludoteca.core.generator import seeded
from ludoteca.core.shuffle import SEED_BYTES, Shuffle, commitment_of
from ludoteca.core.types import State
from ludoteca.record import Header, Result, Timeline, read, write
from ludoteca.record.header import check_name
from ludoteca.record.verify import shuffle_after

USUAL_HINT = "mcts:500ms"
"""Who is asked for a hint unless another bot is named."""


class Match:
    """A match of any game, from the empty table to the result.

    Deals are drawn from the seed as soon as they are due, so a seat can always move until the match
    is over; with `by_hand=True` every deal is given to `deal`, to follow a match with the real box.

    >>> match = Match("my_shelfie", players=2, seed=7)
    >>> match.push("d2e2>5")
    Move('d2e2>5', seat=0)
    >>> match.turn, len(match.legal_moves)
    (1, 185)
    >>> match.undo()
    Move('d2e2>5', seat=0)
    """

    def __init__(
        self,
        game: str | Game,
        players: int | Sequence[str] = 2,
        *,
        seed: int | bytes | None = None,
        edition: str | None = None,
        options: Mapping[str, Value] = {},
        by_hand: bool = False,
        id: str | None = None,
    ) -> None:
        """Set up a match; `players` is their number or their names.

        The same seed (a number or 32 bytes) gives the same deals; without one it is a random one.
        """
        game = games.load(game) if isinstance(game, str) else game
        count = players if isinstance(players, int) else len(players)
        names = [f"Player {n + 1}" for n in range(count)] if isinstance(players, int) else players
        given = {key: str(value) for key, value in options.items()}
        secret = None if by_hand else seed_bytes(seed)
        header = Header(
            game,
            id or usual_id(game, seed),
            game.choose_options(edition, given),
            tuple(check_name(name) for name in names),
            commitment=None if secret is None else commitment_of(secret),
            seed=secret,
        )
        self._stand(header, Timeline.of(header), by_hand)
        self._deal_what_is_due()

    def _stand(self, header: Header, timeline: Timeline, by_hand: bool) -> None:
        self._header, self._timeline = header, timeline
        self._take_shuffle(by_hand)

    # Facts

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._header.game

    @property
    def id(self) -> str:
        """The name of the match in its record."""
        return self._header.match

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, seat by seat."""
        return self._header.players

    @property
    def options(self) -> dict[str, Value]:
        """The options of the game in this match."""
        return dict(self._header.options)

    @property
    def seed(self) -> bytes | None:
        """What all deals come from; None if they were made by hand."""
        return self._header.seed

    @property
    def state(self) -> State:
        """The whole position, for the methods of `Game`."""
        return self._timeline.state

    @property
    def ply(self) -> int:
        """How many moves and deals were made so far."""
        return len(self._timeline.steps)

    @property
    def moves(self) -> list[Move]:
        """The moves made so far that were not taken back."""
        found = []
        for step in self._timeline.path:
            if step.kind == "move" and step.before is not None:
                assert step.seat is not None
                assert step.action is not None
                found.append(move_of(self.game, step.before, step.seat, step.action))
        return found

    # Moves

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._timeline.is_over

    @property
    def turn(self) -> int | None:
        """The seat to move, the first if several are; None if none is."""
        return next(iter(self.movers), None)

    @property
    def movers(self) -> list[int]:
        """All seats that may move now."""
        return [] if self.is_over else self.game.movers(self.state)

    @property
    def legal_moves(self) -> list[Move]:
        """All legal moves of the seat to move."""
        return [] if self.turn is None else self.legal_moves_of(self.turn)

    def legal_moves_of(self, seat: int) -> list[Move]:
        """List the legal moves of a seat; empty if it may not move."""
        return [] if self.is_over else self.view(seat).legal_moves

    def push(self, move: str | int | Move, seat: int | None = None) -> Move:
        """Make a move, given as text, as an action or as an object; the error names the rule.

        The seat is the one to move; where several may, it can be named.

        >>> Match("my_shelfie", seed=7).push("e5>1")
        Traceback (most recent call last):
        ...
        ludoteca.core.errors.IllegalMove: the tile on e5 has no free side; choose one at the edge
        """
        to_move = self._seat_to_move()
        if seat is None:
            seat = move.seat if isinstance(move, Move) else to_move
        if isinstance(move, str):
            action = self.game.modules.notation.parse_move(self.state, seat, move.strip())
        else:
            action = move.action if isinstance(move, Move) else move
        self.game.check(self.state, seat, action)
        made = move_of(self.game, self.state, seat, action)
        self._timeline.move(seat, action)
        self._deal_what_is_due()
        return made

    def _seat_to_move(self) -> int:
        seat = self.turn
        if self.is_over:
            raise MatchOver("the match is over")
        if seat is None:
            raise NotYourTurn(f"a deal is due ({self.deal_due}): give it to deal()")
        return seat

    def undo(self) -> Move:
        """Take back the last move with all that followed it, and return it.

        The record forgets it. Deals come from the same seed again.
        """
        path = self._timeline.path
        at = next((n for n in reversed(range(len(path))) if path[n].kind == "move"), None)
        if at is None:
            raise UsageError("there is no move to take back")
        last = self.moves[-1]
        source, is_straight = self._header.source, self._timeline.steps == path
        self._timeline.rewind(at)
        if source is not None and (not is_straight or at < source[1]):
            self._forget_seed()
        self._take_shuffle(self._shuffle is None)
        return last

    pop = undo

    def resign(self, seat: int | None = None) -> None:
        """End the match: a seat, by default the one to move, gives up."""
        self._timeline.end("resigned", self._seat_to_move() if seat is None else seat)

    # Chance

    @property
    def deal_due(self) -> str | None:
        """The name of the deal that chance has to make now; only in a match by hand."""
        return None if self.is_over else self.game.deal_name(self.state)

    def deal(self, dealt: str | Sequence[int] | None = None) -> str:
        """Make the deal that is due: as text or outcomes, else at random; return its text."""
        before = self.state
        if self.deal_due is None:
            raise UsageError("no deal is due")
        if isinstance(dealt, str):
            try:
                outcomes = self.game.modules.notation.parse_deal(before, dealt.strip())
            except ValueError as error:
                raise UsageError(f"{dealt!r} is no deal of {self.deal_due}: {error}") from None
        elif dealt is None:
            roll = secrets.randbelow if self._shuffle is None else self._shuffle.draw
            _, outcomes = self.game.deal_one(before, roll)
        else:
            outcomes = list(dealt)
        try:
            self._timeline.deal(outcomes)
        except RecordError as error:
            raise UsageError(str(error)) from None
        return self.game.modules.notation.format_deal(before, outcomes, EVERYTHING)

    def _deal_what_is_due(self) -> None:
        while self._shuffle is not None and self.deal_due is not None:
            self._timeline.deal(self.game.deal_one(self.state, self._shuffle.draw)[1])

    def _take_shuffle(self, by_hand: bool) -> None:
        """Take the shuffle that goes on from here: that of the seed, else a new one."""
        self._shuffle: Shuffle | None = None
        if self.seed is not None:
            try:
                self._shuffle = shuffle_after(self._header, self._timeline.steps)
            except RecordError:  # some deal was not drawn from the seed
                self._forget_seed()
        if self._shuffle is None and not by_hand:
            self._shuffle = Shuffle(secrets.token_bytes(SEED_BYTES), self.id)

    def _forget_seed(self) -> None:
        """Let the record claim nothing about its deals that can't be checked."""
        self._header = replace(
            self._header, source=None, commitment=None, contributions=(), seed=None
        )

    # Looking

    @property
    def scores(self) -> list[dict[str, Any]]:
        """Each seat's score and where it comes from, as if the match ended now."""
        return self.game.scores(self.state)

    @property
    def result(self) -> Result | None:
        """Scores and winning seats; None while the match goes on."""
        return self._timeline.result() if self.is_over else None

    @property
    def winners(self) -> list[int]:
        """The winning seats; none while the match goes on."""
        return [] if self.result is None else self.result.winners

    @property
    def position(self) -> str:
        """The whole position in one line."""
        return self.game.modules.notation.format_position(self.state)

    def view(self, seat: int | None) -> SeatView:
        """Return what a seat may know (None: a spectator)."""
        return SeatView(self.game, self.players, self.game.view(self.state, seat))

    def _view_of(self, seat: int | None) -> SeatView:
        if seat != EVERYTHING:
            return self.view(seat)
        return SeatView(self.game, self.players, View(EVERYTHING, self.state))

    def draw(self, seat: int | None = EVERYTHING, language: str = "en") -> str:
        """Draw the match as plain text: with nothing hidden, or what a seat sees."""
        return self._view_of(seat).draw(language)

    def svg(self, seat: int | None = EVERYTHING, language: str = "en") -> str:
        """Draw the match as an SVG picture: with nothing hidden, or what a seat sees."""
        return self._view_of(seat).svg(language)

    def _repr_svg_(self) -> str:
        """Show the match in a notebook."""
        return self.svg()

    def __str__(self) -> str:
        """Draw the match with nothing hidden."""
        return self.draw()

    def __repr__(self) -> str:
        """Tell the game, the ply and what comes next."""
        turn = self.turn
        now = "over" if self.is_over else f"a deal of {self.deal_due} is due"
        if turn is not None:
            now = f"{self.players[turn]} to move"
        return f"<Match {self.id} of {self.game.id}, ply {self.ply}, {now}>"

    # Bots

    def hint(self, bot: str = USUAL_HINT, seat: int | None = None) -> Advice:
        """Ask a bot for the best move of the seat to move; it knows only what that seat knows."""
        return self.hints(bot, seat)[0]

    def hints(self, bot: str = USUAL_HINT, seat: int | None = None) -> list[Advice]:
        """List the moves that a bot has thought about, the best first.

        Bots with a number of playouts, like "mcts:500p", always answer the same.
        """
        from ludoteca.coach import hint, parse_adviser

        to_move = self._seat_to_move()
        seat = to_move if seat is None else seat
        view = self.game.view(self.state, seat)
        lines = hint(self.game, view, parse_adviser(bot), self._rng())
        moves = [move_of(self.game, self.state, seat, line.action) for line in lines]
        return [
            Advice(move, line.win, line.score, line.playouts)
            for move, line in zip(moves, lines, strict=True)
        ]

    def play(self, *bots: str | Bot | None, moves: int | None = None) -> list[Move]:
        """Let bots move until the match is over, or for a number of moves; return what they did.

        One bot plays all seats; else one for each seat, with None for a seat that you play: bots
        stop when it is its turn.

        >>> match = Match("codex_naturalis", seed=7)
        >>> len(match.play("greedy", moves=4)), match.is_over
        (4, False)
        """
        seated = bots * len(self.players) if len(bots) == 1 else bots
        if len(seated) != len(self.players):
            raise UsageError(f"one bot, or one for each of {len(self.players)} seats, is expected")
        players = [None if bot is None else player_of(bot) for bot in seated]
        made: list[Move] = []
        try:
            while moves is None or len(made) < moves:
                seat = next((seat for seat in self.movers if players[seat] is not None), None)
                player = None if seat is None else players[seat]
                if seat is None or player is None:
                    return made
                game, view = self.game, self.game.view(self.state, seat)
                legal = game.legal(self.state, seat)
                made.append(self.push(player.choose(game, view, legal, self._rng()), seat))
        finally:
            for player in players:
                getattr(player, "close", bool)()
        return made

    def _rng(self) -> list[int]:
        """Make the generator for a choice here: the same in the same place of the same match."""
        digest = hashlib.sha256((self.seed or b"") + self.id.encode()).digest()
        return seeded(int.from_bytes(digest[:7], "big"), self.ply + 1)

    # Records

    @property
    def record(self) -> str:
        """The match as text, which replays without a seed; see `ludoteca replay`."""
        plies = (step.text for step in self._timeline.steps)
        return write(self._header, plies, finished=self.is_over)

    def save(self, path: str | Path) -> Path:
        """Write the record to a file, by custom one that ends with .ludo."""
        path = Path(path)
        path.write_text(self.record, encoding="utf-8", newline="\n")
        return path

    @classmethod
    def load(cls, path: str | Path, *, by_hand: bool = False) -> "Match":
        """Read a record from a file; an unfinished match can go on, from its seed if it has one."""
        return cls.from_record(Path(path).read_bytes(), by_hand=by_hand)

    @classmethod
    def from_record(cls, record: str | bytes, *, by_hand: bool = False) -> "Match":
        """Read a record; RecordError names the line and the reason if it is damaged."""
        found = read(record.encode() if isinstance(record, str) else record)
        return cls._standing(found.header, found.timeline, by_hand)

    @classmethod
    def _standing(cls, header: Header, timeline: Timeline, by_hand: bool) -> "Match":
        match = cls.__new__(cls)
        match._stand(header, timeline, by_hand)  # noqa: SLF001 - one of ours
        return match

    def at(self, ply: int) -> "Match":
        """Return a match of its own that stands where this one did after a ply."""
        if not 0 <= ply <= self.ply:
            raise UsageError(f"there is no ply {ply}; plies are 0 (the empty table) to {self.ply}")
        return self._standing(self._header, self._timeline.until(ply), self._shuffle is None)

    def copy(self) -> "Match":
        """Return a match of its own that stands at the same ply."""
        return self.at(self.ply)
