"""`ludoteca verify`: yes, no, or no answer."""

import json
from pathlib import Path

import pytest

from ludoteca.core.game import Game
from ludoteca.core.shuffle import commitment_of
from ludoteca.record.write import checksum_line
from tests.cli.running import MATCH, SEED, Run, begun, written


def edited(path: Path, old: str, new: str, *, seal: bool) -> int:
    """Change the first line that holds some text; give its number. With a seal, sum up again."""
    lines = path.read_text().splitlines()[:-1]
    checksum = path.read_text().splitlines()[-1]
    number = next(n for n, line in enumerate(lines) if old in line)
    lines[number] = lines[number].replace(old, new, 1)
    text = "".join(f"{line}\n" for line in lines)
    path.write_text(text + (checksum_line(text) if seal else checksum) + "\n")
    return number + 1


def test_a_whole_record_holds(run: Run, match_file: Path) -> None:
    ran = run("verify", str(match_file))
    assert ran.code == 0
    assert ran.err == ""
    assert f"valid; match {MATCH}" in ran.out
    assert f"commitment: {commitment_of(SEED)}" in ran.out
    assert "Every deal follows from the seed" in ran.out
    answer = json.loads(run("verify", str(match_file), "--json").out)
    assert answer == {
        "valid": True,
        "match": MATCH,
        "commitment": commitment_of(SEED),
        "rolls_checked": True,
    }


def test_without_a_seed_it_passes_and_says_what_was_not_checked(run: Run, match_file: Path) -> None:
    lines = match_file.read_text().splitlines()[:-1]
    kept = [line for line in lines if not line.startswith(("seed: ", "commitment: "))]
    text = "".join(f"{line}\n" for line in kept)
    match_file.write_text(f"{text}{checksum_line(text)}\n")
    ran = run("verify", str(match_file))
    assert ran.code == 0
    assert "the deals could not be checked" in ran.out
    assert not json.loads(run("verify", str(match_file), "--json").out)["rolls_checked"]


def no_with(run: Run, path: Path, line: int | None, reason: str) -> None:
    """Assert that the answer is no, in both forms."""
    ran = run("verify", str(path))
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    where = "" if line is None else f"line {line}: "
    assert ran.err.startswith(f"{path}: not valid: {where}")
    assert reason in ran.err
    ran = run("verify", str(path), "--json")
    assert (ran.code, ran.err) == (1, "")
    answer = json.loads(ran.out)
    assert answer["valid"] is False
    assert answer["line"] == line
    assert reason in answer["reason"]


def test_another_seed_does_not_fit_the_commitment(run: Run, match_file: Path) -> None:
    line = edited(match_file, f"seed: {SEED.hex()}", f"seed: {SEED[::-1].hex()}", seal=True)
    no_with(run, match_file, line, "the seed does not fit the commitment")


def test_a_seed_swapped_with_its_commitment_gives_other_deals(run: Run, match_file: Path) -> None:
    edited(match_file, SEED.hex(), SEED[::-1].hex(), seal=True)
    edited(match_file, commitment_of(SEED), commitment_of(SEED[::-1]), seal=True)
    first_deal = match_file.read_text().splitlines().index("") + 2
    no_with(run, match_file, first_deal, "the seed gives another deal than this")


def test_the_verdict_is_in_the_language_asked_for(run: Run, match_file: Path) -> None:
    assert f"in ordine; partita {MATCH}" in run("verify", str(match_file), "--language=it").out
    assert "Jedes Austeilen" in run("verify", str(match_file), "--language=de").out
    match_file.write_bytes(match_file.read_bytes()[:-1])
    assert "Zeile " in run("verify", str(match_file), "--language=de").err


def test_another_match_id_gives_other_deals(run: Run, match_file: Path) -> None:
    edited(match_file, MATCH, MATCH[::-1], seal=True)
    first_deal = match_file.read_text().splitlines().index("") + 2
    no_with(run, match_file, first_deal, "the seed gives another deal than this")


def test_any_change_without_a_new_checksum_is_noticed(run: Run, match_file: Path) -> None:
    edited(match_file, "Ann", "Eve", seal=False)
    last = len(match_file.read_text().splitlines())
    no_with(run, match_file, last, "the checksum does not fit")


def test_an_impossible_ply_is_named_by_its_line(run: Run, match_file: Path) -> None:
    """The first move is made twice."""
    lines = match_file.read_text().splitlines()
    move = next(line for line in lines[lines.index("") :] if line[:1].isdigit())
    line = edited(match_file, move, f"{move}\n{move}", seal=True)
    no_with(run, match_file, line + 1, "")


def test_an_unfinished_match_fails(run: Run, game: Game, tmp_path: Path) -> None:
    path = tmp_path / "unfinished.ludo"
    path.write_bytes(written(begun(game, ("Ann", "Bob")), ("Ann", "Bob")))
    no_with(run, path, None, "unfinished")


def test_a_record_cut_short_fails(run: Run, match_file: Path) -> None:
    data = match_file.read_bytes()
    match_file.write_bytes(data[: len(data) // 2])
    ran = run("verify", str(match_file))
    assert ran.code == 1


@pytest.mark.parametrize("newer", ["rules: 99", "rules: 999999"])
def test_a_newer_record_can_not_be_judged(run: Run, match_file: Path, newer: str) -> None:
    """It may well hold; but its rules are not known here."""
    rules = next(line for line in match_file.read_text().splitlines() if line[:6] == "rules:")
    edited(match_file, rules, newer, seal=True)
    for more in ((), ("--json",)):
        run("verify", str(match_file), *more).refused(str(match_file), "line 3", "a newer ludoteca")


def test_a_damaged_version_is_damage(run: Run, match_file: Path) -> None:
    rules = next(line for line in match_file.read_text().splitlines() if line[:6] == "rules:")
    edited(match_file, rules, "rules: 99", seal=False)
    assert run("verify", str(match_file)).code == 1


def test_a_missing_file_is_bad_input(run: Run, tmp_path: Path) -> None:
    run("verify", "nowhere.ludo").refused("nowhere.ludo", "No such file")
    run("verify", str(tmp_path)).refused(str(tmp_path), "directory")
