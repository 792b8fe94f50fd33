"""The plies of a match: undo, ends and results."""

import dataclasses

import pytest

from ludoteca import games
from ludoteca.core.errors import RecordError
from ludoteca.core.game import Game, Option
from ludoteca.record import Header, Timeline, read, replay_lines, verify, write
from ludoteca.record.header import parse_header
from tests.playing import GAMES, header_of, random_match, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def begun(game: Game, players: int = 2, moves: int = 5) -> Timeline:
    """Replay the beginning of a random match."""
    whole = random_match(game, players, game.choose_options(), seed=1)
    timeline = Timeline(game, whole.start)
    made = 0
    for step in whole.steps:
        if made == moves:
            break
        timeline.read_line(step.text)
        made += step.kind == "move"
    return timeline


def two_moves_in_a_row(game: Game) -> Timeline:
    """Stop a match of three after two moves with no deal before, between or after them."""
    for count in range(2, 40):
        timeline = begun(game, players=3, moves=count)
        if [step.kind for step in timeline.steps[-3:]] == ["move"] * 3:
            return timeline
    raise AssertionError("no two moves in a row")


@each_game
def test_an_undo_brings_back_the_position_after_an_earlier_ply(game: Game) -> None:
    timeline = two_moves_in_a_row(game)
    last = timeline.steps[-1].ply
    timeline.undo(last - 2)
    assert timeline.state == timeline.steps[last - 3].state
    assert [step.ply for step in timeline.steps] == list(range(1, last + 2))
    assert timeline.steps[-1].text == f"undo {last - 2}"


@each_game
def test_an_undo_never_passes_a_deal(game: Game) -> None:
    timeline = begun(game, moves=1)
    with pytest.raises(RecordError, match="deal"):
        timeline.undo(0)
    with pytest.raises(RecordError, match="nothing to undo"):
        timeline.undo(len(timeline.steps))
    with pytest.raises(RecordError, match="nothing to undo"):
        timeline.undo(999)


@each_game
def test_plies_undone_are_no_longer_on_the_path(game: Game) -> None:
    timeline = two_moves_in_a_row(game)
    last = timeline.steps[-1].ply
    timeline.undo(last - 1)
    with pytest.raises(RecordError, match="nothing to undo"):
        timeline.undo(last)


@each_game
def test_who_resigns_loses_and_the_end_can_be_undone(game: Game) -> None:
    timeline = begun(game)
    last = len(timeline.steps)
    timeline.end("resigned", 0)
    assert timeline.is_over
    assert timeline.result().winners == [1]
    with pytest.raises(RecordError, match="only an undo"):
        timeline.read_line("0 anything")
    timeline.undo(last)
    assert not timeline.is_over


@each_game
def test_an_agreed_end_lets_the_scores_decide_and_alone_one_seat(game: Game) -> None:
    timeline = begun(game, players=3)
    agreed, alone = timeline, begun(game, players=3)
    agreed.end("agreed")
    assert agreed.result().winners == game.winners(agreed.state)
    alone.end("alone", 2)
    assert alone.result().winners == [2]
    for how, seat in (("agreed", 1), ("alone", None), ("resigned", 7), ("bored", 0)):
        with pytest.raises(RecordError):
            begun(game).end(how, seat)


@each_game
def test_a_record_with_undo_and_end_reads_back_and_streams(game: Game) -> None:
    timeline = two_moves_in_a_row(game)
    last = timeline.steps[-1].ply
    timeline.undo(last - 1)
    timeline.end("resigned", 1)
    header = header_of(timeline, 1)
    data = write(header, (step.text for step in timeline.steps), True).encode()
    record = verify(data).record
    lines = list(replay_lines(record))
    assert lines[-3]["kind"] == "undo"
    assert (lines[-3]["ply"], lines[-3]["to"]) == (last + 1, last - 1)
    assert lines[-3]["position"] == lines[last - 1]["position"]
    assert {key: lines[-2][key] for key in ("kind", "ply", "how", "seat")} == {
        "kind": "end",
        "ply": last + 2,
        "how": "resigned",
        "seat": 1,
    }
    assert lines[-1] == {
        "kind": "result",
        "scores": game.scores(record.timeline.state),
        "winners": timeline.result().winners,
    }
    assert 1 not in lines[-1]["winners"]


@each_game
def test_the_stream_numbers_plies_from_one_and_every_move_is_by_the_seat_to_move(
    game: Game,
) -> None:
    timeline = random_match(game, 3, game.choose_options(), seed=4)
    header = header_of(timeline, 4)
    record = read(write(header, (step.text for step in timeline.steps), True).encode())
    lines = list(replay_lines(record))
    assert lines[0]["kind"] == "start"
    assert list(lines[0]) == ["kind", "game", "rules", "options", "players", "position"]
    assert lines[0]["game"] == game.id
    plies = lines[1:-1]
    assert [line["ply"] for line in plies] == list(range(1, len(plies) + 1))
    before = lines[0]
    for line in plies:
        if line["kind"] == "move":
            assert before["position"].to_move is not None
            assert list(line) == ["kind", "ply", "seat", "text", "move", "position"]
        else:
            assert before["position"].to_move is None
            assert list(line) == ["kind", "ply", "text", "position"]
        before = line
    assert lines[-1]["kind"] == "result"
    assert lines[-1]["winners"] == game.winners(timeline.state)


def test_a_match_played_on_from_another_rolls_its_own_shuffle_after_its_plies() -> None:
    game = games.load(games.names()[0])
    header = Header(game, "second", game.choose_options(), ("A", "B"), source=("first", 12))
    assert "from: first 12" in header.lines()


@each_game
def test_a_record_outlives_an_option_that_came_later(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline = random_match(game, 2, game.choose_options(), seed=4)
    lines = header_of(timeline, 4).lines()
    old = write(header_of(timeline, 4), (step.text for step in timeline.steps), True).encode()
    richer = dataclasses.replace(game, options=(*game.options, Option("later", ("usual", "new"))))
    monkeypatch.setattr(games, "load", lambda _: richer)
    assert read(old).timeline.state == timeline.state
    with pytest.raises(RecordError, match="in its order"):
        parse_header([line.replace("options: ", "options: later=new ") for line in lines])


def test_a_game_without_options_has_records_without_them(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = dataclasses.replace(GAMES[0], options=())
    monkeypatch.setattr(games, "load", lambda _: plain)
    header = Header(plain, "plain", {}, ("A", "B"))
    assert parse_header(header.lines()) == header
