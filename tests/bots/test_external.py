"""Programs of others as players: good ones play, all others forfeit turns and harm nobody."""

import time
from pathlib import Path

import msgspec
import pytest

from ludoteca.bots import external
from ludoteca.bots.external import ExternalPlayer, program
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from tests.bots.programs import Make, choose, decisions, forfeited
from tests.playing import GAMES, random_states, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


@each_game
@pytest.mark.parametrize("form", ['json.dumps({"move": move})', "move", '"  " + move'])
def test_a_good_program_plays_its_moves(make: Make, game: Game, form: str) -> None:
    player = make(
        f"""
        import json, sys
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "move":
                move = message["legal"][-1]
                print({form}, flush=True)
        """
    )
    found = decisions(game)
    for state, seat in (found[0], found[-1]):
        view = game.view(state, seat)
        legal = game.legal(view.state, seat)
        assert choose(player, game, state, seat) == legal[-1]
    assert player.notes == []
    assert player.forfeits == 0


@each_game
def test_the_messages_are_those_of_the_protocol(make: Make, game: Game, tmp_path: Path) -> None:
    heard = tmp_path / "heard.jsonl"
    player = make(
        f"""
        import json, sys
        with open({str(heard)!r}, "w") as file:
            for line in sys.stdin:
                file.write(line)
                file.flush()
                message = json.loads(line)
                if message["type"] == "move":
                    print(message["legal"][0], flush=True)
        """
    )
    for state, seat in decisions(game)[:2]:
        choose(player, game, state, seat)
    player.end_match()
    state, seat = decisions(game)[0]
    choose(player, game, state, seat)
    player.close()
    lines = heard.read_bytes().splitlines()
    messages = [msgspec.json.decode(line) for line in lines]
    kinds = [message["type"] for message in messages]
    assert kinds == ["start", "move", "move", "end", "start", "move", "end"]
    assert messages[0] == {
        "type": "start",
        "protocol": 1,
        "game": game.id,
        "rules": game.version,
        "options": game.choose_options(),
        "players": 2,
        "seat": 0,
    }
    view = game.view(state, 0)
    notation = game.modules.notation
    assert list(messages[-2]) == ["type", "view", "legal", "milliseconds"]
    assert messages[-2]["legal"] == [
        notation.format_move(view.state, 0, action) for action in game.legal(view.state, 0)
    ]
    assert messages[-2]["milliseconds"] == 1000 * external.SECONDS
    expected = msgspec.json.encode(game.position(view.state))
    assert msgspec.json.encode(messages[-2]["view"]) == expected
    assert b'": ' not in lines[-2]
    assert b'", ' not in lines[-2]


@each_game
def test_the_program_knows_no_more_than_its_seat(make: Make, game: Game) -> None:
    """Whatever it might do with what it hears: two worlds that look the same give one message."""
    for state, seat in decisions(game)[::5]:
        view = game.view(state, seat)
        other = game.view(game.resample(view, seeded(8)), seat)
        one, two = (game.position(each.state) for each in (view, other))
        assert external.move_message(one, [], 1) == external.move_message(two, [], 1)
        assert external.start_message(game, view) == external.start_message(game, other)


@each_game
def test_a_program_that_says_when_it_is_ready_has_all_its_time_for_the_first_move(
    make: Make, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(external.SECONDS_SETTING, "0.5")
    player = make(
        """
        import json, sys, time
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "start":
                time.sleep(0.8)
                print('{"ready": true}', flush=True)
            elif message["type"] == "move":
                print(message["legal"][-1], flush=True)
        """
    )
    for state, seat in decisions(game)[:2]:
        legal = game.legal(game.view(state, seat).state, seat)
        assert choose(player, game, state, seat) == legal[-1]
    assert player.notes == []


BAD = {
    "crashing": ("import sys; sys.exit('I am so sorry')", "exit code 1; it said: I am so sorry"),
    "killed": ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", "signal 15"),
    "silent": ("import time; time.sleep(60)", "no answer within 0.4 s"),
    "closed": ("import os, time; os.close(1); time.sleep(60)", "closed its output"),
    "endless": ("print('x' * 100_000, end='', flush=True); input(); input()", "no end of line"),
}
ANSWERS = {
    "lying": ('print("no move at all")', "it answered 'no move at all': "),
    "odd": ("sys.stdout.buffer.write(bytes(range(128, 256)) + b'\\n')", "it answered"),
    "half": ("print('{\"move\":')", 'answered as {"move": "TEXT"}'),
    "nameless": ("print('{\"play\": 7}')", 'answered as {"move": "TEXT"}'),
    "number": ("print('{\"move\": 7}')", 'answered as {"move": "TEXT"}'),
    "deep": ("print('{\"move\": ' + '[' * 4000)", 'answered as {"move": "TEXT"}'),
    "blank": ("print()", "it answered ''"),
}


@each_game
@pytest.mark.parametrize("kind", BAD)
def test_a_program_without_answer_forfeits_turns_and_is_started_a_few_times(
    make: Make, game: Game, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    text, reason = BAD[kind]
    monkeypatch.setenv(external.SECONDS_SETTING, "0.4" if kind == "silent" else "90")
    monkeypatch.setattr(external, "START_SECONDS", 0.0)
    player = make(text)
    found = decisions(game)[: external.MOST_STARTS + 2]
    began = time.monotonic()
    for state, seat in found:
        assert choose(player, game, state, seat) == forfeited(game, state, seat)
    assert time.monotonic() - began < 60
    assert player.forfeits == len(found) == len(player.notes)
    for note in player.notes[: external.MOST_STARTS]:
        assert reason in note
    for note in player.notes[external.MOST_STARTS :]:
        assert note == "it failed 4 times and is not started again"


@each_game
@pytest.mark.parametrize("kind", ANSWERS)
def test_a_bad_answer_forfeits_the_turn_but_the_program_goes_on(
    make: Make, game: Game, kind: str
) -> None:
    text, reason = ANSWERS[kind]
    player = make(
        f"""
        import json, sys
        bad = True
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "move":
                if bad:
                    {text}
                else:
                    print(message["legal"][0])
                sys.stdout.flush()
                bad = not bad
        """
    )
    for number, (state, seat) in enumerate(decisions(game)[:4]):
        legal = game.legal(state, seat)
        expected = legal[0] if number % 2 else forfeited(game, state, seat)
        assert choose(player, game, state, seat) == expected
    assert player.forfeits == 2
    assert all(reason in note for note in player.notes)
    assert all(note.isprintable() for note in player.notes)


@each_game
def test_an_illegal_move_is_refused_with_its_rule(make: Make, game: Game) -> None:
    """Moves that were legal somewhere, but are not here."""
    found = decisions(game)
    first, last = found[0][0], found[-1][0]
    notation = game.modules.notation
    now = {notation.format_move(last, 0, action) for action in game.legal(last, 0)}
    before = [notation.format_move(first, 0, action) for action in game.legal(first, 0)]
    illegal = next(text for text in before if text not in now)
    player = make(f"while True: input(); print({illegal!r}, flush=True)")
    player.choose(game, game.view(last, 0), game.legal(last, 0), seeded(5))
    assert len(player.notes) == 1
    assert player.notes[0].startswith(f"it answered {illegal!r}: ")


@each_game
def test_a_flood_of_answers_blocks_nothing(make: Make, game: Game) -> None:
    player = make("while True: print('x' * 100)")
    for state, seat in decisions(game)[:8]:
        assert choose(player, game, state, seat) == forfeited(game, state, seat)
    assert player.forfeits == 8


@each_game
def test_a_program_that_never_reads_blocks_nothing(
    make: Make, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its input fills up; what it says is no answer to anything, but a legal move is one."""
    state, seat = decisions(game)[0]
    text = game.modules.notation.format_move(state, seat, game.legal(state, seat)[0])
    player = make(f"import time\nwhile True: print({text!r}, flush=True); time.sleep(0.001)")
    for _ in range(60):
        assert choose(player, game, state, seat) == game.legal(state, seat)[0]
    assert player.notes == []
    monkeypatch.setattr(program, "MOST_UNSENT", 0)
    for _ in range(60):
        choose(player, game, state, seat)
    assert "it does not read its input" in player.notes


@each_game
def test_what_is_said_unasked_is_no_answer(make: Make, game: Game) -> None:
    player = make(
        """
        import json, sys
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "move":
                print(message["legal"][0])
                print("a remark", flush=True)
                print("to standard error", file=sys.stderr)
        """
    )
    for state, seat in decisions(game)[:4]:
        assert choose(player, game, state, seat) == game.legal(state, seat)[0]
        time.sleep(0.1)
    assert player.notes == []


@each_game
def test_a_program_that_crashed_once_is_told_again_what_is_played(make: Make, game: Game) -> None:
    player = make(
        """
        import json, sys
        start = json.loads(input())
        assert start["type"] == "start"
        move = json.loads(input())
        print(move["legal"][0], flush=True)
        input()
        """
    )
    found = decisions(game)[:4]
    expected = [
        forfeited(game, state, seat) if number % 2 else game.legal(state, seat)[0]
        for number, (state, seat) in enumerate(found)
    ]
    assert [choose(player, game, state, seat) for state, seat in found] == expected
    assert player.notes == ["it ended with exit code 0"] * 2


@each_game
def test_good_answers_earn_more_starts(
    make: Make, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "MOST_STARTS", 1)
    monkeypatch.setattr(external, "ANSWERS_A_START", 3)
    player = make(
        """
        import json, sys
        for number, line in enumerate(sys.stdin):
            if number == 4:
                break
            if number:
                print(json.loads(line)["legal"][0], flush=True)
        """
    )
    state, seat = decisions(game)[0]
    for _ in range(12):
        choose(player, game, state, seat)
    assert player.notes == ["it ended with exit code 0"] * 3


@each_game
def test_a_change_of_seat_begins_another_match(make: Make, game: Game) -> None:
    player = make(
        """
        import json, sys
        starts = 0
        for line in sys.stdin:
            message = json.loads(line)
            starts += message["type"] == "start"
            if message["type"] == "move":
                print(message["legal"][starts - 1], flush=True)
        """
    )
    states = [state for state, _ in decisions(game)]
    other = next(
        state
        for state in random_states(game, 2, game.choose_options(), 31)
        if 1 in game.movers(state) and len(game.legal(state, 1)) > 1
    )
    assert choose(player, game, states[0], 0) == game.legal(states[0], 0)[0]
    assert choose(player, game, other, 1) == game.legal(other, 1)[1]
    assert player.notes == []


def test_notes_do_not_grow_forever(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "MOST_NOTES", 3)
    player, game = make("while True: input(); print('nothing', flush=True)"), GAMES[0]
    for _ in range(5):
        choose(player, game, *decisions(game)[0])
    assert len(player.notes) == 3
    assert player.forfeits == 5


def test_a_program_that_can_not_be_run_is_a_note(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_text("#!/nowhere/at/all\n", encoding="utf-8")
    path.chmod(0o755)
    player, game = ExternalPlayer("exec:bot", f"'{path}'"), GAMES[0]
    state, seat = decisions(game)[0]
    assert choose(player, game, state, seat) == forfeited(game, state, seat)
    assert player.notes == ["it can't be started: No such file or directory"]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("", "needs a program"),
        ("   ", "needs a program"),
        ("'half", "No closing quotation"),
        ("./nowhere", "no program './nowhere'"),
        ("nothing-of-that-name --fast", "no program 'nothing-of-that-name'"),
    ],
)
def test_a_wrong_command_is_refused_at_once(command: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        ExternalPlayer(f"exec:{command}", command)


@pytest.mark.parametrize("text", ["soon", "0", "-1", "nan", "inf"])
def test_a_wrong_setting_is_refused_at_once(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(external.SECONDS_SETTING, text)
    with pytest.raises(UsageError, match=f"LUDOTECA_EXEC_SECONDS is '{text}'"):
        ExternalPlayer("exec:true", "true")


def test_an_answer_may_be_long_but_not_too_long(make: Make) -> None:
    player = make(
        f"input(); input(); print(' ' * {program.LONGEST_ANSWER - 20} + 'x', flush=True); input()"
    )
    choose(player, GAMES[0], *decisions(GAMES[0])[0])
    assert "it answered 'x'" in player.notes[0]
