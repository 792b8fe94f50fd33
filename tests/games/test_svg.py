"""Pictures of positions and cards: well formed, complete, and showing what the text shows."""

import re
from itertools import islice
from xml.etree import ElementTree

import pytest

from ludoteca import Match
from ludoteca.core import art
from ludoteca.core.errors import UsageError
from ludoteca.core.game import EVERYTHING, Game, View
from tests.games.test_two_worlds import pairs
from tests.playing import GAMES, random_states, table_name

POSITIONS = 200

SVG = "{http://www.w3.org/2000/svg}"

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def parsed(picture: str) -> ElementTree.Element:
    """Read a picture, and refuse one that refers to what it does not hold."""
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    ids = {element.get("id") for element in root.iter()}
    assert set(re.findall(r'(?:href="#|url\(#)([\w-]+)', picture)) <= ids
    return root


@each_game
def test_positions_are_drawn(game: Game) -> None:
    left = POSITIONS
    for seed in range(99):
        players = game.player_counts[seed % len(game.player_counts)]
        names = [f"<{seat}> & 'co'" for seat in range(players)]
        states = random_states(game, players, game.choose_options(), seed)
        for n, state in enumerate(islice(states, 0, left * 2, 2)):
            seat = (*range(players), None)[n % (players + 1)]
            root = parsed(game.svg(game.view(state, seat), names, "en"))
            written = [text for text in root.itertext() if text.strip()]
            assert set(names) <= set(written)
            left -= 1
        if left <= 0:
            return


@each_game
def test_every_card_is_drawn(game: Game) -> None:
    assert len(game.card_names()) > 20
    for name in game.card_names():
        parsed(game.card_svg(name))
    with pytest.raises(UsageError, match="has no card 'joker'"):
        game.card_svg("joker")


@each_game
def test_nothing_is_hidden_in_the_open_picture(game: Game) -> None:
    *_, state = islice(random_states(game, 2, game.choose_options(), 3), 20)
    names = ["Ada", "Bo"]
    open_picture = game.svg(View(EVERYTHING, state), names)
    parsed(open_picture)
    assert len({open_picture, *(game.svg(game.view(state, s), names) for s in (0, 1, None))}) == 4


@each_game
def test_what_a_viewer_may_not_know_is_not_in_the_picture(game: Game) -> None:
    for state, other, viewer in pairs(game, 30):
        names = [f"Player {seat}" for seat in range(game.players(state))]
        pictures = {game.svg(game.view(each, viewer), names) for each in (state, other)}
        assert len(pictures) == 1


def test_a_game_without_drawings_shows_its_text() -> None:
    root = parsed(art.of_text("a <b>\n  c & d\n"))
    assert [span.text for span in root.iter(f"{SVG}tspan")] == ["a <b>", "  c & d"]


def test_drawings_that_are_not_built_are_one_sentence() -> None:
    with pytest.raises(UsageError, match="the drawings of chess are not built"):
        art.load("chess")


def test_bag_and_tokens_are_drawn_as_they_lie() -> None:
    """What the page shows of a match that has just begun: the next token of a stack comes first."""
    svg = Match("my_shelfie", seed=7).svg()
    assert "Bag: 103" in svg
    drawn = [int(points) for points in re.findall(r">(\d)</text></svg>", svg)]
    assert drawn == [1, 4, 8, 4, 8]  # the last one drawn lies on top
    places = [float(x) for x in re.findall(r'<svg x="([\d.]+)"[^>]*viewBox="0 0 40 40"', svg)]
    assert places[1] > places[2]
