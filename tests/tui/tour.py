"""A walk through every screen of the program, always the same."""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from ludoteca import games
from ludoteca.bots.base import Line
from ludoteca.coach import Judgement
from ludoteca.coach.analysis import moves_of
from ludoteca.core.errors import LudotecaError
from ludoteca.core.generator import below, seeded
from ludoteca.record import Header, Timeline, write
from ludoteca.record.read import ReadRecord
from ludoteca.tui.app import TerminalApp
from ludoteca.tui.boards.codex_naturalis import CodexNaturalisBoard
from ludoteca.tui.form import Form, Row
from ludoteca.tui.opening import TableOpening
from ludoteca.tui.screens.account import CODE_NEEDED, AccountScreen
from ludoteca.tui.screens.lobby import LobbyScreen
from ludoteca.tui.screens.rankings import RankingsScreen
from ludoteca.tui.screens.replay import ReplayScreen
from ludoteca.tui.screens.result import ResultScreen
from ludoteca.tui.screens.seating import SeatingScreen
from ludoteca.tui.screens.table import TableScreen
from tests.tui.paper_server import INVITED, OPEN, SETTING, PaperSession
from tests.tui.pilots import is_asked, until, until_asked

PLIES = {"my_shelfie": 24, "codex_naturalis": 34}
"""Where in a match each board is looked at."""


def write_record(game_id: str, folder: Path, plies: int | None = None) -> Path:
    """Play a match at random, the same each time, and write it down."""
    game = games.load(game_id)
    options = game.choose_options()
    header = Header(game, "tour", options, ("Ada", "bot:hard", "Bo"))
    timeline, rng = Timeline.of(header), seeded(11)
    while not timeline.is_over and (plies is None or len(timeline.steps) < plies):
        if game.deal_name(timeline.state):
            _, outcomes = game.deal_one(timeline.state, lambda n: below(rng, n))
            timeline.deal(outcomes)
        else:
            seat = game.movers(timeline.state)[0]
            legal = game.legal(timeline.state, seat)
            timeline.move(seat, legal[below(rng, len(legal))])
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game_id}-tour.ludo"
    lines = [step.text for step in timeline.steps]
    path.write_text(write(header, lines, timeline.is_over), encoding="utf-8")
    return path


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys and let the screen come to rest."""
    await pilot.press(*keys)
    await pilot.pause()


async def until_alone(pilot: Pilot[None], screen: TableScreen) -> None:
    """Wait until the bots have chosen where all choose at once."""
    await until(
        pilot,
        lambda: screen.match and screen.match.position and len(screen.match.position.movers) == 1,
    )
    await pilot.pause()


async def tour(pilot: Pilot[None], app: TerminalApp) -> AsyncIterator[str]:
    """Go from screen to screen; name each one when it is there to be seen."""
    yield "start"
    await press(pilot, "question_mark")
    yield "help"
    await press(pilot, "escape", "down", "down", "down", "enter")
    yield "new"
    await press(pilot, "escape")
    app.open_screen("settings")
    await press(pilot, "down")
    yield "settings"
    await press(pilot, "escape")
    app.go_online()
    await pilot.pause()
    yield "connect"
    await press(pilot, "escape")
    for game in games.names():
        app.show_rules(game)
        await pilot.pause()
        yield f"rules-{game}"
        await press(pilot, "escape")
    async for name in online(pilot, app):
        yield name
    async for name in replays(pilot, app):
        yield name
    async for name in tables(pilot, app):
        yield name


async def online(pilot: Pilot[None], app: TerminalApp) -> AsyncIterator[str]:
    """Look into the lobby of a server, and at a table before the start."""
    session: Any = PaperSession()
    app.invitations[INVITED.match] = INVITED
    await app.push_screen(LobbyScreen(session))
    await until(pilot, lambda: any(row.key == f"table {OPEN.match}" for row in rows(app)))
    await pilot.pause()
    yield "lobby"
    app.ask_invited(INVITED.match)
    await pilot.pause()
    yield "invited"
    await press(pilot, "down", "enter")
    async for name in people(pilot, app, session):
        yield name
    await app.push_screen(SeatingScreen(session, TableOpening(SETTING, match="k3v9x0c2b7m1")))
    await until(pilot, lambda: len(app.screen.query_one(Form).rows) > 5)
    await pilot.pause()
    yield "seating"
    await press(pilot, "m")
    yield "menu-seating"
    app.screen.query_one(Form).go_to("invite")
    await press(pilot, "enter")
    yield "invite"
    await press(pilot, "escape", "m")
    app.screen.query_one(Form).go_to("details")
    await press(pilot, "enter")
    yield "details"
    await press(pilot, "escape")
    app.screen.query_one(Form).go_to("seat 1")
    await press(pilot, "enter")
    yield "menu-seat"
    await press(pilot, "escape")
    app.screen.query_one(Form).go_to("invite_account")
    await press(pilot, "enter", *"Dora")
    yield "invite-account"
    await press(pilot, "escape")
    assert isinstance(app.screen, SeatingScreen)
    await press(pilot, "escape", "escape")
    await until(pilot, lambda: not isinstance(app.screen, SeatingScreen | LobbyScreen))
    app.open_online(session)
    await pilot.pause()
    yield "new-online"
    await press(pilot, "escape")


def rows(app: TerminalApp) -> list[Row]:
    """Return the rows of the form on the screen."""
    return app.screen.query_one(Form).rows


async def people(pilot: Pilot[None], app: TerminalApp, session: Any) -> AsyncIterator[str]:
    """Look at who plays at a server, and be asked who one is."""
    await app.push_screen(RankingsScreen(session))
    await until(pilot, lambda: any(row.key.startswith("person") for row in rows(app)))
    yield "rankings"
    await press(pilot, "end", "enter")
    await until(pilot, lambda: any(row.key == "more" for row in rows(app)))
    yield "person"
    await press(pilot, "escape", "escape")
    await app.push_screen(AccountScreen(session))
    await press(pilot, "down", *"secret")
    yield "account"
    screen = app.screen
    assert isinstance(screen, AccountScreen)
    screen._refused(LudotecaError("One more thing.", CODE_NEEDED))
    await press(pilot, *"123456")
    yield "account-code"
    await press(pilot, "escape")


async def replays(pilot: Pilot[None], app: TerminalApp) -> AsyncIterator[str]:
    """Look at a match of each game again."""
    for game in games.names():
        app.replay(write_record(game, app.matches))
        await press(pilot, "home", *["pagedown"] * (PLIES[game] // 10))
        yield f"replay-{game}"
        await press(pilot, "o", "s")
        yield f"replay-{game}-seat"
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        screen._analysis.judgements.extend(judged(screen._record))
        screen._judge = nothing  # type: ignore[assignment,method-assign]
        await press(pilot, "a", "down")
        yield f"analysis-{game}"
        await press(pilot, "enter")
        yield f"replay-{game}-judged"
        await press(pilot, "escape")


def judged(record: ReadRecord) -> list[Judgement]:
    """Judge a match as no bot would, but always the same."""
    found = []
    for number, step in enumerate(moves_of(record)):
        assert step.seat is not None
        assert step.action is not None
        text = step.text.split(" ", 1)[1]
        win, players = 0.3 + 0.05 * (number % 9), len(record.header.players)
        played = Line(step.action, win, 20.0, 10, shares(step.seat, win, players))
        lost = (0.0, 0.03, 0.0, 0.07, 0.2)[number % 5]
        better = shares(step.seat, win + lost, players)
        best = played if not lost else Line(step.action + 1, win + lost, 22.0, 10, better)
        found.append(Judgement(step.ply, step.seat, text, played, text, best))
    return found


def shares(seat: int, win: float, players: int) -> tuple[float, ...]:
    """Return the chances of all: one has its own, the others share the rest."""
    return tuple(win if each == seat else (1 - win) / (players - 1) for each in range(players))


async def nothing(*_: object) -> None:
    """Judge nothing more."""


async def tables(pilot: Pilot[None], app: TerminalApp) -> AsyncIterator[str]:
    """Sit down at a table of each game, begin a move, look around."""
    app.play_now("my_shelfie")
    screen = await table(pilot, app)
    yield "shelfie-choose"
    await press(pilot, "m")
    yield "menu"
    await press(pilot, "escape")
    await press(pilot, "space")
    await until(pilot, lambda: screen.board.foreseen)
    await press(pilot, "3")
    yield "shelfie-column"
    await press(pilot, "enter")
    await until(pilot, lambda: is_asked(screen) and not screen.board.is_begun())
    await press(pilot, "l")
    yield "news"
    await press(pilot, "escape", "x")
    yield "question"
    await press(pilot, "enter")
    await until(pilot, lambda: isinstance(app.screen, ResultScreen) and app.screen.is_mounted)
    await press(pilot, "space", "space", "space", "space", "space")
    yield "result"
    await press(pilot, "end", "enter")
    app.play_now("codex_naturalis")
    screen = await table(pilot, app)
    board = screen.board
    assert isinstance(board, CodexNaturalisBoard)
    await until_alone(pilot, screen)
    yield "codex-starter"
    for name in ("objective", "place", "draw"):
        kind = board.choice.kind if board.choice else ""
        if kind != "place":
            await press(pilot, "1")
        await until(pilot, lambda: board.foreseen)
        await press(pilot, "enter")
        await until(pilot, partial(_is_beyond, board, kind))
        if name == "place":
            await press(pilot, "1", "2")
            await until(pilot, lambda: board.foreseen)
        await until_alone(pilot, screen)
        yield f"codex-{name}"
    await press(pilot, "v")
    yield "codex-rival"


def _is_beyond(board: CodexNaturalisBoard, kind: str) -> bool:
    return board.choice is not None and board.choice.kind != kind


async def table(pilot: Pilot[None], app: TerminalApp) -> TableScreen:
    """Wait until the table on the screen asks for a move."""
    await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.is_mounted)
    screen = app.screen
    assert isinstance(screen, TableScreen)
    await until_asked(pilot, screen)
    await pilot.pause()
    return screen
