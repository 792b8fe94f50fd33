"""States as plain integers: declaration, copies, records of an array."""

from typing import Annotated

import numpy as np
import pytest

from ludoteca.core.game import Game
from ludoteca.core.types import Mask, Shape, Short, Small, State
from tests.playing import GAMES, random_states, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


class Pile(State):
    """A state with every kind of field, narrow ones first."""

    turn: Small
    height: Short
    tiles: Mask
    counts: Annotated[list[int], Shape("i1", 3)]
    rows: Annotated[list[list[int]], Shape("i2", 2, 4)]
    masks: Annotated[list[int], Shape("i8", 2)]
    not_a_field: str = "left alone"


def example() -> Pile:
    """Make a pile in which every field says something."""
    pile = Pile()
    pile.turn, pile.height, pile.tiles = -128, 32_767, (1 << 62) - 1
    pile.counts = [1, -2, 127]
    pile.rows = [[1, 2, 3, 4], [-5, 6, -7, 8]]
    pile.masks = [0, 1 << 61]
    return pile


def test_annotations_declare_the_fields() -> None:
    assert list(Pile.fields) == ["turn", "height", "tiles", "counts", "rows", "masks"]
    assert {name: shape.lengths for name, shape in Pile.fields.items()} == {
        "turn": (), "height": (), "tiles": (), "counts": (3,), "rows": (2, 4), "masks": (2,),
    }  # fmt: skip


def test_a_new_state_is_zero_everywhere_and_shares_nothing() -> None:
    one, two = Pile(), Pile()
    assert one == two
    assert one.rows == [[0] * 4] * 2
    one.rows[0][0] = 1
    one.counts[0] = 1
    assert one.rows[1][0] == 0
    assert two == Pile()


def test_a_copy_is_equal_and_independent() -> None:
    pile = example()
    twin = pile.copy()
    assert type(twin) is Pile
    assert twin == pile
    twin.turn = 1
    twin.counts[0] = 9
    twin.rows[1][2] = 9
    twin.masks[0] = 9
    assert pile == example()
    assert twin != pile


def test_states_of_different_kinds_are_never_equal() -> None:
    class Other(State):
        turn: Small

    class Same(State):
        turn: Small

    assert Other() != Same()
    assert Other() != 0


def test_equal_states_have_equal_hashes_and_bytes() -> None:
    assert hash(example()) == hash(example())
    assert example().to_bytes() == example().to_bytes()
    changed = example()
    changed.rows[0][3] = 5
    assert changed.to_bytes() != example().to_bytes()


def test_a_state_shows_its_fields() -> None:
    text = repr(example())
    assert text.startswith("Pile(turn=-128, height=32767, ")
    assert "counts=[1, -2, 127]" in text


def test_a_record_reads_back_as_python_integers() -> None:
    piles = Pile.array(3)
    example().into(piles, 1)
    assert Pile.of(piles, 1) == example()
    assert Pile.of(piles, 0) == Pile.of(piles, 2) == Pile()
    again = Pile.of(piles, 1)
    assert type(again.turn) is int
    assert type(again.rows[1][0]) is int
    assert repr(again) == repr(example())


def test_a_record_needs_no_numpy_array() -> None:
    piles = bytearray(3 * Pile.size)
    example().into(piles, 2)
    assert piles == bytes(2 * Pile.size) + example().to_bytes()
    assert Pile.of(piles, 2) == example()


def test_every_field_stands_at_a_multiple_of_its_width() -> None:
    fields = Pile.dtype.fields
    assert fields is not None
    for name, (field, offset, *_) in fields.items():
        assert offset % int(Pile.fields[name].width[1:]) == 0, name
        assert field.shape == Pile.fields[name].lengths
        assert offset == Pile.offsets[name]


def test_a_record_fills_whole_words() -> None:
    assert 1 + 2 + 8 + 3 + 16 + 16 == 46
    assert Pile.size == Pile.dtype.itemsize == len(example().to_bytes()) == 48


def test_a_number_too_large_for_its_field_is_refused() -> None:
    pile = example()
    pile.turn = 128
    with pytest.raises(OverflowError):
        pile.into(Pile.array(1), 0)
    with pytest.raises(OverflowError):
        pile.to_bytes()


@each_game
def test_every_field_of_a_game_is_aligned(game: Game) -> None:
    kind = type(game.new_state())
    for name, (_, offset, *_) in (kind.dtype.fields or {}).items():
        assert offset % int(kind.fields[name].width[1:]) == 0, name


@each_game
def test_positions_of_a_game_survive_the_record_form(game: Game) -> None:
    players = game.player_counts[-1]
    for state in random_states(game, players, game.choose_options(), seed=31):
        states = state.array(2)
        state.into(states, 1)
        assert type(state).of(states, 1) == state
        assert np.frombuffer(state.to_bytes(), dtype=state.dtype)[0] == states[1]
