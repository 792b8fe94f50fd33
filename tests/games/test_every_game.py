"""One suite for every game: what the contract promises, over random play."""

import json
import re
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.core.colour import plain
from ludoteca.core.errors import LudotecaError, MatchOver, NotSeated
from ludoteca.core.game import Game, Options
from ludoteca.record import read, write
from tests.playing import GAMES, header_of, random_match, random_states, table_name, tables
from tests.sizes import fixed_size

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)
each_table = pytest.mark.parametrize(("game", "players", "options"), tables(), ids=table_name)


@each_table
def test_legal_is_never_empty_before_the_end(game: Game, players: int, options: Options) -> None:
    for state in random_states(game, players, options, seed=1):
        if game.is_over(state):
            assert game.movers(state) == []
            assert game.deal_name(state) is None
        elif game.deal_name(state) is None:
            assert game.to_move(state) == game.movers(state)[0]
            for seat in game.movers(state):
                legal = game.legal(state, seat)
                assert legal
                assert len(set(legal)) == len(legal)
        else:
            assert game.to_move(state) is None
            assert game.roll_size(state) > 0


@each_table
def test_legal_actions_apply_and_all_others_raise(
    game: Game, players: int, options: Options
) -> None:
    actions = game.modules.actions.ACTIONS
    for number, state in enumerate(random_states(game, players, options, seed=2)):
        if number % 17 or game.deal_name(state) or game.is_over(state):
            continue
        for seat in range(players):
            legal = set(game.legal(state, seat))
            for action in range(-1, actions + 1):
                if action in legal:
                    game.check(state, seat, action)
                else:
                    with pytest.raises(LudotecaError) as caught:
                        game.check(state, seat, action)
                    assert caught.value.code
                    assert str(caught.value)


@each_table
def test_apply_and_deal_change_nothing_they_were_given(
    game: Game, players: int, options: Options
) -> None:
    for state in random_states(game, players, options, seed=3):
        before = state.copy()
        if game.deal_name(state):
            after = game.deal(state, game.chance(state)[0][0])
        elif game.is_over(state):
            continue
        else:
            seat = game.movers(state)[-1]
            after = game.apply(state, seat, game.legal(state, seat)[0])
        assert state == before
        assert after != before


@each_game
def test_outcomes_rise_with_the_roll_and_their_weights_add_up(game: Game) -> None:
    for players in game.player_counts:
        for state in random_states(game, players, game.choose_options(), seed=4):
            rolls = [game.roll(state, number) for number in range(game.roll_size(state))]
            assert rolls == sorted(rolls)
            chance = game.chance(state)
            assert [outcome for outcome, weight in chance for _ in range(weight)] == rolls
            with pytest.raises(ValueError, match="chance"):
                game.deal(state, 10**6)


@each_table
def test_positions_read_back_to_themselves(game: Game, players: int, options: Options) -> None:
    for state in random_states(game, players, options, seed=5):
        text = game.modules.notation.format_position(state)
        assert "\n" not in text
        again = game.modules.notation.parse_position(text)
        assert again == state
        assert game.modules.notation.format_position(again) == text


@each_table
def test_moves_and_deals_read_back_to_themselves(
    game: Game, players: int, options: Options
) -> None:
    notation = game.modules.notation
    for state in random_states(game, players, options, seed=6):
        for seat in game.movers(state):
            texts = set()
            for action in game.legal(state, seat):
                text = notation.format_move(state, seat, action)
                assert notation.parse_move(state, seat, text) == action
                assert notation.parse_move(state, seat, f"  {text.upper()} ") == action
                texts.add(text)
                json.dumps(notation.move_fields(state, seat, action))
            assert len(texts) == len(game.legal(state, seat))


@each_table
def test_records_read_back_and_write_to_the_same_bytes(
    game: Game, players: int, options: Options
) -> None:
    count = fixed_size(1000, 10_000) * len(GAMES) // len(tables()) + 1
    for seed in range(count):
        timeline = random_match(game, players, options, seed)
        header = header_of(timeline, seed)
        data = write(header, (step.text for step in timeline.steps), True).encode()
        record = read(data)
        assert record.header == header
        assert [step.state for step in record.timeline.steps] == [
            step.state for step in timeline.steps
        ]
        again = write(record.header, (step.text for step in record.timeline.steps), True)
        assert again.encode() == data


@each_game
def test_a_finished_match_takes_nothing_more(game: Game) -> None:
    players = game.player_counts[0]
    state = random_match(game, players, game.choose_options(), seed=7).state
    with pytest.raises(MatchOver):
        game.apply(state, 0, 0)
    with pytest.raises(NotSeated):
        game.view(state, players)
    winners = game.winners(state)
    assert winners
    assert winners == sorted(set(winners))
    assert all(parts["total"] >= 0 for parts in game.scores(state))


@each_table
def test_drawings_fit_eighty_columns(game: Game, players: int, options: Options) -> None:
    names = [f"A name of many letters, number {seat}" for seat in range(players)]
    for number, state in enumerate(random_states(game, players, options, seed=8)):
        if number % 5:
            continue
        for seat in (None, *range(players)):
            drawing = game.draw(game.view(state, seat), names)
            assert max(map(len, drawing.splitlines())) <= 80
        for seat in game.movers(state):
            assert plain(game.modules.drawing.legal_summary(state, seat, game.words()))


@each_game
def test_the_words_are_complete_in_three_languages(game: Game) -> None:
    english = game.words("en")
    for language in ("it", "de"):
        words = game.words(language)
        assert set(words) == set(english)
        for key, text in words.items():
            assert text.strip(), key
            assert _places(text) == _places(english[key]), key
    for code in game.modules.rules.REFUSALS[1:]:
        assert f"refusal.{code}" in english
    for option in game.options:
        for value in option.values:
            assert f"option.{option.key}.{value}" in english


def _places(text: str) -> set[str]:
    """Name the values of a sentence; the forms of a counted word are no values."""
    plain_text = re.sub(r"\{(\w+), plural, (?:\w+ \{[^{}]*\} ?)+\}", r"{\1}", text)
    return {part.split("}")[0] for part in plain_text.split("{")[1:]}


@each_game
def test_every_game_has_a_readme_that_shows_its_notation(game: Game) -> None:
    text = (Path(str(game.folder)) / "README.md").read_text(encoding="utf-8")
    assert game.name in text
    assert f"rules version {game.version}" in text.lower()
    for option in game.options:
        assert option.key in text
    for edition in game.editions:
        assert edition in text


def test_an_unknown_game_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(LudotecaError, match=games.names()[0]):
        games.load("chess")


@each_game
def test_options_and_editions_are_checked(game: Game) -> None:
    with pytest.raises(LudotecaError, match="players"):
        game.new(game.player_counts[-1] + 1)
    with pytest.raises(LudotecaError, match="edition"):
        game.choose_options("martian")
    with pytest.raises(LudotecaError, match="no option"):
        game.choose_options(given={"colour": "red"})
    for option in game.options:
        with pytest.raises(LudotecaError, match="can't be"):
            game.choose_options(given={option.key: "nothing like it"})
    for edition in game.editions:
        options = game.choose_options(edition)
        assert game.options_of(game.new(2, options)) == options
