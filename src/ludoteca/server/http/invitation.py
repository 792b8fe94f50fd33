"""The preview that messengers show of a link to a table: title, sentence, picture."""

from html import escape

from ludoteca import games
from ludoteca.language import words
from ludoteca.protocol.to_client import LobbyTable

PICTURE = "/invitation.png"


def describe_invitation(table: LobbyTable, language: str, address: str, path: str) -> str:
    """Write the tags of the Open Graph protocol for a table; names are escaped."""
    game = games.load(table.setting.game).name
    people = [seat for seat in table.seats if seat.kind == "person"]
    free = sum(seat.kind == "free" for seat in table.seats)
    host = people[0].name if people else "ludoteca"
    is_open = table.status == "open" and free > 0
    say = words(language).say
    title = say("server.invited" if is_open else "server.match_of", name=host, game=game)
    sentence = say("server.seats_free" if is_open else "server.match_under_way", n=free)
    tags = {
        "og:type": "website",
        "og:site_name": "ludoteca",
        "og:title": title,
        "og:description": sentence,
        "og:url": address + path,
        "og:image": address + PICTURE,
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items()]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])
