"""Retell every golden record and count its legal moves: python -m tests.playthroughs.regenerate.

Read the diff before committing it.
"""

from collections.abc import Iterator
from pathlib import Path

from ludoteca import games
from ludoteca.core.game import Game
from ludoteca.core.types import State
from ludoteca.record import read
from tests.playthroughs.playthrough import playthrough

HOME = Path(__file__).parent
COUNTS = HOME.parent / "counts"
COUNT_EVERY = 9
"""Legal moves are counted from every ninth position of a golden record."""

DEEP = 150
"""Positions with at most this number of legal moves are counted two moves deep."""


def records() -> list[Path]:
    """List the golden records."""
    return sorted(HOME.glob("*/*.ludo"))


def count_lines(game: Game) -> Iterator[str]:
    """Count the legal moves, one and two moves deep, from positions of the golden records."""
    for path in sorted((HOME / game.id).glob("*.ludo")):
        for step in read(path.read_bytes()).timeline.steps[::COUNT_EVERY]:
            for seat in game.movers(step.state)[:1]:
                legal = game.legal(step.state, seat)
                deep = _two_deep(game, step.state, seat, legal) if len(legal) <= DEEP else "-"
                position = game.modules.notation.format_position(step.state)
                yield f"{len(legal)} {deep} {position}"


def _two_deep(game: Game, state: State, seat: int, legal: list[int]) -> int:
    total = 0
    for action in legal:
        after = game.apply(state, seat, action)
        total += sum(len(game.legal(after, other)) for other in game.movers(after))
    return total


def main() -> None:
    """Write all files."""
    for path in records():
        path.with_suffix(".txt").write_text(playthrough(read(path.read_bytes())), encoding="utf-8")
        print(path.relative_to(HOME))
    for name in games.names():
        text = "".join(f"{line}\n" for line in count_lines(games.load(name)))
        (COUNTS / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
