"""Damaged records fail with a reason: never a crash, never another match."""

import random

import pytest

from ludoteca.core.errors import RecordError
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from ludoteca.core.shuffle import Shuffle, commitment_of
from ludoteca.record import Header, Timeline, verify, write
from ludoteca.record.write import checksum_line
from tests.playing import GAMES, table_name
from tests.sizes import fixed_size

SEED = bytes(range(32))

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def rolled_match(game: Game, players: int = 2) -> bytes:
    """Play a match with a verifiable shuffle; give its record."""
    header = Header(
        game=game,
        match="damage",
        options=game.choose_options(),
        players=tuple(f"Zoë {seat}" for seat in range(players)),
        commitment=commitment_of(SEED),
        contributions=(bytes(16), bytes(range(16))),
        seed=SEED,
    )
    timeline, rng = Timeline.of(header), seeded(5)
    shuffle = Shuffle(SEED, header.match, header.contributions)
    while not timeline.is_over:
        state = timeline.state
        if game.deal_name(state):
            timeline.deal(game.deal_one(state, shuffle.draw)[1])
        else:
            seat = game.movers(state)[0]
            legal = game.legal(state, seat)
            timeline.move(seat, legal[below(rng, len(legal))])
    return write(header, (step.text for step in timeline.steps), True).encode()


@each_game
def test_a_whole_record_is_valid_and_its_rolls_are_checked(game: Game) -> None:
    for players in game.player_counts:
        assert verify(rolled_match(game, players)).rolls_checked


@each_game
def test_every_damaged_record_fails_with_a_reason(game: Game) -> None:
    good = rolled_match(game)
    chance = random.Random(8)
    for _ in range(fixed_size(500, 20_000)):
        damaged = _damage(good, chance)
        if damaged == good:
            continue
        with pytest.raises(RecordError) as caught:
            verify(damaged)
        assert len(str(caught.value)) > 10


def _damage(good: bytes, chance: random.Random) -> bytes:
    lines = good.split(b"\n")
    at = chance.randrange(len(good))
    line = chance.randrange(len(lines) - 1)
    other = chance.randrange(len(lines) - 1)
    kind = chance.randrange(7)
    if kind == 0:
        return good[:at] + bytes([chance.randrange(256)]) + good[at + 1 :]
    if kind == 1:
        return good[:at] + bytes([good[at] ^ 1 << chance.randrange(8)]) + good[at + 1 :]
    if kind == 2:
        return good[:at]
    if kind == 3:
        return b"\n".join(lines[: line + 1] + lines[line:])
    if kind == 4:
        return b"\n".join(lines[:line] + lines[line + 1 :])
    if kind == 5:
        lines[line], lines[other] = lines[other], lines[line]
        return b"\n".join(lines)
    return good[:at] + good[at + chance.randrange(1, 40) :]


@each_game
def test_a_damaged_record_with_a_mended_checksum_still_fails_or_is_another_honest_text(
    game: Game,
) -> None:
    """A mended checksum does not help to change the shuffle: a deal must follow from the seed."""
    good = rolled_match(game).decode().rsplit("sha256", 1)[0]
    lines = good.splitlines()
    deals = [number for number, line in enumerate(lines) if line.startswith("deal ")]
    for number in deals:
        changed = lines.copy()
        words = changed[number].split(" ")
        changed[number] = " ".join([*words[:2], *reversed(words[2:])])
        if words[2:] == words[2:][::-1]:
            changed[number] = " ".join([*words[:2], words[2][::-1]])
        if changed == lines:
            continue
        with pytest.raises(RecordError):
            verify(_closed(changed))


@each_game
def test_another_seed_or_contribution_is_found_out(game: Game) -> None:
    lines = rolled_match(game).decode().rsplit("sha256", 1)[0].splitlines()
    seed = next(number for number, line in enumerate(lines) if line.startswith("seed: "))
    mine = next(number for number, line in enumerate(lines) if line.startswith("contributions: "))
    for number, reason in ((seed, "commitment"), (mine, "seed gives another deal")):
        changed = lines.copy()
        changed[number] = changed[number][:-1] + ("1" if changed[number][-1] != "1" else "2")
        with pytest.raises(RecordError, match=reason):
            verify(_closed(changed))


def _closed(lines: list[str]) -> bytes:

    text = "".join(f"{line}\n" for line in lines)
    return f"{text}{checksum_line(text)}\n".encode()


@each_game
def test_a_record_of_a_newer_rules_version_says_so(game: Game) -> None:
    lines = rolled_match(game).decode().rsplit("sha256", 1)[0].splitlines()
    lines[2] = "rules: 999"
    with pytest.raises(RecordError, match=r"line 3: rules: .* a newer ludoteca can"):
        verify(_closed(lines))


@each_game
def test_an_unfinished_record_does_not_verify(game: Game) -> None:
    lines = rolled_match(game).decode().rsplit("sha256", 1)[0]
    with pytest.raises(RecordError, match="unfinished"):
        verify(lines.encode())
    with pytest.raises(RecordError, match="not over"):
        verify(_closed(lines.splitlines()[:-3]))
