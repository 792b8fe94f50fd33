"""The plies of a match under way agree with the record's own reading of them."""

import pytest

from ludoteca.core.errors import LudotecaError, RecordError
from ludoteca.core.game import Game
from ludoteca.record import Header, Timeline
from ludoteca.table.progress import Progress
from tests.playing import GAMES, random_match, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def both(game: Game, seed: int) -> tuple[Progress, Timeline]:
    """Read the lines of a random match into a progress and into a timeline."""
    whole = random_match(game, 3, game.choose_options(), seed)
    progress = Progress.new(game, 3, game.choose_options())
    timeline = Timeline.of(Header(game, "test", game.choose_options(), ("A", "B", "C")))
    for step in whole.steps:
        progress = progress.with_line(step.text)
        timeline.read_line(step.text)
        assert progress.state == timeline.state
    return progress, timeline


@each_game
def test_a_course_is_where_the_record_is(game: Game) -> None:
    progress, timeline = both(game, 3)
    assert [line.text for line in progress.lines] == [step.text for step in timeline.steps]
    assert progress.is_over
    assert progress.movers == ()


@each_game
def test_an_undo_goes_where_the_record_says(game: Game) -> None:
    progress = Progress.new(game, 2, game.choose_options())
    timeline = Timeline.of(Header(game, "test", game.choose_options(), ("A", "B")))
    undone = 0
    for step in random_match(game, 2, game.choose_options(), 5).steps:
        progress = progress.with_line(step.text)
        timeline.read_line(step.text)
        if step.kind != "move":
            continue
        assert step.seat is not None
        target = progress.undo_target(step.seat)
        assert target is not None, "who has just moved can take it back"
        back = progress.with_undo(target)
        twin = Timeline(game, timeline.start, list(timeline.steps), list(timeline.path))
        twin.read_line(f"undo {target}")
        assert back.state == twin.state
        assert back.ply == len(twin.steps)
        assert step.seat in back.movers
        assert back.opened[step.seat] == back.ply
        undone += 1
    assert undone > 20


def test_there_is_nothing_to_undo_beyond_a_deal() -> None:
    game = GAMES[-1]
    progress = Progress.new(game, 2, game.choose_options())
    steps = random_match(game, 2, game.choose_options(), 5).steps
    while steps[0].kind == "deal":
        progress = progress.with_line(steps.pop(0).text)
    for to in (0, progress.ply - 1, progress.ply, progress.ply + 1):
        with pytest.raises(RecordError):
            progress.with_undo(to)


def test_an_end_can_be_undone() -> None:
    game = GAMES[-1]
    progress = Progress.new(game, 2, game.choose_options())
    for step in random_match(game, 2, game.choose_options(), 5).steps[:8]:
        progress = progress.with_line(step.text)
    ended = progress.with_line("end alone 1")
    assert ended.is_over
    assert ended.ended == ("alone", 1)
    again = ended.with_undo(progress.ply)
    assert not again.is_over
    assert again.movers == progress.movers
    assert [line.text for line in again.lines[-2:]] == ["end alone 1", f"undo {progress.ply}"]


def test_a_damaged_log_is_noticed() -> None:
    game = GAMES[-1]
    progress = Progress.new(game, 2, game.choose_options())
    for line in ("deal nonsense", "0 d4>1", "deal personal_goals 1 1"):
        with pytest.raises((LudotecaError, ValueError)):
            progress.with_line(line)


def test_only_positions_since_the_last_deal_are_kept() -> None:
    progress, _ = both(GAMES[0], 4)
    assert len(progress.checkpoints) < 40
    assert len(progress.closed().checkpoints) == 1
