"""Routes that list games, bots and open tables."""

from typing import Annotated

from litestar import Router, get
from litestar.params import PathParameter, QueryParameter

from ludoteca import __version__, bots, games
from ludoteca.bots.spec import LEVELS
from ludoteca.coach.offer import describe
from ludoteca.language import LANGUAGES
from ludoteca.protocol import VERSION
from ludoteca.protocol.http import GameText, Offer, TableList
from ludoteca.protocol.to_client import LobbyTable
from ludoteca.server.http.request import AnyRequest, MaybeKnown, Part, TheSettings, documented
from ludoteca.server.lobby.lobby import Lobby
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.tables.archive import Archive
from ludoteca.server.transport.address import address_to_share


@get("/games", responses=documented())
async def offer(settings: TheSettings, port: Part[int], request: AnyRequest) -> Offer:
    """List games, levels, bots and languages."""
    host = request.headers.get("host", "")
    return Offer(
        version=__version__,
        protocol=VERSION,
        games=[describe(game_id) for game_id in games.names()],
        levels=list(LEVELS),
        bots=list(bots.names()),
        languages=list(LANGUAGES),
        address=address_to_share(settings, port, host),
    )


@get("/games/{game:str}/text/{language:str}", responses=documented(404), sync_to_thread=True)
def game_text(
    game: Annotated[str, PathParameter(max_length=60)],
    language: Annotated[str, PathParameter(pattern="^[a-z]{2}$")],
) -> GameText:
    """Return the words and the rules of a game, in English where the language is missing."""
    if game not in games.names():
        raise ServerRefusal("no_such_game", game=game)
    found = games.load(game)
    texts = found.folder / "text"
    pages = (texts / f"rules.{language}.md", texts / "rules.en.md")
    page = next((page for page in pages if page.is_file()), None)
    return GameText(dict(found.words(language)), "" if page is None else page.read_text("utf-8"))


@get("/lobby", responses=documented())
async def lobby(
    listed: Part[Lobby], game: Annotated[str, QueryParameter(max_length=60)] = ""
) -> TableList:
    """List open public tables, of all games or of one."""
    return TableList(list(listed.tables(game)))


@get("/running", responses=documented())
async def running(
    listed: Part[Lobby], game: Annotated[str, QueryParameter(max_length=60)] = ""
) -> TableList:
    """List public matches that can be watched now, the latest opened first."""
    return TableList(listed.running(game))


@get("/tables/{match:str}", responses=documented(404))
async def table(
    archive: Part[Archive],
    identity: MaybeKnown,
    match: Annotated[str, PathParameter(pattern="^[0-9A-Za-z_-]{4,40}$")],
) -> LobbyTable:
    """Show a table to anybody who has its link, as late as spectators see it."""
    return await archive.show_table(match, identity)


ROUTES = Router("/api", tags=["lobby"], route_handlers=[offer, game_text, lobby, running, table])
