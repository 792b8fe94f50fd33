"""Tensors tell what a seat sees and nothing else; masks and factors are the legal actions."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from math import prod

import pytest

from ludoteca.core.bits import popcount
from ludoteca.core.game import Game
from ludoteca.core.modules import Tensor
from ludoteca.core.types import State
from tests.games.test_two_worlds import pairs
from tests.playing import GAMES, all_options, random_states, table_name
from tests.sizes import size

each_game = pytest.mark.parametrize(
    "game", [game for game in GAMES if game.modules.tensor is not None], ids=table_name
)


@cache
def some_pairs(game: Game, number: int) -> list[tuple[State, State, int | None]]:
    return list(pairs(game, number))


Look = Callable[[Game, State, int], bytes]


def tensor_of(game: Game) -> Tensor:
    assert game.modules.tensor is not None
    return game.modules.tensor


def length(game: Game, players: int) -> int:
    return sum(prod(slot.shape) for slot in tensor_of(game).slots(players))


def seen(game: Game, state: State, seat: int) -> bytes:
    """Return a tensor as bytes."""
    out = bytearray(length(game, game.players(state)))
    game.engine.observe_into(state, seat, out)
    return bytes(out)


def parts(game: Game, state: State, seat: int) -> dict[str, list[int]]:
    """Cut a tensor into its slots."""
    numbers, found, first = list(seen(game, state, seat)), {}, 0
    for slot in tensor_of(game).slots(game.players(state)):
        last = first + prod(slot.shape)
        found[slot.name] = numbers[first:last]
        first = last
    return found


def positions(game: Game, seed: int) -> Iterator[State]:
    """Return the positions of a match at each size of table, with changing options."""
    options = all_options(game)
    for number, players in enumerate(game.player_counts):
        yield from random_states(game, players, options[(seed + number) % len(options)], seed)


# What may not be seen


def leaks(game: Game, worlds: Iterable[tuple[State, State, int | None]], look: Look) -> int:
    """Count the pairs of worlds that a seat could tell apart by its tensor."""
    return sum(
        look(game, one, seat) != look(game, two, seat)
        for one, two, seat in worlds
        if seat is not None and not game.is_over(one)
    )


@each_game
def test_two_worlds_give_one_tensor(game: Game) -> None:
    assert leaks(game, pairs(game, size(2_000, 100_000)), seen) == 0


@each_game
def test_a_state_and_its_view_give_one_tensor(game: Game) -> None:
    for state in positions(game, seed=31):
        for seat in range(game.players(state)):
            assert seen(game, state, seat) == seen(game, game.view(state, seat).state, seat)


def _another_seats_eyes(game: Game, state: State, seat: int) -> bytes:
    return seen(game, state, (seat + 1) % game.players(state))


def _every_seats_eyes(game: Game, state: State, seat: int) -> bytes:
    return b"".join(seen(game, state, other) for other in range(game.players(state)))


def _all_scores(game: Game, state: State, seat: int) -> bytes:
    scores = (game.engine.score(state, other) for other in range(game.players(state)))
    return seen(game, state, seat) + bytes(scores)


def _one_hidden_bit(game: Game, state: State, seat: int) -> bytes:
    numbers = bytearray(seen(game, state, seat))
    numbers[0] ^= sum(state.to_bytes()) & 1
    return bytes(numbers)


def _the_state_itself(game: Game, state: State, seat: int) -> bytes:
    return state.to_bytes()


@each_game
@pytest.mark.parametrize(
    "look",
    [_another_seats_eyes, _every_seats_eyes, _all_scores, _one_hidden_bit, _the_state_itself],
    ids=lambda look: look.__name__,
)
def test_a_planted_leak_is_caught(game: Game, look: Look) -> None:
    assert leaks(game, some_pairs(game, 400), look) > 0


# What must be seen


@each_game
def test_different_views_give_different_tensors(game: Game) -> None:
    """Nothing that a seat sees is left out, but for the order in which things came to lie there."""
    known: dict[tuple[int, bytes], str] = {}
    for state in positions(game, seed=32):
        if game.deal_name(state) or game.is_over(state):
            continue
        for seat in range(game.players(state)):
            view = game.view(state, seat).state
            text = game.modules.notation.format_position(view)
            key = game.players(state), bytes([seat]) + seen(game, state, seat)
            assert known.setdefault(key, text) == text
    assert len(known) > 100


@each_game
def test_every_number_is_within_its_bounds(game: Game) -> None:
    for state in positions(game, seed=33):
        slots = {slot.name: slot for slot in tensor_of(game).slots(game.players(state))}
        for seat in range(game.players(state)):
            for name, numbers in parts(game, state, seat).items():
                assert max(numbers) <= slots[name].most <= 255


@each_game
def test_every_number_is_used(game: Game) -> None:
    """No slot stays empty over a few matches."""
    used: set[str] = set()
    for seed in range(4):
        for state in positions(game, seed):
            found = parts(game, state, 0)
            used |= {name for name, numbers in found.items() if any(numbers)}
    assert used == {slot.name for slot in tensor_of(game).slots(2)}


@each_game
def test_slots_are_named_once_and_explained(game: Game) -> None:
    for players in game.player_counts:
        slots = tensor_of(game).slots(players)
        assert len({slot.name for slot in slots}) == len(slots)
        assert all(slot.meaning and slot.most > 0 and prod(slot.shape) > 0 for slot in slots)


@each_game
def test_a_seat_sees_itself_first(game: Game) -> None:
    """The one to move is number 0 of the tensor that it sees, whatever its seat is."""
    for state in positions(game, seed=34):
        for seat in game.movers(state):
            assert parts(game, state, seat)["to_move"][0] == 1


# What may be done


@each_game
def test_a_mask_marks_the_legal_actions(game: Game) -> None:
    for state in positions(game, seed=35):
        for seat in game.movers(state):
            mask = bytearray(game.modules.actions.ACTIONS)
            game.engine.mask_into(state, seat, mask)
            assert set(mask) <= {0, 1}
            legal = [action for action, mark in enumerate(mask) if mark]
            assert legal == game.legal(state, seat)


@each_game
def test_factors_allow_the_legal_actions(game: Game) -> None:
    tensor = tensor_of(game)
    for number, state in enumerate(positions(game, seed=36)):
        for seat in game.movers(state) if number % 3 == 0 else ():
            words = [0] * len(tensor.FACTORS)
            game.engine.factors_into(state, seat, words)
            assert all(0 <= word < 2**62 for word in words)
            allowed = [
                action
                for action in range(game.modules.actions.ACTIONS)
                if tensor.allows(words, action)
            ]
            assert allowed == game.legal(state, seat)
            assert sum(popcount(word) for word in words) < 200
