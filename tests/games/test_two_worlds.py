"""Nobody learns a secret: what a viewer gets does not depend on what they may not know.

For a position and a viewer, a second world is made in which everything hidden from the viewer is
decided again. Both worlds must give the viewer the same view, legal moves, drawing and bytes.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from typing import Any

import msgspec
import pytest

from ludoteca.core.game import Game, View
from ludoteca.core.generator import seeded
from ludoteca.core.types import State
from tests.playing import GAMES, random_states, table_name
from tests.sizes import size

Sent = dict[str, Any]
Sender = Callable[[Game, State, int | None], Sent]

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def sent(game: Game, state: State, seat: int | None) -> Sent:
    """Return all that one viewer is sent."""
    view = game.view(state, seat)
    names = [f"Player {number}" for number in range(game.players(state))]
    legal = [] if seat is None else game.legal(view.state, seat)
    return {
        "view": view.state.to_bytes(),
        "legal": legal,
        "texts": [
            game.modules.notation.format_move(view.state, seat or 0, action) for action in legal
        ],
        "drawing": game.draw(view, names),
        "summary": (
            game.modules.drawing.legal_summary(view.state, seat, game.words())
            if seat is not None and legal
            else ""
        ),
        "bytes": msgspec.json.encode(game.position(view.state)),
        "movers": game.movers(view.state),
    }


def pairs(game: Game, number: int) -> Iterator[tuple[State, State, int | None]]:
    """Make pairs of worlds that differ only in what a viewer may not know."""
    return islice(_pairs(game), number)


def _pairs(game: Game) -> Iterator[tuple[State, State, int | None]]:
    for seed in count():
        players = game.player_counts[seed % len(game.player_counts)]
        for number, state in enumerate(random_states(game, players, game.choose_options(), seed)):
            viewer = None if number % (players + 1) == players else number % (players + 1)
            other = game.resample(game.view(state, viewer), seeded(seed, number))
            if other != state:
                yield state, other, viewer


def leaks(
    game: Game, worlds: Iterable[tuple[State, State, int | None]], sender: Sender
) -> Iterator[tuple[State, State, int | None]]:
    """Find the pairs of worlds that a viewer could tell apart."""
    for one, two, seat in worlds:
        if sender(game, one, seat) != sender(game, two, seat):
            yield one, two, seat


@each_game
def test_two_worlds_give_one_view(game: Game) -> None:
    assert not list(leaks(game, pairs(game, size(2_000, 100_000)), sent))


def chosen(game: Game, state: State, seat: int | None) -> Sent:
    """Return all that a viewer is told about choices and standings; of the continuations a few."""
    view = game.view(state, seat)
    partial: dict[str, Any] = {}
    if seat is not None and game.legal(state, seat):
        action = game.legal(state, seat)[-1]
        fields = game.modules.notation.move_fields(view.state, seat, action)
        partial = dict(list(fields.items())[:2])
    return {
        "choices": game.choices(view),
        "continuations": game.continuations(view, partial),
        "why_not": [game.why_not(view, fields) for fields in ({}, partial, {"no": "move"})],
        "standing": game.standing(view),
    }


@each_game
def test_two_worlds_give_one_choice(game: Game) -> None:
    assert not list(leaks(game, pairs(game, size(1_000, 50_000)), chosen))


@each_game
def test_the_legal_moves_of_a_view_are_those_of_the_state(game: Game) -> None:
    for players in game.player_counts:
        for state in random_states(game, players, game.choose_options(), seed=20):
            for seat in game.movers(state):
                assert game.legal(game.view(state, seat).state, seat) == game.legal(state, seat)


@each_game
def test_a_resampled_world_is_whole(game: Game) -> None:
    for one, two, _ in pairs(game, 300):
        assert game.engine.faults(one) == 0
        assert game.engine.faults(two) == 0
        assert game.to_move(one) == game.to_move(two)


def _secret(game: Game, state: State) -> int:
    """Boil everything in a state down to a number, hidden things included."""
    return sum(state.to_bytes())


def _full_view(game: Game, state: State, seat: int | None) -> Sent:
    return sent(game, state, seat) | {"view": state.to_bytes()}


def _full_position(game: Game, state: State, seat: int | None) -> Sent:
    return sent(game, state, seat) | {"bytes": msgspec.json.encode(game.position(state))}


def _full_drawing(game: Game, state: State, seat: int | None) -> Sent:
    names = [f"Player {number}" for number in range(game.players(state))]
    return sent(game, state, seat) | {
        "drawing": game.modules.drawing.draw(state, None, names, game.words())
    }


def _scores_of_all(game: Game, state: State, seat: int | None) -> Sent:
    return sent(game, state, seat) | {"scores": game.scores(state)}


def _standing_of_all(game: Game, state: State, seat: int | None) -> Sent:
    return chosen(game, state, seat) | {"standing": game.standing(View(seat, state))}


def _who_would_win(game: Game, state: State, seat: int | None) -> Sent:
    return sent(game, state, seat) | {"winners": game.winners(state)}


def _a_checksum(game: Game, state: State, seat: int | None) -> Sent:
    return sent(game, state, seat) | {"checksum": hash(state)}


def _an_odd_space(game: Game, state: State, seat: int | None) -> Sent:
    result = sent(game, state, seat)
    return result | {"drawing": result["drawing"] + " " * (_secret(game, state) % 2)}


def _a_longer_frame(game: Game, state: State, seat: int | None) -> Sent:
    result = sent(game, state, seat)
    return result | {"bytes": result["bytes"] + b" " * (_secret(game, state) % 7)}


def _the_order_of_moves(game: Game, state: State, seat: int | None) -> Sent:
    result = sent(game, state, seat)
    backwards = _secret(game, state) % 2
    return result | {"legal": result["legal"][::-1] if backwards else result["legal"]}


def _a_missing_move(game: Game, state: State, seat: int | None) -> Sent:
    result = sent(game, state, seat)
    return result | {"legal": result["legal"][_secret(game, state) % 2 :]}


def _another_seats_eyes(game: Game, state: State, seat: int | None) -> Sent:
    other = ((seat or 0) + 1) % game.players(state)
    return sent(game, state, seat) | {"view": game.view(state, other).state.to_bytes()}


def _the_position_in_one_line(game: Game, state: State, seat: int | None) -> Sent:
    return sent(game, state, seat) | {"text": game.modules.notation.format_position(state)}


PLANTED = (
    _full_view,
    _full_position,
    _full_drawing,
    _scores_of_all,
    _standing_of_all,
    _who_would_win,
    _a_checksum,
    _an_odd_space,
    _a_longer_frame,
    _the_order_of_moves,
    _a_missing_move,
    _another_seats_eyes,
    _the_position_in_one_line,
)


OF_SCORES = (_scores_of_all, _standing_of_all, _who_would_win)
"""What tells nothing where all points lie open."""


def has_secret_points(game: Game) -> bool:
    """Return whether a score depends on something that is hidden."""
    return any(game.scores(one) != game.scores(two) for one, two, _ in pairs(game, 400))


@each_game
@pytest.mark.parametrize("leak", PLANTED, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_caught(game: Game, leak: Sender) -> None:
    caught = next(leaks(game, pairs(game, 400), leak), None)
    assert caught or (leak in OF_SCORES and not has_secret_points(game))
