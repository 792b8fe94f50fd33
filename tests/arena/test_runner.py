"""Matches of a tournament: the same deals in every seating, luck of one's own, guests, forfeits."""

from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass, field

import pytest

from ludoteca.arena import runner as tables
from ludoteca.arena import tournament
from ludoteca.arena.runner import MatchRunner, bot_luck
from ludoteca.bots import greedy
from ludoteca.bots.base import Budget
from ludoteca.bots.spec import Player, parse_player
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, next_word
from tests.arena.contests import plan_for, without_times
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

Luck = MutableSequence[int]


@dataclass
class Planted:
    """A player of a test, with a memory."""

    name: str
    how: Callable[[Sequence[int], Luck], int]
    notes: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def choose(self, game: Game, view: View, legal: Sequence[int], rng: Luck) -> int:
        """Choose as the test wants; a view is all there is."""
        assert game.view(view.state, view.seat).state == view.state
        return self.how(legal, rng)

    def end_match(self) -> None:
        """Remember it."""
        self.told.append("end")

    def close(self) -> None:
        """Remember it."""
        self.told.append("close")


def wasteful(legal: Sequence[int], rng: Luck) -> int:
    """Use up many random numbers."""
    for _ in range(17):
        next_word(rng)
    return legal[below(rng, len(legal))]


def frugal(legal: Sequence[int], rng: Luck) -> int:
    """Use none."""
    return legal[0]


def mistaken(legal: Sequence[int], rng: Luck) -> int:
    """Name what is no action at all."""
    return -1


def broken(legal: Sequence[int], rng: Luck) -> int:
    """Raise an error."""
    raise KeyError("no such tile,\nnor another")


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> list[Planted]:
    """Let the bots wasteful, frugal, mistaken and broken be known; list those that sat down."""
    seated: list[Planted] = []

    def parse(text: str) -> Player:
        for how in (wasteful, frugal, mistaken, broken):
            if how.__name__ == text:
                seated.append(Planted(text, how))
                return seated[-1]
        return parse_player(text)

    monkeypatch.setattr(tables, "parse_player", parse)
    monkeypatch.setattr(tournament, "parse_player", parse)
    return seated


@pytest.fixture
def rolls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Luck, list[tuple[int, int]]]]:
    """Note every roll of every match: the state of the generator, and the size of the roll."""
    found: list[tuple[Luck, list[tuple[int, int]]]] = []

    def noted(rng: Luck, size: int) -> int:
        if not found or found[-1][0] is not rng:
            found.append((rng, []))
        found[-1][1].append((rng[0], size))
        return below(rng, size)

    monkeypatch.setattr(tables, "below", noted)
    return found


Rolls = list[tuple[Luck, list[tuple[int, int]]]]


@pytest.mark.parametrize("bots", ["random,random", "random,greedy", "wasteful,frugal"])
@each_game
def test_every_seating_of_a_deal_has_the_same_cards(
    game: Game, bots: str, rolls: Rolls, planted: list[Planted]
) -> None:
    """However many numbers the bots use up, the k-th roll is the same word in all matches."""
    for players in game.player_counts[:2]:
        plan = plan_for(game, bots, players)
        runner = MatchRunner(plan)
        first = []
        for deal in (0, 3):
            rolls.clear()
            matches = runner.play((0, deal)).matches
            assert len(rolls) == len(matches) > 1
            logs = [log for _, log in rolls]
            for log in logs[1:]:
                assert log[0] == logs[0][0]
                for (word, _), (other, _) in zip(log, logs[0], strict=False):
                    assert word == other
            first.append(logs[0][0])
        assert first[0] != first[1]


@each_game
def test_set_ups_are_the_same_until_somebody_moves(game: Game, rolls: Rolls) -> None:
    runner = MatchRunner(plan_for(game, "random,greedy"))
    rolls.clear()
    runner.play((0, 1))
    (_, one), (_, two) = rolls
    same = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), len(one))
    state, dealt = game.new(2), 0
    while game.roll_size(state):
        state, outcomes = game.deal_with(state, lambda s: game.roll(s, 0))
        dealt += len(outcomes)
    assert same >= dealt > 0


@pytest.mark.parametrize("bots", ["random,greedy", "planner:80p,mcts:32p"])
@each_game
def test_the_same_seed_gives_the_same_matches(game: Game, bots: str) -> None:
    plan = plan_for(game, bots)
    one, two = MatchRunner(plan).play((0, 2)), MatchRunner(plan).play((0, 2))
    assert without_times(one) == without_times(two)


@each_game
def test_other_seeds_and_deals_give_other_matches(game: Game) -> None:
    plan = plan_for(game)
    found = {MatchRunner(plan).play((0, deal)).matches for deal in range(3)}
    found.add(MatchRunner(plan_for(game, seed=6)).play((0, 0)).matches)
    assert len(found) == 4


def test_luck_differs_by_seed_deal_seat_and_bot() -> None:
    places = [(s, d, seat, b) for s in (0, 1) for d in (0, 1) for seat in (0, 1) for b in "xy"]
    lucks = [tuple(bot_luck(*place)) for place in places]
    assert len(set(lucks)) == len(places)
    assert bot_luck(3, 4, 1, "greedy") == bot_luck(3, 4, 1, "greedy")


def test_a_bot_has_the_same_luck_whoever_sits_there_too() -> None:
    """So more bots in a tournament change nothing between those that were there before."""
    game = GAMES[0]
    few, many = plan_for(game, "random,greedy"), plan_for(game, "random,planner,greedy")
    assert many.pairs[1] == (0, 2)
    assert MatchRunner(few).play((0, 1)).matches == MatchRunner(many).play((1, 1)).matches


@each_game
def test_equal_bots_do_not_play_the_same_match_twice(game: Game) -> None:
    """Else a mirror match would prove nothing."""
    deals = [MatchRunner(plan_for(game, "random,random")).play((0, deal)) for deal in range(3)]
    assert any(deal.matches[0] != deal.matches[1] for deal in deals)


@each_game
def test_an_illegal_action_forfeits_the_turn_to_greedy(game: Game, planted: list[Planted]) -> None:
    deal = MatchRunner(plan_for(game, "mistaken,random")).play((0, 0))
    bad, good = deal.thinking
    assert bad.forfeits == bad.moves > 0
    assert good.forfeits == 0
    assert len(deal.notes) == bad.moves
    assert all(note.startswith("mistaken, deal 0, seat ") for note in deal.notes)
    assert all(note.endswith(": -1 is no legal action") for note in deal.notes)
    assert [match.winners for match in deal.matches] == [0b10, 0b01]  # a forfeit loses
    assert greedy.choose(game, _first_view(game), [7], [1], Budget()) == 7


@each_game
def test_an_error_of_a_bot_forfeits_the_turn_and_loses_the_match(
    game: Game, planted: list[Planted]
) -> None:
    deal = MatchRunner(plan_for(game, "broken,random")).play((0, 0))
    bad, good = deal.thinking
    assert bad.forfeits == bad.moves == len(deal.notes) > 0
    assert good.forfeits == 0
    assert deal.notes[0].startswith("broken, deal 0, seat ")
    assert "it raised KeyError: " in deal.notes[0]
    assert "\n" not in deal.notes[0]
    assert [match.winners for match in deal.matches] == [0b10, 0b01]


def _first_view(game: Game) -> View:
    state = game.new(2)
    while game.roll_size(state):
        state, _ = game.deal_with(state, lambda s: game.roll(s, 0))
    seat = game.to_move(state)
    assert seat is not None
    return game.view(state, seat)


def test_stateful_players_hear_when_a_match_and_when_all_is_over(planted: list[Planted]) -> None:
    runner = MatchRunner(plan_for(GAMES[0], "frugal,random", 3))
    planted.clear()
    runner.play((0, 0))
    runner.play((0, 1))
    runner.close()
    assert len(planted) == 3  # one for each seat
    assert all(player.told == ["end"] * 6 + ["close"] for player in planted)


def test_what_stateful_players_say_is_noted_once(planted: list[Planted]) -> None:
    runner = MatchRunner(plan_for(GAMES[0], "frugal,random"))
    runner.play((0, 0))
    planted[-1].notes.append("it was late")
    deal = runner.play((0, 1))
    seat = 0 if deal.notes[0].split()[4][0] == "0" else 1
    assert deal.notes == (f"frugal, deal 1, seat {seat}: it was late",)
    assert deal.thinking[0].forfeits == 1
    assert runner.play((0, 2)).notes == ()


@each_game
def test_time_is_taken_for_each_bot(game: Game) -> None:
    quick, slow = MatchRunner(plan_for(game, "random,greedy")).play((0, 0)).thinking
    assert quick.moves > 5
    assert slow.moves > 5
    assert 0 < quick.longest <= quick.seconds < slow.seconds
    assert slow.seconds >= slow.longest >= slow.seconds / slow.moves
