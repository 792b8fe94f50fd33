"""How tables are opened: new, for a rematch, or to play on from a finished match."""

import re
import unicodedata
from collections.abc import Mapping, Sequence

import msgspec

from ludoteca import games
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.shuffle import SEED_BYTES
from ludoteca.core.types import State
from ludoteca.protocol.common import TableSetting
from ludoteca.record import Timeline
from ludoteca.record.read import ReadRecord
from ludoteca.record.replay import Step
from ludoteca.table.decision import Refusal, TablePolicy, Who
from ludoteca.table.events import Sitter, TableOpened
from ludoteca.table.fold import options_of
from ludoteca.table.table import Seat, Table

LONGEST_NAME = 20

_INVISIBLE = ("C", "Z", "M")
"""Categories of characters that nobody sees on their own."""

_BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters that look like nothing."""

_PICTURE = "[\u2190-\u2bff\U0001f000-\U0001faff]"
_JOINED = re.compile(f"(?<={_PICTURE})\ufe0f?\u200d(?={_PICTURE})")
"""What joins pictures into one, such as a family: nobody sees it, and it hides nothing."""

_MOST_MARKS = 2
"""Marks that may stand on one letter; more of them spill over other lines."""


RESERVED = frozenset(("admin", "administrator", "ludoteca", "moderator", "server", "system"))
"""Names that would make others believe that the server speaks."""


def is_visible(text: str) -> bool:
    """Return whether a text shows anything at all.

    >>> is_visible("a"), is_visible(chr(0x200b) + " ")
    (True, False)
    """
    return any(
        unicodedata.category(letter)[0] not in _INVISIBLE and letter not in _BLANK
        for letter in text
    )


def new_name(text: str) -> str:
    """Clean the name that somebody chooses; refuse one that is not theirs to take.

    >>> new_name("Ada")
    'Ada'
    """
    name = clean_name(text)
    plain = name.casefold().replace(" ", "")
    if plain in RESERVED or plain.startswith("bot:"):
        raise Refusal("name_taken")
    return name


def clean_name(text: str) -> str:
    """Bring a name into its one form; refuse what is none.

    >>> clean_name(" Ａda  Lovelace ")
    'Ada Lovelace'
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    seen_alone = _JOINED.sub("", name)
    categories = [unicodedata.category(letter) for letter in seen_alone]
    hidden = any(category[0] == "C" for category in categories) or not _BLANK.isdisjoint(name)
    heaped = "M" * (_MOST_MARKS + 1) in "".join(category[0] for category in categories)
    seen = sum(category[0] not in _INVISIBLE for category in categories)
    if hidden or heaped or not seen or len(name) > LONGEST_NAME or not seen_alone.isprintable():
        raise Refusal("bad_name", most=LONGEST_NAME)
    return name


def free_name(name: str, taken: Sequence[str]) -> str:
    """Return a name that nobody at the table has yet.

    >>> free_name("Ada", ["Ada", "Bo"])
    'Ada 2'
    """
    number, found = 1, name
    while found in taken:
        number += 1
        ending = f" {number}"
        found = name[: LONGEST_NAME - len(ending)] + ending
    return found


def bot_sitter(bot: str, policy: TablePolicy) -> Sitter:
    """Let a bot that people may invite sit down."""
    if not policy.knows_bot(bot):
        raise Refusal("no_such_bot", bot=bot)
    return Sitter(name=f"bot:{bot}", bot=bot)


def person_sitter(who: Who, taken: Sequence[str]) -> Sitter:
    """Let a person sit down, under a name nobody else has here."""
    name = free_name(who.name, taken)
    return Sitter(
        user=who.user, name=name, account=who.account, rating=who.rating, avatar=who.avatar
    )


def open_table(
    match: str,
    setting: TableSetting,
    host: Who,
    seed: bytes,
    now: float,
    policy: TablePolicy,
    quick: bool = False,
) -> TableOpened:
    """Open a table: the host and those who share the device in front, bots on the last seats.

    `quick` is for a host who asked for a quick match.
    """
    assert len(seed) == SEED_BYTES
    setting = checked_setting(setting)
    people = [msgspec.structs.replace(person_sitter(host, []), quick=quick)]
    for given in setting.here:
        name = free_name(new_name(given), [each.name for each in people])
        people.append(Sitter(user=host.user, name=name, shared=True))
    bots = [bot_sitter(bot, policy) for bot in setting.bots]
    free = setting.seats - len(people) - len(bots)
    if free < 0:
        raise Refusal("table_full")
    return TableOpened(
        at=now,
        match=match,
        setting=setting,
        host=host.user,
        seed=seed.hex(),
        sitters=(*people, *[None] * free, *bots),
    )


def checked_setting(setting: TableSetting) -> TableSetting:
    """Refuse a game, options or a number of seats that do not exist."""
    if setting.game not in games.names():
        raise Refusal("no_such_game", game=setting.game)
    game = games.load(setting.game)
    if setting.seats not in game.player_counts:
        least, most = game.player_counts[0], game.player_counts[-1]
        raise Refusal("wrong_seats", least=least, most=most)
    try:
        options_of(setting)
    except UsageError:
        raise Refusal("bad_options", known=_known(game)) from None
    return setting


def _known(game: Game) -> str:
    """List what can be chosen in a game, in the words of the protocol."""
    values = {"edition": tuple(game.editions)} | {each.key: each.values for each in game.options}
    return "; ".join(f"{key}: {', '.join(map(str, found))}" for key, found in values.items())


def open_rematch(
    table: Table, match: str, seed: bytes, now: float, known: Mapping[str, Who] | None = None
) -> TableOpened:
    """Open a table for the people who agreed to it, and the bots, each a seat further on.

    `known` says who a user is by now: a guest may have become an account.
    """
    sitters: list[Sitter | None] = []
    names = [seat.name for seat in table.seats]
    for number, seat in enumerate(table.seats):
        who = (known or {}).get(seat.user)
        if who is not None and not seat.shared:
            names[number] = free_name(who.name, [*names[:number], *names[number + 1 :]])
        playing = seat.kind == "bot" or number in table.rematch_seats
        sitters.append(_again(seat, names[number], who) if playing else None)
    rotated = (*sitters[1:], sitters[0])
    here = tuple(each for each in rotated if each is not None)
    if len(here) in table.game.player_counts:
        rotated = here  # those who left are not waited for
    people = [each for each in rotated if each is not None and each.bot is None]
    users = [each.user for each in people]
    host = known[table.host].user if known and table.host in known else table.host
    return TableOpened(
        at=now,
        match=match,
        setting=msgspec.structs.replace(
            table.setting, seats=len(rotated), seating="set", starting="full"
        ),
        host=host if host in users else users[0],
        seed=seed.hex(),
        sitters=rotated,
    )


def _again(seat: Seat, name: str, who: Who | None) -> Sitter:
    """Seat the same player again, under their present name and account."""
    if seat.kind == "bot":
        return Sitter(name=name, bot=seat.bot)
    if who is None:
        who = Who(seat.user, name, account=seat.account, rating=seat.rating, avatar=seat.avatar)
    if seat.shared:
        return Sitter(user=who.user, name=name, shared=True, away=True)
    return msgspec.structs.replace(person_sitter(who, []), name=name, away=True)


def open_played_on(
    match: str,
    setting: TableSetting,
    record: ReadRecord,
    ply: int,
    host: Who,
    seed: bytes,
    now: float,
    policy: TablePolicy,
) -> TableOpened:
    """Open a table that goes on from a position of a finished match, against bots.

    The host sits where the next move is due.
    """
    header, steps = record.header, record.timeline.steps
    if ply > len(steps):
        raise Refusal("no_such_ply", most=len(steps))
    timeline = Timeline.of(header)
    for step in steps[:ply]:
        timeline.read_line(step.text)
    if timeline.is_over:
        raise Refusal("over_there")
    setting = msgspec.structs.replace(
        setting,
        game=header.game.id,
        seats=len(header.players),
        options=dict(header.options),
        edition=None,
        seating="set",
    )
    own = _next_seat(header.game, timeline.state, steps[ply:])
    bots = [*setting.bots, *[policy.replacement] * setting.seats][: setting.seats - 1]
    sitters: list[Sitter | None] = [bot_sitter(bot, policy) for bot in bots]
    sitters.insert(own, person_sitter(host, []))
    return TableOpened(
        at=now,
        match=match,
        setting=checked_setting(setting),
        host=host.user,
        seed=seed.hex(),
        sitters=tuple(sitters),
        source=(header.match, ply),
        plies=tuple(step.text for step in steps[:ply]),
    )


def _next_seat(game: Game, state: State, later: Sequence[Step]) -> int:
    """Return who moves next; where deals are due, who moved after them."""
    for step in later:
        if step.kind != "deal":
            break
        state = step.state
    return game.to_move(state) or 0
