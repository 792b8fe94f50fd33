"""The plies of a match under way: where it stands, what was seen, the way back.

Only positions since the last deal are kept: an undo never passes a deal.
"""

from functools import cache, cached_property
from typing import Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.core.errors import RecordError
from ludoteca.core.game import EVERYTHING, Game, Options, Value, View
from ludoteca.core.types import State
from ludoteca.protocol.to_client import Happening

How = Literal["resigned", "agreed", "alone"]
"""How players or the table may end a match."""


@cache
def _empty_table(game: Game, players: int, options: tuple[tuple[str, Value], ...]) -> State:
    """Set up the empty table, which nobody changes: all matches with these options share it."""
    return game.new(players, dict(options))


class RecordLine(Struct, frozen=True):
    """One ply: its line of the record, and what each viewer may know of it."""

    text: str
    full: Happening
    seen: tuple[Happening, ...]
    """By seat, the spectator last; just one if all may know the same."""

    def for_viewer(self, seat: int | None) -> Happening:
        """Return what a seat (None: a spectator) may know."""
        return self.seen[-1 if seat is None or len(self.seen) == 1 else seat]


class Checkpoint(Struct, frozen=True):
    """A position that can be gone back to."""

    ply: int
    state: State
    mover: int | None = None
    """The seat whose move led here; None for the first one and after an undo."""


class Progress(Struct, frozen=True, dict=True):
    """A match under way; every ply gives a new one."""

    game: Game
    lines: tuple[RecordLine, ...]
    checkpoints: tuple[Checkpoint, ...]
    """The positions since the last deal, the present one last."""
    opened: tuple[int | None, ...]
    """For each seat that may move: the ply since which it may choose."""
    ended: tuple[How, int | None] | None = None
    """How and by whom the match was ended, if not by the rules."""

    @classmethod
    def new(cls, game: Game, players: int, options: Options) -> "Progress":
        """Begin with the empty table."""
        state = _empty_table(game, players, tuple(options.items()))
        movers = game.movers(state)  # some, in a game that begins without a deal
        opened = tuple(0 if seat in movers else None for seat in range(players))
        return cls(game, (), (Checkpoint(0, state),), opened)

    @property
    def ply(self) -> int:
        """The number of plies so far."""
        return len(self.lines)

    @property
    def state(self) -> State:
        """The present position."""
        return self.checkpoints[-1].state

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by the rules or otherwise."""
        return self.ended is not None or self.game.is_over(self.state)

    @property
    def undone_to(self) -> int | None:
        """The ply it has just gone back to, if the last line is an undo."""
        text = self.lines[-1].text if self.lines else ""
        return int(text.removeprefix("undo ")) if text.startswith("undo ") else None

    @cached_property
    def movers(self) -> tuple[int, ...]:
        """The seats that may move now."""
        return () if self.is_over else tuple(self.game.movers(self.state))

    def view(self, seat: int | None) -> View:
        """Return what a seat or a spectator may know; worked out once, for all that is told."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    @cached_property
    def _views(self) -> dict[int | None, View]:
        return {}

    def with_move(
        self, seat: int, text: str, by_bot: bool = False, action: int | None = None
    ) -> "Progress":
        """Let a seat make a move, given in its one written form.

        `action` is the same move if it was just read and checked; a text from a log is read here.
        """
        game, before = self.game, self.state
        notation = game.modules.notation
        if action is None:
            action = notation.parse_move(before, seat, text)
            game.check(before, seat, action)
        after = before.copy()
        game.engine.apply(after, seat, action)
        full = Happening(
            ply=self.ply + 1,
            kind="move",
            text=text,
            seat=seat,
            move=dict(notation.move_fields(before, seat, action)),
            by_bot=by_bot,
        )
        seen: tuple[Happening, ...] = (full,)
        if game.is_secret(before, seat, action):
            shown, fields = game.hidden_move(before, seat, action)
            hidden = Happening(
                ply=full.ply,
                kind="move",
                text=shown,
                seat=seat,
                move=fields,
                by_bot=by_bot,
            )
            seats = range(game.players(before))
            seen = (*(full if own == seat else hidden for own in seats), hidden)
        line = RecordLine(f"{seat} {text}", full, seen)
        return self._with(line, (*self.checkpoints, Checkpoint(full.ply, after, seat)), but=seat)

    def with_deal(self, text: str) -> "Progress":
        """Let chance have decided one whole deal."""
        game, before = self.game, self.state
        notation = game.modules.notation
        outcomes = notation.parse_deal(before, text)
        name, after = game.deal_name(before), game.deal(before, *outcomes)
        if name is None or game.deal_name(after) == name:
            raise RecordError(f"the deal of {name} is not complete")
        ply = self.ply + 1
        viewers = (*range(game.players(before)), None, EVERYTHING)
        *texts, all_of_it = [notation.format_deal(before, outcomes, viewer) for viewer in viewers]
        full = Happening(ply=ply, kind="deal", text=all_of_it)
        seen: tuple[Happening, ...] = (full,)
        if any(text != all_of_it for text in texts):
            seen = tuple(Happening(ply=ply, kind="deal", text=text) for text in texts)
        line = RecordLine(f"deal {all_of_it}", full, seen)
        return self._with(line, (Checkpoint(ply, after),))

    def with_undo(self, to: int) -> "Progress":
        """Go back to an earlier position since the last deal, or before an end."""
        at = next(
            (i for i, checkpoint in enumerate(self.checkpoints) if checkpoint.ply == to), None
        )
        if at is None or (at == len(self.checkpoints) - 1 and self.ended is None):
            raise RecordError(f"there is nothing to undo back to ply {to}")
        ply = self.ply + 1
        full = Happening(ply=ply, kind="undo", text=f"undo {to}")
        checkpoints = (*self.checkpoints[: at + 1], Checkpoint(ply, self.checkpoints[at].state))
        return self._with(RecordLine(full.text, full, (full,)), checkpoints)

    def with_end(self, how: How, seat: int | None) -> "Progress":
        """Let the players or the table end the match."""
        text = f"end {how}" if seat is None else f"end {how} {seat}"
        full = Happening(ply=self.ply + 1, kind="end", text=text, seat=seat)
        lines = (*self.lines, RecordLine(text, full, (full,)))
        return replace(self, lines=lines, ended=(how, seat), opened=(None,) * len(self.opened))

    def with_line(self, text: str) -> "Progress":
        """Take a line of another match's record, from which this one is played on."""
        word, _, rest = text.partition(" ")
        if word == "deal":
            return self.with_deal(rest)
        if word == "undo":
            return self.with_undo(int(rest))
        if word == "end":
            how, _, seat = rest.partition(" ")
            return self.with_end(cast(How, how), int(seat) if seat else None)
        return self.with_move(int(word), rest)

    def closed(self) -> "Progress":
        """Let nothing before now be undone."""
        return replace(self, checkpoints=self.checkpoints[-1:])

    def _with(
        self, line: RecordLine, checkpoints: tuple[Checkpoint, ...], but: int | None = None
    ) -> "Progress":
        """Add a line; a seat that could choose before and still can keeps the ply since when."""
        lines, state = (*self.lines, line), checkpoints[-1].state
        keeps = line.full.kind == "move"
        movers = () if self.game.is_over(state) else self.game.movers(state)
        opened = tuple(
            [
                (before if keeps and before is not None and seat != but else len(lines))
                if seat in movers
                else None
                for seat, before in enumerate(self.opened)
            ]
        )
        return Progress(self.game, lines, checkpoints, opened)

    def undo_target(self, seat: int) -> int | None:
        """Return to which ply an undo of a seat's last move would go back; None if it can't."""
        for before, checkpoint in zip(
            self.checkpoints[-2::-1], self.checkpoints[:0:-1], strict=True
        ):
            if checkpoint.mover == seat:
                return before.ply
        return None
