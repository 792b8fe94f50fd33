"""The header of a record: what was played, by whom, with which seed."""

import json
import re
from dataclasses import dataclass, field

from ludoteca import games
from ludoteca.core.errors import RecordError, UsageError
from ludoteca.core.game import Game, Options
from ludoteca.core.shuffle import CONTRIBUTION_BYTES, SEED_BYTES

FORMAT = 1
"""The version of the file format."""

KEYS = (
    "format", "game", "rules", "match", "from", "options", "players",
    "commitment", "contributions", "seed",
)  # fmt: skip
"""All header lines in their order."""

NEEDED = ("format", "game", "rules", "match", "players")

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
NAME_LENGTH = 40

NEWER = "newer_record"
"""The code of the error for a record that only a newer ludoteca can read."""
MOST_DIGITS = 9


@dataclass(frozen=True)
class Header:
    """The facts of a match that do not change."""

    game: Game
    match: str
    options: Options
    players: tuple[str, ...]
    source: tuple[str, int] | None = None
    """The match this one was played on from, and after which ply."""
    commitment: str | None = None
    contributions: tuple[bytes, ...] = field(default=())
    seed: bytes | None = None

    def lines(self) -> list[str]:
        """Write the header lines."""
        options = " ".join(f"{key}={value}" for key, value in self.options.items())
        values = {
            "format": str(FORMAT),
            "game": self.game.id,
            "rules": str(self.game.version),
            "match": self.match,
            "from": "" if self.source is None else f"{self.source[0]} {self.source[1]}",
            "options": options,
            "players": json.dumps(list(self.players), ensure_ascii=False),
            "commitment": self.commitment or "",
            "contributions": " ".join(part.hex() for part in self.contributions),
            "seed": "" if self.seed is None else self.seed.hex(),
        }
        return [f"{key}: {values[key]}" for key in KEYS if values[key]]


def check_name(name: str) -> str:
    """Refuse a player's name that would not fit a line."""
    if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable() or not name.strip():
        raise UsageError(f"{name!r} is no name: 1 to {NAME_LENGTH} visible characters, please")
    return name


def parse_header(lines: list[str]) -> Header:
    """Read header lines; a damaged one is refused with its number and the reason."""
    values, where = _split(lines)
    game = _checked_game(values, where)
    if "seed" in values and "commitment" not in values:
        raise RecordError("seed: there is no commitment for it", where["seed"])
    contributions = values.get("contributions", "").split()
    return Header(
        game=game,
        match=values["match"],
        options=_parse_options(game, values.get("options"), where.get("options", len(lines))),
        players=_parse_players(game, values["players"], where["players"]),
        source=_parse_source(values.get("from"), where.get("from")),
        commitment=_parse_commitment(values.get("commitment"), where.get("commitment")),
        contributions=tuple(
            _parse_hex(part, CONTRIBUTION_BYTES, "contributions", where["contributions"])
            for part in contributions
        ),
        seed=(
            _parse_hex(values["seed"], SEED_BYTES, "seed", where["seed"])
            if "seed" in values
            else None
        ),
    )


def _split(lines: list[str]) -> tuple[dict[str, str], dict[str, int]]:
    """Return the value of each key, and the line where it stands."""
    values: dict[str, str] = {}
    where: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        key, colon, value = line.partition(": ")
        if not colon or key not in KEYS or not value:
            raise RecordError(f"{line!r} is no header line", number)
        if key in values:
            raise RecordError(f"{key} is given twice", number)
        values[key], where[key] = value, number
    for key in NEEDED:
        if key not in values:
            raise RecordError(f"the header lacks {key}", len(lines) or 1)
    return values, where


def _checked_game(values: dict[str, str], where: dict[str, int]) -> Game:
    """Return the game if this program can read the format, the rules and the match id."""

    def damaged(key: str, reason: str) -> RecordError:
        return RecordError(f"{key}: {reason}", where[key])

    if values["format"] != str(FORMAT):
        raise damaged("format", f"this program reads format {FORMAT}, not {values['format']}")
    if values["game"] not in games.names():
        raise damaged("game", f"there is no game {values['game']!r}")
    game = games.load(values["game"])
    if values["rules"] != str(game.version):
        error = damaged("rules", _wrong_version(game, values["rules"]))
        if _is_number(values["rules"]) and int(values["rules"]) > game.version:
            error.code = NEWER
        raise error
    if not MATCH_ID.fullmatch(values["match"]):
        raise damaged("match", "an id of 1 to 64 letters, digits, - and _ is expected")
    return game


def _wrong_version(game: Game, version: str) -> str:
    newer = _is_number(version) and int(version) > game.version
    hint = "; a newer ludoteca can" if newer else ""
    return f"this program plays version {game.version} of {game.name}, not {version[:20]}{hint}"


def _is_number(text: str) -> bool:
    """Return whether this is a number of a size that may occur."""
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


def _parse_options(game: Game, text: str | None, line: int) -> Options:
    """Read the options that the game had when the record was written: later ones come last."""
    given: dict[str, str] = {}
    known = [option.key for option in game.options]
    for part in text.split(" ") if text else ():
        key, equals, value = part.partition("=")
        if not equals or key in given:
            raise RecordError(f"options: {part!r} is no option", line)
        given[key] = value
    if list(given) != known[: len(given)] or (known and not given):
        raise RecordError(f"options: every option of {game.name} in its order, please", line)
    try:
        chosen = game.choose_options(given=given)
        return {key: chosen[key] for key in given}
    except UsageError as error:
        raise RecordError(f"options: {error}", line) from None


def _parse_players(game: Game, text: str, line: int) -> tuple[str, ...]:
    try:
        names = json.loads(text)
    except (RecursionError, ValueError):
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise RecordError('players: a list of names like ["Ada", "Bo"] is expected', line)
    if len(names) not in game.player_counts:
        raise RecordError(f"players: {game.name} is not for {len(names)} players", line)
    try:
        return tuple(check_name(name) for name in names)
    except UsageError as error:
        raise RecordError(f"players: {error}", line) from None


def _parse_source(text: str | None, line: int | None) -> tuple[str, int] | None:
    if text is None:
        return None
    match, _, ply = text.partition(" ")
    if not MATCH_ID.fullmatch(match) or not _is_number(ply):
        raise RecordError("from: a match id and a ply are expected", line)
    return match, int(ply)


def _parse_commitment(text: str | None, line: int | None) -> str | None:
    if text is not None and not re.fullmatch("[0-9a-f]{64}", text):
        raise RecordError("commitment: 64 hexadecimal digits are expected", line)
    return text


def _parse_hex(text: str, length: int, key: str, line: int) -> bytes:
    if len(text) != 2 * length or not re.fullmatch("[0-9a-f]+", text):
        raise RecordError(f"{key}: {2 * length} hexadecimal digits are expected", line)
    return bytes.fromhex(text)
