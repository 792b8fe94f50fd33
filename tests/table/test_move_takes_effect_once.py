"""A move takes effect exactly once, however often it is sent."""

import pytest

from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from ludoteca.protocol.from_client import PlayMove
from ludoteca.protocol.to_client import Accepted, Refused
from ludoteca.table import events, fold
from tests.playing import GAMES, table_name
from tests.sizes import SOAK
from tests.table.stage import ADA, BO, MATCH, Stage, started

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

MOVES = 50_000 if SOAK else 2_500
"""For each of the games."""


def moves_in(stage: Stage) -> list[events.Moved]:
    """List the moves in a table's log."""
    log = [events.decode(body) for body in stage.log]
    return [event for event in log if isinstance(event, events.Moved)]


@each_game
def test_moves_sent_up_to_ten_times_happen_once(game: Game) -> None:
    rng, done, match = seeded(2), 0, 0
    while done < MOVES:
        match += 1
        stage = started(game.id, 2)
        stage.viewers.clear()
        stage.rng = seeded(match)
        accepted: dict[str, int] = {}
        late: list[PlayMove] = []
        while stage.table.is_playing and done < MOVES:
            seat = stage.table.movers[0]
            who = (ADA, BO)[seat]
            message = PlayMove(
                request=1,
                match=MATCH,
                ply=stage.ply,
                move_id=stage.move_id(),
                move=stage.pick(seat),
            )
            first = stage.say(who, message)
            assert isinstance(first, Accepted)
            accepted[message.move_id] = first.ply
            for _ in range(below(rng, 10)):
                if below(rng, 200) == 0:  # the process dies in between
                    stage.table = fold(events.decode(body) for body in stage.log)
                assert stage.say(who, message) == first
            late.append(message)
            again = late[below(rng, len(late))]
            sender = ADA if stage.table.known[again.move_id].user == ADA.user else BO
            answer = stage.say(sender, again)
            assert isinstance(answer, Accepted)
            assert answer.ply == accepted[again.move_id], "an old answer is given again"
            done += 1
        assert {event.move_id: event.ply for event in moves_in(stage)} == accepted
        assert len(moves_in(stage)) == len(accepted)


def test_the_same_id_with_another_move_is_refused() -> None:
    stage = started(GAMES[-1].id)
    text, other = stage.legal_texts(0)[:2]
    first = PlayMove(request=1, match=MATCH, ply=stage.ply, move_id="a" * 32, move=text)
    stage.say(ADA, first)
    for answer in (
        stage.say(
            ADA, PlayMove(request=2, match=MATCH, ply=first.ply, move_id="a" * 32, move=other)
        ),
        stage.say(ADA, PlayMove(request=2, match=MATCH, ply=9, move_id="a" * 32, move=text)),
        stage.say(BO, first),
    ):
        assert isinstance(answer, Refused)
        assert answer.code == "move_id_used"


def test_a_move_for_another_position_is_refused_with_the_present_ply() -> None:
    stage = started(GAMES[-1].id)
    for ply in (0, stage.ply - 1, stage.ply + 1):
        answer = stage.say(ADA, PlayMove, ply=ply, move_id=stage.move_id(), move=stage.pick(0))
        assert isinstance(answer, Refused)
        assert (answer.code, answer.ply) == ("stale_move", stage.ply)
