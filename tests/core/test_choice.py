"""Choices, continuations, refusals and standings of every game, and of one without the module."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from ludoteca.core.choice import MOST_CONTINUATIONS
from ludoteca.core.game import Game, View
from ludoteca.core.types import State
from tests.playing import GAMES, random_match, random_states, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

LANGUAGES = ("en", "it", "de")


def plain(game: Game) -> Game:
    """Return the game without its module for choices."""
    return replace(game, modules=replace(game.modules, choice=None))


def decisions(game: Game, seed: int, step: int) -> Iterator[tuple[State, View]]:
    """Return positions of random matches with the view of a seat that may move."""
    for players in game.player_counts:
        states = random_states(game, players, game.choose_options(), seed + players)
        for state in islice(states, seed % step, None, step):
            for seat in game.movers(state)[-1:]:
                yield state, game.view(state, seat)


def gains(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Subtract score parts, lists number by number."""
    return {
        name: [a - b for a, b in zip(now, before[name], strict=True)]
        if isinstance(now, list)
        else now - before[name]
        for name, now in after.items()
    }


@each_game
@pytest.mark.parametrize("has_module", [True, False])
def test_a_continuation_tells_the_points_that_the_move_brings(game: Game, has_module: bool) -> None:
    subject = game if has_module else plain(game)
    for state, view in decisions(game, seed=60, step=23):
        seat = view.seat
        assert seat is not None
        before = game.scores(state)[seat]
        found = subject.continuations(view, {})
        assert len(found) == min(len(game.legal(state, seat)), MOST_CONTINUATIONS)
        for each in found[::5]:
            action = game.modules.notation.parse_move(state, seat, each["text"])
            assert each["move"] == game.modules.notation.move_fields(state, seat, action)
            change = gains(before, game.scores(game.apply(state, seat, action))[seat])
            points = each["points"]
            assert points["total"] == change["total"]
            assert points == {
                name: value
                for name, value in change.items()
                if name == "total" or any(value if isinstance(value, list) else [value])
            }


@each_game
@pytest.mark.parametrize("has_module", [True, False])
def test_a_partial_move_leads_to_all_legal_moves_that_contain_it(
    game: Game, has_module: bool
) -> None:
    subject = game if has_module else plain(game)
    for state, view in decisions(game, seed=70, step=31):
        assert view.seat is not None
        legal = game.legal(state, view.seat)
        moves = [game.modules.notation.move_fields(state, view.seat, action) for action in legal]
        whole = moves[len(moves) // 2]
        for size in range(1, len(whole) + 1):
            partial = dict(list(whole.items())[-size:])
            expected = [move for move in moves if {**move, **partial} == move]
            found = [each["move"] for each in subject.continuations(view, partial)]
            assert found == expected[:MOST_CONTINUATIONS]
            few = [each["move"] for each in subject.continuations(view, partial, most=2)]
            assert few == expected[:2]
            actions = subject.actions_with(view, partial)
            fields = game.modules.notation.move_fields
            assert [fields(state, view.seat, action) for action in actions] == found
            assert subject.why_not(view, partial) is None


@each_game
def test_those_who_may_not_move_have_no_choices_and_hear_why(game: Game) -> None:
    for state in islice(random_states(game, 3, game.choose_options(), 81), 0, None, 17):
        for seat in (None, 0, 1, 2):
            if seat in game.movers(state):
                continue
            view = game.view(state, seat)
            assert game.choices(view) == plain(game).choices(view) == {}
            assert game.continuations(view, {}) == []
            assert game.actions_with(view, {}) == []
            answers = [game.why_not(view, {}, language) for language in LANGUAGES]
            assert all(answers)
            assert len({answer[1] for answer in answers if answer}) == 3
            wanted = "match_over" if game.is_over(state) else "not_your_turn"
            assert answers[0] is not None
            code = answers[0][0]
            assert code == "not_seated" if seat is None else code in (wanted, "already_chosen")


@each_game
def test_nonsense_is_no_move(game: Game) -> None:
    view = next(view for _, view in decisions(game, seed=90, step=40))
    nonsense: list[dict[str, Any]] = [{"x": "y"}, {"": None}, {"take": {}}, {"place": [[1]]}]
    for fields in nonsense:
        for subject in (game, plain(game)):
            assert subject.continuations(view, fields) == []
            refusals = [subject.why_not(view, fields, language) for language in LANGUAGES]
            assert {refusal and refusal[0] for refusal in refusals} == {"unreadable_move"}
            assert len(set(refusals)) == 3


@each_game
def test_a_game_without_the_room_lists_its_moves(game: Game) -> None:
    state, view = next(decisions(game, seed=91, step=40))
    assert view.seat is not None
    format_move = game.modules.notation.format_move
    legal = game.legal(state, view.seat)
    texts = [format_move(state, view.seat, action) for action in legal]
    assert plain(game).choices(view) == {"moves": texts}
    assert plain(game).standing(view) == [{"points": p} for p in game.scores(view.state)]


@each_game
def test_what_is_told_is_small_and_can_be_sent(game: Game) -> None:
    for _, view in decisions(game, seed=92, step=7):
        assert 2 < len(json.dumps(game.choices(view))) < 3_000
        assert len(json.dumps(game.standing(view))) < 8_000
        json.dumps(game.continuations(view, game.continuations(view, {})[0]["move"]))


@each_game
def test_the_steps_of_the_final_scoring_add_up_to_the_scores(game: Game) -> None:
    for players in game.player_counts:
        for seed in range(4):
            state = random_match(game, players, game.choose_options(), seed).state
            for subject in (game, plain(game)):
                *steps, result = subject.final_steps(state)
                totals = [seat["total"] for seat in steps[-1]["seats"]]
                assert totals == [parts["total"] for parts in game.scores(state)]
                for seat in range(players):
                    running = 0
                    for step in steps:
                        running += step["seats"][seat]["points"]
                        assert step["seats"][seat]["total"] == running
                assert result["step"] == "result"
                assert result["winners"] == game.winners(state)
                assert (result["tie_break"] is not None) == (
                    subject is game and totals.count(max(totals)) > 1
                )
            for language in LANGUAGES:
                assert all(f"step.{step['step']}" in game.words(language) for step in steps)


@each_game
def test_a_finished_match_stands_as_it_scores(game: Game) -> None:
    state = random_match(game, 3, game.choose_options(), seed=5).state
    for seat in (None, 1):
        standing = game.standing(game.view(state, seat))
        for parts, shown in zip(game.scores(state), standing, strict=True):
            assert {name: shown["points"][name] for name in parts} == parts
