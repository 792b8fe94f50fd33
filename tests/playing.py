"""Random matches of any game, step by step, for tests."""

from collections.abc import Iterator
from itertools import product

from ludoteca import games
from ludoteca.core.game import Game, Options, View
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State
from ludoteca.record import Header, Timeline

GAMES = [games.load(name) for name in games.names()]


def all_options(game: Game) -> list[Options]:
    """List every combination of a game's options."""
    keys = [option.key for option in game.options]
    values = [option.values for option in game.options]
    return [dict(zip(keys, chosen, strict=True)) for chosen in product(*values)]


def tables() -> list[tuple[Game, int, Options]]:
    """List every game with every number of players and every combination of options."""
    return [
        (game, players, options)
        for game in GAMES
        for players in game.player_counts
        for options in all_options(game)
    ]


def table_name(value: object) -> str:
    """Name a parameter of a test."""
    if isinstance(value, Game):
        return value.id
    if isinstance(value, dict):
        return "-".join(str(item) for item in value.values())
    return str(value)


def random_match(game: Game, players: int, options: Options, seed: int) -> Timeline:
    """Play a whole match, every move and roll at random."""
    names = tuple(f"Player {seat}" for seat in range(players))
    timeline = Timeline.of(Header(game, f"test-{seed}", options, names))
    rng = seeded(seed)
    while not timeline.is_over:
        state = timeline.state
        if game.deal_name(state):
            timeline.deal(game.deal_one(state, lambda n: below(rng, n))[1])
        else:
            movers = game.movers(state)
            seat = movers[below(rng, len(movers))]
            count = game.engine.count_legal(state, seat)
            timeline.move(seat, game.engine.nth_legal(state, seat, below(rng, count)))
    return timeline


def random_states(game: Game, players: int, options: Options, seed: int) -> Iterator[State]:
    """Return the positions of a random match, first and last included."""
    timeline = random_match(game, players, options, seed)
    yield timeline.start
    for step in timeline.steps:
        yield step.state


def decisions(
    game: Game, players: int, seed: int, options: Options = {}
) -> Iterator[tuple[View, list[int]]]:
    """Play at random; yield what the seat about to move may know, and who all are to move."""
    state, rng = game.new(players, options), seeded(seed)
    while not game.is_over(state):
        if size := game.roll_size(state):
            state = game.deal(state, game.roll(state, below(rng, size)))
            continue
        movers = game.movers(state)
        seat = movers[below(rng, len(movers))]
        yield game.view(state, seat), movers
        moves = game.legal(state, seat)
        state = game.apply(state, seat, moves[below(rng, len(moves))])


def header_of(timeline: Timeline, seed: int) -> Header:
    """Make the header that a random match was played with."""
    players = timeline.game.players(timeline.start)
    names = tuple(f"Player {seat}" for seat in range(players))
    return Header(timeline.game, f"test-{seed}", timeline.game.options_of(timeline.start), names)
