"""`Match`: moves as text or objects, undo, chance, views, bots, records."""

from pathlib import Path

import pytest

import ludoteca
from ludoteca import IllegalMove, Match, MatchOver, NotYourTurn, UnreadableMove, UsageError
from ludoteca.core.game import Game
from ludoteca.record import verify
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def test_a_move_is_pushed_as_text_as_an_object_or_as_an_action() -> None:
    by_text, by_object, by_action = (Match("my_shelfie", seed=7) for _ in range(3))
    move = by_text.push(" d2e2>5 ")
    assert (move.seat, move.text, str(move)) == (0, "d2e2>5", "d2e2>5")
    assert move.fields == {"take": [[1, 3], [1, 4]], "column": 4}
    by_object.push(move)
    by_action.push(move.action)
    assert by_text.position == by_object.position == by_action.position
    assert by_text.turn == 1


def test_a_refused_move_names_the_rule_and_changes_nothing() -> None:
    match = Match("my_shelfie", seed=7)
    before = match.record
    with pytest.raises(IllegalMove, match="e5 has no free side") as refused:
        match.push("e5>1")
    assert refused.value.code == "no_free_side"
    with pytest.raises(UnreadableMove):
        match.push("hello")
    with pytest.raises(NotYourTurn):
        match.push("d2e2>5", seat=1)
    assert match.record == before


@each_game
def test_legal_moves_are_readable_and_every_one_can_be_pushed(game: Game) -> None:
    match = Match(game, seed=3)
    match.play("random", moves=6)
    moves = match.legal_moves
    assert moves
    assert {move.seat for move in moves} == {match.turn}
    for move in moves[::7]:
        other = match.copy()
        assert other.push(move.text, move.seat) == move
        assert other.moves == [*match.moves, move]


@each_game
def test_a_move_that_is_taken_back_and_made_again_gives_the_same_match(game: Game) -> None:
    match = Match(game, players=game.player_counts[-1], seed=5)
    match.play("greedy", moves=9)
    records = []
    for _ in range(3):
        records.append((match.record, match.position))
        last = match.undo()
        assert last not in match.moves[9:]
        match.push(last)
        assert (match.record, match.position) == records[-1]
    while match.moves:
        match.pop()
    with pytest.raises(UsageError, match="no move to take back"):
        match.undo()
    assert match.record == Match(game, players=game.player_counts[-1], seed=5).record


@each_game
def test_a_whole_match_is_saved_verified_and_loaded(game: Game, tmp_path: Path) -> None:
    match = Match(game, players=["Ada", "Bo"], seed=11)
    match.play("greedy", "random", moves=11)
    half = Match.load(match.save(tmp_path / "half.ludo"))
    assert half.record == match.record
    for each in (match, half):  # the deals go on from the same seed
        each.play("greedy")
    assert half.record == match.record
    path = match.save(tmp_path / "whole.ludo")
    assert verify(path.read_bytes()).rolls_checked
    loaded = Match.load(path)
    assert loaded.is_over
    assert loaded.result == match.result
    assert loaded.winners == match.winners
    assert (loaded.turn, loaded.legal_moves) == (None, [])
    for act in (loaded.hint, lambda: loaded.push("front", 0), loaded.resign):
        with pytest.raises(MatchOver):
            act()
    assert [part["total"] for part in loaded.scores] == [p["total"] for p in match.scores]


@each_game
def test_deals_can_be_made_by_hand(game: Game) -> None:
    drawn, by_hand = Match(game, seed=2), Match(game, by_hand=True)
    assert by_hand.seed is None
    while by_hand.deal_due:
        with pytest.raises(NotYourTurn, match="a deal is due"):
            by_hand.push("front")
        with pytest.raises(UsageError):
            by_hand.deal("nonsense")
        line = drawn.record.split("\n\n")[1].splitlines()[by_hand.ply]
        text = line.removeprefix("deal ")
        assert by_hand.deal(text) == text
    assert by_hand.position == drawn.position
    with pytest.raises(UsageError, match="no deal is due"):
        by_hand.deal()
    again = Match.from_record(by_hand.record, by_hand=True)
    assert again.record == by_hand.record


def test_a_seat_sees_its_own_secrets_only() -> None:
    match = Match("codex_naturalis", seed=7)
    match.push("front")
    match.push("back")
    own, other, anybody = match.view(0), match.view(1), match.view(None)
    assert own.legal_moves == match.legal_moves
    assert other.legal_moves == match.legal_moves_of(1)
    assert anybody.legal_moves == []
    assert own.position["seats"][0]["hand"] == [3, 31, 62]
    assert other.position["seats"][0]["hand"][0] == {"kind": "resource", "kingdom": "fungi"}
    assert str(own) == match.draw(0)
    assert str(match) == match.draw() != match.draw(0)
    assert "\x01" not in str(match) + str(own)
    assert "Mazzi" in match.draw(language="it")


def test_bots_stop_where_a_person_plays() -> None:
    match = Match("my_shelfie", players=["You", "Bot"], seed=7)
    assert match.play(None, "greedy") == []
    match.push(match.legal_moves[0])
    assert len(match.play(None, "greedy")) == 1
    assert match.turn == 0
    with pytest.raises(UsageError, match="one for each of 2 seats"):
        match.play("greedy", "greedy", "greedy")
    assert len(match.play(ludoteca.bots.load("random"), None)) == 1


def test_a_hint_knows_only_what_the_seat_knows() -> None:
    match = Match("my_shelfie", seed=7)
    advice = match.hint("mcts:50p")
    assert advice.move in match.legal_moves
    assert 0 <= advice.win <= 1
    assert str(advice).startswith(f"{advice.move}: wins ")
    assert match.hints("mcts:50p")[0] == advice
    with pytest.raises(UsageError, match="can't say"):
        match.hint("greedy")


def test_a_match_stands_again_where_it_was() -> None:
    match = Match("my_shelfie", seed=7)
    match.play("random", moves=8)
    for ply in range(match.ply + 1):
        assert match.at(ply).ply == ply
    earlier = match.at(5)
    assert match.record.startswith(earlier.record)
    earlier.play("greedy", moves=1)
    assert match.ply > 5
    with pytest.raises(UsageError, match="there is no ply 99"):
        match.at(99)


def test_somebody_may_resign() -> None:
    match = Match("my_shelfie", players=["Ada", "Bo"], seed=7)
    match.push("d2e2>5")
    match.resign()
    assert match.is_over
    assert match.winners == [0]
    assert repr(match) == "<Match my_shelfie-7 of my_shelfie, ply 5, over>"
    match.undo()
    assert match.turn == 0


def test_a_record_with_undo_lines_can_be_taken_back_further() -> None:
    lines = Match("my_shelfie", seed=7)
    start = lines.ply
    lines.push("d2e2>5")
    record = f"{lines.record}undo {start}\n0 e2>1\n"
    match = Match.from_record(record)
    assert match.record == record
    assert [str(move) for move in match.moves] == ["e2>1"]
    assert match.undo().text == "e2>1"
    assert match.record == Match("my_shelfie", seed=7).record


def test_options_and_names_are_checked() -> None:
    assert Match("my_shelfie", options={"common_goals": 1}).options["common_goals"] == 1
    assert Match("my_shelfie", edition="italian").options["refill"] == "isolated_keep"
    for wrong in ({"players": 9}, {"players": ["", "Bo"]}, {"edition": "none"}):
        with pytest.raises(UsageError):
            Match("my_shelfie", **wrong)
    with pytest.raises(UsageError, match="the games are"):
        Match("chess")
    with pytest.raises(UsageError, match="32 bytes"):
        Match("my_shelfie", seed=b"short")
