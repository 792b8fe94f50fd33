"""Luck and skill apart."""

import pytest

from ludoteca.coach import Analysis, account_of, analyse, parse_adviser
from ludoteca.core.game import Game
from tests.coach.records import begun_record, random_record
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

ADVISER = parse_adviser("mcts", "40p")


@each_game
def test_own_moves_others_moves_and_luck_add_up_to_the_result(game: Game) -> None:
    record = random_record(game, 3, seed=61)
    analysis = Analysis(record, list(analyse(record, ADVISER, seed=1)))
    winners = record.timeline.result().winners
    found = [account_of(analysis, seat) for seat in range(3)]
    for seat, account in enumerate(found):
        result = (seat in winners) / len(winners)
        assert account.own + account.others + account.luck == pytest.approx(result - 1 / 3)
        assert account.own <= 0
    assert sum(account.luck for account in found) == pytest.approx(0)


def test_without_a_single_move_nothing_was_won_or_lost() -> None:
    found = account_of(Analysis(begun_record(GAMES[0], 2, seed=1, plies=1), []), 0)
    assert (found.own, found.others, found.luck) == (0, 0, 0)
