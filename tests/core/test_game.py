"""The contract of a game, put together from its modules."""

from collections import Counter
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from ludoteca.core.errors import IllegalMove, MatchOver, MoveError, NotSeated, UsageError
from ludoteca.core.game import EVERYTHING, Game, View
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State
from tests.playing import GAMES, all_options, random_match, random_states, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def first_decision(game: Game, players: int) -> State:
    """Deal until somebody is to move."""
    rng = seeded(41)
    state = game.new(players)
    while game.deal_name(state):
        state, _ = game.deal_all(state, lambda n: below(rng, n))
    return state


# Options


@each_game
def test_defaults_give_way_to_an_edition_and_that_to_single_options(game: Game) -> None:
    defaults = game.choose_options()
    assert defaults == {option.key: option.values[0] for option in game.options}
    for edition, changes in game.editions.items():
        assert game.choose_options(edition) == defaults | changes
        for option in game.options:
            for value in option.values:
                chosen = game.choose_options(edition, {option.key: str(value)})
                assert chosen == defaults | changes | {option.key: value}
                assert type(chosen[option.key]) is type(value)


@each_game
def test_options_are_numbered_and_read_back_from_a_state(game: Game) -> None:
    for options in all_options(game):
        for players in game.player_counts:
            state = game.new(players, options)
            assert game.options_of(state) == options
            assert game.players(state) == players
        indices = game.option_indices(options)
        assert options == {
            option.key: option.values[at] for option, at in zip(game.options, indices, strict=True)
        }
    assert game.option_indices({}) == [0] * len(game.options)


@each_game
def test_a_refused_option_is_told_with_what_there_is(game: Game) -> None:
    with pytest.raises(UsageError, match=f"'martian'.*{next(iter(game.editions), '')}"):
        game.choose_options("martian")
    with pytest.raises(UsageError, match=f"'colour'.*{game.options[0].key}"):
        game.choose_options(given={"colour": "red"})
    for option in game.options:
        with pytest.raises(UsageError, match=f"{option.key} can't be 'red'.*{option.values[0]}"):
            game.choose_options(given={option.key: "red"})
    for players in (0, game.player_counts[-1] + 1, -1):
        with pytest.raises(UsageError, match=f"not {players}"):
            game.new(players)


# Chance


@each_game
def test_a_deal_is_rolled_outcome_by_outcome(game: Game) -> None:
    for players in game.player_counts:
        state = game.new(players)
        while name := game.deal_name(state):
            rng, again = seeded(42), seeded(42)
            whole, outcomes = game.deal_one(state, partial(below, rng))
            for outcome in outcomes:
                assert game.deal_name(state) == name
                assert game.roll(state, below(again, game.roll_size(state))) == outcome
                assert outcome in dict(game.chance(state))
                state = game.deal(state, outcome)
            assert state == whole
            assert game.deal_name(state) != name


@each_game
def test_no_chance_is_left_where_somebody_is_to_move(game: Game) -> None:
    state = first_decision(game, game.player_counts[0])
    assert game.chance(state) == []
    assert game.roll_size(state) == 0
    assert game.deal_name(state) is None
    with pytest.raises(ValueError, match="chance can't decide"):
        game.deal(state, 0)
    assert game.deal_one(state, lambda _: 0) == (state, [])
    assert game.deal_all(state, lambda _: 0) == (state, [])


@each_game
def test_all_deals_that_are_due_are_dealt(game: Game) -> None:
    for players in game.player_counts:
        one_by_one, rng, again = game.new(players), seeded(5), seeded(5)
        state, outcomes = game.deal_all(one_by_one, partial(below, rng))
        assert game.movers(state)
        assert game.deal(game.new(players), *outcomes) == state
        while game.deal_name(one_by_one):
            one_by_one, _ = game.deal_one(one_by_one, partial(below, again))
        assert one_by_one == state


@each_game
def test_an_impossible_outcome_is_refused(game: Game) -> None:
    for state in random_states(game, game.player_counts[0], game.choose_options(), seed=43):
        possible = dict(game.chance(state))
        for outcome in range(-1, max(possible, default=0) + 2):
            if outcome not in possible:
                with pytest.raises(ValueError, match="chance can't decide"):
                    game.deal(state, outcome)


@each_game
def test_rolls_decide_outcomes_by_their_weights(game: Game) -> None:
    state = game.new(game.player_counts[-1])
    while game.deal_name(state):
        rolls = Counter(game.roll(state, roll) for roll in range(game.roll_size(state)))
        assert list(rolls.items()) == game.chance(state)
        state = game.deal(state, game.chance(state)[-1][0])


# Moving


@each_game
def test_the_seat_to_move_is_the_lowest_that_may(game: Game) -> None:
    for state in random_states(game, game.player_counts[-1], game.choose_options(), seed=44):
        movers = game.movers(state)
        assert game.to_move(state) == (movers[0] if movers else None)
        assert movers == [seat for seat in range(game.players(state)) if game.legal(state, seat)]


@each_game
def test_moves_out_of_turn_are_refused_by_name(game: Game) -> None:
    """Also while a deal is due, and from seats that do not exist."""
    players = game.player_counts[-1]
    for state in random_states(game, players, game.choose_options(), seed=45):
        for seat in set(range(players)) - set(game.movers(state)):
            assert game.legal(state, seat) == []
            with pytest.raises((MoveError, MatchOver)) as caught:
                game.apply(state, seat, 0)
            assert isinstance(caught.value, MatchOver) == game.is_over(state)
        if not game.is_over(state):
            for seat in (-1, players, 99):
                with pytest.raises(NotSeated, match=f"no seat {seat}"):
                    game.apply(state, seat, 0)


@each_game
def test_a_refusal_has_a_code_and_a_sentence_in_every_language(game: Game) -> None:
    state = first_decision(game, game.player_counts[0])
    seat = game.movers(state)[0]
    legal = set(game.legal(state, seat))
    illegal = [n for n in range(game.modules.actions.ACTIONS) if n not in legal]
    seen = set()
    for action in illegal[:: max(1, len(illegal) // 300)]:
        with pytest.raises(IllegalMove) as caught:
            game.check(state, seat, action)
        code = caught.value.code
        assert code in game.modules.rules.REFUSALS
        sentences = {
            str(game.refuse(code, state, seat, action, language)) for language in ("en", "it", "de")
        }
        assert len(sentences) == 3
        assert str(caught.value) in sentences
        seen.add(code)
    assert seen


@each_game
def test_the_match_over_is_told_before_anything_else(game: Game) -> None:
    state = random_match(game, game.player_counts[0], game.choose_options(), seed=46).state
    for seat in (-1, 0, 99):
        with pytest.raises(MatchOver):
            game.check(state, seat, -1)
    assert game.to_move(state) is None
    assert game.movers(state) == []


@each_game
def test_totals_and_winners_fit_the_scores_of_the_rules(game: Game) -> None:
    for players in game.player_counts:
        state = random_match(game, players, game.choose_options(), seed=47).state
        totals = [parts["total"] for parts in game.scores(state)]
        assert totals == [game.engine.score(state, seat) for seat in range(players)]
        assert {totals[winner] for winner in game.winners(state)} == {max(totals)}


# Seeing


@each_game
def test_only_seats_and_spectators_have_views(game: Game) -> None:
    state = first_decision(game, 2)
    assert game.view(state, None).seat is None
    assert game.view(state, 1) == View(1, game.modules.view.mask(state, 1))
    for seat in (EVERYTHING, 2):
        with pytest.raises(NotSeated):
            game.view(state, seat)


@each_game
def test_a_view_of_a_resampled_world_is_the_view(game: Game) -> None:
    for state in random_states(game, game.player_counts[-1], game.choose_options(), seed=48):
        for seat in (None, 0, game.players(state) - 1):
            view = game.view(state, seat)
            before = view.state.copy()
            world = game.resample(view, seeded(1))
            assert view.state == before
            assert game.view(world, seat) == view


# Putting the modules together


def without(module: Any, name: str) -> Any:
    """Return a module that lacks one function."""
    return SimpleNamespace(**{key: value for key, value in vars(module).items() if key != name})


@pytest.mark.parametrize(
    ("module", "name"), [("rules", "is_over"), ("deal", "roll_size"), ("scoring", "tally_into")]
)
@each_game
def test_a_missing_function_is_named(game: Game, module: str, name: str) -> None:
    modules = {kept: getattr(game.modules, kept) for kept in ("rules", "deal", "scoring")}
    lacking: dict[str, Any] = {kept: without(value, name) for kept, value in modules.items()}
    broken = replace(game, modules=replace(game.modules, **lacking))
    with pytest.raises(TypeError, match=rf"{game.id} lacks {name}\(\)"):
        broken.new(2)
    assert hasattr(modules[module], name)


@each_game
def test_words_are_read_once(game: Game) -> None:
    assert game.words() is game.words()
    assert game.name == game.words()["name"]
