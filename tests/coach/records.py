"""Records of short matches, for the coach to look at."""

from ludoteca.core.game import Game
from ludoteca.record import Timeline, read, write
from ludoteca.record.read import ReadRecord
from tests.playing import header_of, random_match


def record_of(timeline: Timeline, seed: int) -> ReadRecord:
    """Write a match down and read it."""
    texts = [step.text for step in timeline.steps]
    return read(write(header_of(timeline, seed), texts, timeline.is_over).encode())


def random_record(game: Game, players: int, seed: int) -> ReadRecord:
    """Return the record of a random match."""
    return record_of(random_match(game, players, game.choose_options(), seed), seed)


def begun_record(game: Game, players: int, seed: int, plies: int) -> ReadRecord:
    """Return the record of a match that is not over."""
    whole = random_match(game, players, game.choose_options(), seed)
    header = header_of(whole, seed)
    timeline = Timeline.of(header)
    for step in whole.steps[:plies]:
        timeline.read_line(step.text)
    return record_of(timeline, seed)
