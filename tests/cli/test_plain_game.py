"""A match at one screen: people who type, bots that answer, and a record of it all."""

import io
from pathlib import Path
from typing import NoReturn

import pytest

from ludoteca import games, language
from ludoteca.cli import plain_game
from ludoteca.core.game import Game
from ludoteca.record import read, verify
from tests.cli.running import Eager, Run, begun, texts

pytestmark = pytest.mark.usefixtures("known_seed")

SHELFIE = games.load("my_shelfie")
HANDS_OVER = "Press Enter when only you can see the screen"


def test_a_person_plays_a_whole_match(run: Run, game: Game, tmp_path: Path) -> None:
    path = tmp_path / "a.ludo"
    ran = run("play", game.id, "--seats", "Ann,bot:random", "--record", "a.ludo", stdin=Eager(path))
    assert ran.code == 0
    verdict = verify(path.read_bytes())
    assert verdict.rolls_checked
    moves = [step for step in verdict.record.timeline.steps if step.kind == "move"]
    assert {step.seat for step in moves} == {0, 1}
    assert "Won by " in ran.out
    assert HANDS_OVER not in ran.out


def test_people_hand_the_screen_over(run: Run, game: Game, tmp_path: Path) -> None:
    """No secret is on the screen when the next one comes to it."""
    path = tmp_path / "a.ludo"
    ran = run("play", game.id, "--seats", "Ann,Bob", "--record", "a.ludo", stdin=Eager(path))
    assert ran.code == 0
    assert verify(path.read_bytes()).rolls_checked
    parts = ran.out.split(HANDS_OVER)
    assert len(parts) > 4
    for number, part in enumerate(parts[:-1]):
        assert part.endswith(("Ann is next. ", "Bob is next. "))
        assert "\n" * 40 in part
        last_screen = part.rsplit("\n" * 40, 1)[1]
        assert last_screen.strip() in ("Ann is next.", "Bob is next."), number


def test_who_comes_to_the_screen_reads_what_happened(run: Run, game: Game, tmp_path: Path) -> None:
    path = tmp_path / "a.ludo"
    ran = run("play", game.id, "--seats", "Ann,Bob", "--record", "a.ludo", stdin=Eager(path))
    first = next(step for step in read(path.read_bytes()).timeline.steps if step.seat == 0)
    assert first.before is not None
    assert first.action is not None
    secret = game.is_secret(first.before, 0, first.action)
    screen = ran.out.split(f"Bob is next. {HANDS_OVER}: ")[1].split("Bob> ")[0]
    assert screen.startswith("  dealt: ")
    told = "Ann has chosen." if secret else f"Ann: {first.text.removeprefix('0 ')}"
    assert f"  {told}\n" in screen


def test_a_persons_secrets_are_not_in_the_deals_of_a_shared_screen(run: Run, game: Game) -> None:
    timeline = begun(game, ("Ann", "Bob"))
    public = [
        game.modules.notation.format_deal(step.before, step.outcomes, None)
        for step in timeline.steps
        if step.before is not None
    ]
    ran = run("play", game.id, "--seats", "Ann,Bob", "--record", "a.ludo")
    told = [line for line in ran.out.splitlines() if line.startswith("  dealt: ")]
    assert told == [f"  dealt: {text}" for text in public]
    alone = run("play", game.id, "--seats", "Ann,bot:random", "--record", "b.ludo")
    own = [
        game.modules.notation.format_deal(step.before, step.outcomes, 0)
        for step in timeline.steps
        if step.before is not None
    ]
    assert [f"  dealt: {text}" for text in own] == [
        line for line in alone.out.splitlines() if line.startswith("  dealt: ")
    ]


def test_help_moves_and_board_are_shown_and_change_nothing(
    run: Run, game: Game, tmp_path: Path
) -> None:
    timeline = begun(game, ("Ann", "bot:random"))
    typed = "?\nHELP\n\nmoves\nboard\nquit\n"
    ran = run("play", game.id, "--seats", "Ann,bot:random", "--record", "a.ludo", stdin=typed)
    assert ran.code == 0
    assert ran.out.count(language.words("en")["plain.help"]) == 3
    listed = ran.out.split("Ann> ")[4].split()
    assert listed == texts(timeline, 0)
    words = game.words()
    summary = game.modules.drawing.legal_summary(timeline.state, 0, words).splitlines()[0]
    assert ran.out.count(summary) == 2
    assert read((tmp_path / "a.ludo").read_bytes()).timeline.state == timeline.state


def test_a_move_is_made_and_undone_and_another_made(run: Run, tmp_path: Path) -> None:
    timeline = begun(SHELFIE, ("Ann", "bot:random"))
    first, *_, last = texts(timeline, 0)
    typed = f"undo\n{first}\nundo\n{last}\nquit\n"
    ran = run("play", SHELFIE.id, "--seats", "Ann,bot:random", "--record", "a.ludo", stdin=typed)
    assert "Not possible: you have no move to undo" in ran.out
    assert "Ann took back a move" in ran.out
    steps = read((tmp_path / "a.ludo").read_bytes()).timeline.steps
    dealt = len(timeline.steps)
    own = [step for step in steps if step.seat == 0]
    assert [step.text for step in own] == [f"0 {first}", f"0 {last}"]
    undone = next(step for step in steps if step.kind == "undo")
    assert undone.to == dealt
    assert undone.state == timeline.state


def test_an_undo_never_takes_back_what_was_dealt(run: Run, tmp_path: Path) -> None:
    """In My Shelfie, a living room that was refilled stays so."""
    path = tmp_path / "a.ludo"
    seats = "Ann,bot:random"

    class Stubborn(Eager):
        undone = False

        def readline(self) -> str:
            steps = self.timeline().steps
            if [step.kind for step in steps].count("deal") == 3:
                return super().readline()
            self.undone = not self.undone
            return "undo\n" if self.undone else "quit\n"

    ran = run("play", "my_shelfie", "--seats", seats, "--record", "a.ludo", stdin=Stubborn(path))
    assert "Not possible: moves before the last deal can’t be undone" in ran.out
    assert "undo" not in path.read_text()


def test_people_together_do_not_undo(run: Run, game: Game) -> None:
    typed = "\nundo\nquit\n"
    ran = run("play", game.id, "--seats", "Ann,Bob", "--record", "a.ludo", stdin=typed)
    assert "Not possible: undo only works alone against bots" in ran.out


@pytest.mark.parametrize("word", ["quit", "q", "EXIT", ""])
def test_whoever_leaves_finds_the_match_again(
    run: Run, game: Game, tmp_path: Path, word: str
) -> None:
    """An empty word is the end of what is typed."""
    first = texts(begun(game, ("Ann", "bot:random")), 0)[0]
    typed = f"{first}\n{word}\n" if word else f"{first}\n"
    ran = run("play", game.id, "--seats", "Ann,bot:random", "--record", "a.ludo", stdin=typed)
    assert ran.code == 0
    assert ran.out.endswith("The unfinished match is saved in a.ludo\n")
    assert not read((tmp_path / "a.ludo").read_bytes()).is_finished
    replayed = run("replay", "a.ludo", "--json")
    assert replayed.code == 0
    assert "unfinished" in replayed.err
    verified = run("verify", "a.ludo")
    assert verified.code == 1
    assert "unfinished" in verified.err


def test_ctrl_c_leaves_as_well(run: Run, game: Game, tmp_path: Path) -> None:
    class Interrupting(io.StringIO):
        def readline(self, *_: object) -> NoReturn:
            raise KeyboardInterrupt

    ran = run(
        "play", game.id, "--seats", "Ann,bot:random", "--record", "a.ludo", stdin=Interrupting()
    )
    assert ran.code == 0
    assert ran.out.endswith("The unfinished match is saved in a.ludo\n")
    assert not read((tmp_path / "a.ludo").read_bytes()).is_finished


def test_of_two_who_resigns_loses(run: Run, game: Game, tmp_path: Path) -> None:
    ran = run("play", game.id, "--seats", "Ann,bot:random", "--record", "a.ludo", stdin="resign\n")
    assert ran.code == 0
    assert "Won by bot:random" in ran.out
    verdict = verify((tmp_path / "a.ludo").read_bytes())
    assert verdict.rolls_checked
    assert verdict.record.timeline.steps[-1].text == "end resigned 0"
    assert run("verify", "a.ludo").code == 0


def test_of_more_a_bot_plays_on_for_who_resigns(run: Run, game: Game, tmp_path: Path) -> None:
    ran = run(
        "play", game.id, "--seats", "Ann,bot:random,bot:random", "--record", "a.ludo",
        stdin="resign\n",
    )  # fmt: skip
    assert ran.code == 0
    assert f"Ann left; {plain_game.REPLACEMENT} takes over." in ran.out
    timeline = verify((tmp_path / "a.ludo").read_bytes()).record.timeline
    assert game.is_over(timeline.state)
    assert {step.seat for step in timeline.steps if step.kind == "move"} == {0, 1, 2}


@pytest.mark.parametrize("typed", ["hello", "9" * 5000, "\N{SNOWMAN}", ">", "a1>" + "9" * 5000])
def test_what_is_no_move_is_refused_and_asked_again(run: Run, game: Game, typed: str) -> None:
    ran = run(
        "play", game.id, "--seats", "Ann,bot:random", "--record", "a.ludo", stdin=f"{typed}\nq\n"
    )
    assert ran.code == 0
    assert ran.out.count("Not possible: ") == 1
    assert ran.out.count("Ann> ") == 2
    assert max(map(len, ran.out.splitlines())) < 1000


# My Shelfie: every refusal names the rule.


def refused(code: str) -> str:
    """Find a move of the first position that the rules refuse for one reason."""
    timeline = begun(SHELFIE, ("Ann", "bot:random"))
    state = timeline.state
    for action in range(SHELFIE.modules.actions.ACTIONS):
        reason = SHELFIE.engine.refusal(state, 0, action)
        if SHELFIE.modules.rules.REFUSALS[reason] == code:
            return SHELFIE.modules.notation.format_move(state, 0, action)
    raise AssertionError(code)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("a1>1", "a1 is not in play at this table"),
        ("e5f6>1", "the tiles are not in a straight line"),
        ("e3e5>1", "there is a gap between the tiles"),
        ("e4e5>6", "there is no column 6; columns go from 1 to 5"),
        ("e4e5e6e7>1", "at most three tiles may be taken, not 4"),
        ("e4e4>1", "a tile can be taken only once"),
        ("e4", "'e4' is not a move; write cells > column"),
        (refused("no_free_side"), "has no free side"),
        (refused("freed_by_this_take"), "had no free side at the start of your turn"),
    ],
)
def test_a_refusal_names_the_rule(run: Run, move: str, sentence: str) -> None:
    ran = run(
        "play", "my_shelfie", "--seats", "Ann,bot:random", "--record", "a.ludo",
        stdin=f"{move}\nquit\n",
    )  # fmt: skip
    (line,) = [line for line in ran.out.splitlines() if "Not possible: " in line]
    assert sentence in line


def test_a_column_too_full_is_refused_with_those_that_have_room(run: Run, tmp_path: Path) -> None:
    """Ann fills her first column, then tries it again."""
    path = tmp_path / "a.ludo"

    class Stacker(Eager):
        tried = False

        def readline(self) -> str:
            legal = texts(self.timeline(), 0)
            into_the_first = [text for text in legal if text.endswith(">1")]
            if into_the_first:
                return f"{into_the_first[-1]}\n"
            self.tried = not self.tried
            return f"{legal[0][:2]}>1\n" if self.tried else "quit\n"

    ran = run(
        "play", "my_shelfie", "--seats", "Ann,bot:random", "--record", "a.ludo", stdin=Stacker(path)
    )
    assert "Not possible: column 1 has room for 0, not 1; columns with room" in ran.out
    assert "2 3 4 5" in ran.out


@pytest.mark.parametrize(
    ("language", "won", "help_hint"),
    [("en", "Won by", "? for help"), ("it", "Vittoria di", "? per l’aiuto"),
     ("de", "Sieg für", "? zeigt die Hilfe")],
)  # fmt: skip
def test_the_match_is_told_in_the_players_language(
    run: Run, game: Game, tmp_path: Path, language: str, won: str, help_hint: str
) -> None:
    path = tmp_path / "a.ludo"
    seats = ["--seats", "Ann,bot:random", "--record", "a.ludo", "--language", language]
    ran = run("play", game.id, *seats, stdin=Eager(path))
    assert help_hint in ran.out
    assert won in ran.out
    result = ran.out[ran.out.rindex(won) - 400 :]
    assert "[" not in result.splitlines()[-4]
    *steps, _ = game.final_steps(read(path.read_bytes()).timeline.state)
    for step in steps:
        points = step["seats"][0]["points"]
        assert f"{game.words(language)['step.' + step['step']]} {points}" in result


def test_a_match_that_was_left_is_continued(run: Run, game: Game, tmp_path: Path) -> None:
    path = tmp_path / "a.ludo"
    seats = ["--seats", "Ann,bot:random", "--record", "a.ludo"]
    run("play", game.id, *seats, stdin="quit\n")
    before = read(path.read_bytes()).header
    ran = run("play", "--resume", "--record", "a.ludo", stdin=Eager(path))
    assert ran.code == 0
    assert "Won by " in ran.out
    verdict = verify(path.read_bytes())
    assert verdict.rolls_checked
    assert verdict.record.header.match == before.match
    assert verdict.record.header.commitment == before.commitment
    again = run("play", "--resume", "--record", "a.ludo", stdin="")
    assert again.code == 2
    assert "there is no unfinished match" in again.err
