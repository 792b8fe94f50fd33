"""A position of My Shelfie in one line, and back.

    players refill goals turn stage room common seat seat …

`stage` is `play`, `over` or the name of the deal that is due; `room` the nine rows of the living
room with / between them (- for a cell not used at this table); `common` the common goals or -; each
seat is `bookshelf:personal:tokens:end`, the rows of the bookshelf from the top. The bag holds the
rest.
"""

from ludoteca.games.my_shelfie.catalog import (
    CELL_BITS,
    COMMON_GOAL_CARDS,
    LETTERS,
    LIVING_ROOM,
    PERSONAL_GOAL_CARDS,
    SIZE,
    TILE_COUNTS,
    TOKEN_POINTS,
)
from ludoteca.games.my_shelfie.deal import DEALS, TILE, start
from ludoteca.games.my_shelfie.layout import (
    NO_DEAL,
    NOBODY,
    TILES,
    TYPES,
    MyShelfie,
    cell_bit,
)
from ludoteca.games.my_shelfie.pictures import (
    bookshelf_rows,
    living_room_rows,
    parse_bookshelf,
)

REFILL_RULES = ("four_or_fewer", "isolated_return", "isolated_keep")
"""The values of the option `refill`."""


def format_position(s: MyShelfie) -> str:
    """Write a whole state in one line."""
    stage = "over" if s.over else DEALS[s.due] or "play"
    rows = [
        "".join(
            "-" if mark == " " else mark
            for column, mark in enumerate(row)
            if LIVING_ROOM[number][column]
        )
        for number, row in enumerate(living_room_rows(s.living_room, s.players))
    ]
    goals = ",".join(str(goal) for goal in s.common_goals if goal) or "-"
    head = [str(s.players), REFILL_RULES[s.refill_rule], str(s.goals_in_play), str(s.turn), stage]
    seats = [_format_seat(s, seat) for seat in range(s.players)]
    return " ".join([*head, "/".join(rows), goals, *seats])


def _format_seat(s: MyShelfie, seat: int) -> str:
    tokens = ",".join(str(points) for points in s.tokens[seat][: s.goals_in_play])
    end = "end" if s.end_game_token == seat else "-"
    rows = "/".join(bookshelf_rows(s.bookshelf[seat]))
    return f"{rows}:{s.personal_goal[seat] or '?'}:{tokens}:{end}"


def parse_position(text: str) -> MyShelfie:
    """Read a state back; ValueError says what is wrong."""
    fields = text.split()
    if len(fields) < 7:
        raise ValueError("a position has at least seven parts")
    players, rule, goals, turn, stage, room, common, *seats = fields
    s = MyShelfie()
    count = _number(players, "players", 2, 4)
    if rule not in REFILL_RULES:
        raise ValueError(f"{rule!r} is no refill rule; they are: {', '.join(REFILL_RULES)}")
    start(s, count, [REFILL_RULES.index(rule), 2 - _number(goals, "common goals", 1, 2)])
    s.turn = _number(turn, "turn", 0, count - 1)
    if stage not in ("play", "over", *DEALS[1:]):
        raise ValueError(f"{stage!r} is no stage of a match")
    s.over = int(stage == "over")
    s.due = DEALS.index(stage) if stage in DEALS else NO_DEAL
    _parse_room(s, room)
    _parse_common(s, common)
    if len(seats) != count:
        raise ValueError(f"{count} seats expected, {len(seats)} found")
    for seat, field in enumerate(seats):
        _parse_seat(s, seat, field)
    _settle(s)
    return s


def _number(text: str, what: str, least: int, most: int) -> int:
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise ValueError(f"{what}: a number from {least} to {most} expected, not {text!r}")
    return int(text)


def _parse_room(s: MyShelfie, room: str) -> None:
    rows = room.split("/")
    for number in range(SIZE):
        cells = [column for column in range(SIZE) if LIVING_ROOM[number][column]]
        marks = rows[number] if number < len(rows) else ""
        if len(rows) != SIZE or len(marks) != len(cells):
            raise ValueError(f"living room, row {number + 1}: {len(cells)} cells expected")
        for column, mark in zip(cells, marks, strict=True):
            used = LIVING_ROOM[number][column] <= s.players
            if mark in LETTERS and used:
                s.living_room[LETTERS.index(mark)] |= 1 << cell_bit(number, column)
                s.tiles |= 1 << cell_bit(number, column)
            elif mark != ("." if used else "-"):
                raise ValueError(f"living room, row {number + 1}: {mark!r} can't be there")


def _parse_common(s: MyShelfie, common: str) -> None:
    goals = [] if common == "-" else common.split(",")
    for card, text in enumerate(goals):
        if card >= s.goals_in_play:
            raise ValueError(f"{len(goals)} common goals, but {s.goals_in_play} are in play")
        s.common_goals[card] = _number(text, "common goal", 1, COMMON_GOAL_CARDS)
    if s.common_goals[1] and s.common_goals[0] == s.common_goals[1]:
        raise ValueError("the two common goals are the same")


def _parse_seat(s: MyShelfie, seat: int, field: str) -> None:
    parts = field.split(":")
    if len(parts) != 4:
        raise ValueError(f"seat {seat}: bookshelf:personal:tokens:end expected")
    rows, personal, tokens, end = parts
    try:
        s.bookshelf[seat], s.filled[seat] = parse_bookshelf(rows.split("/"))
    except ValueError as error:
        raise ValueError(f"seat {seat}: {error}") from None
    if personal != "?":
        card = _number(personal, f"seat {seat}, personal goal", 1, PERSONAL_GOAL_CARDS)
        if card in s.personal_goal:
            raise ValueError(f"seat {seat}: personal goal {card} is dealt twice")
        s.personal_goal[seat] = card
    _parse_tokens(s, seat, tokens.split(","))
    if end not in ("end", "-") or (end == "end" and s.end_game_token != NOBODY):
        raise ValueError(f"seat {seat}: 'end' for one seat, - for the others expected")
    if end == "end":
        s.end_game_token = seat


def _parse_tokens(s: MyShelfie, seat: int, values: list[str]) -> None:
    if len(values) != s.goals_in_play:
        raise ValueError(f"seat {seat}: {s.goals_in_play} tokens (0 for none) expected")
    for card, value in enumerate(values):
        points = _number(value, f"seat {seat}, token", 0, 8)
        if points:
            taken = [s.tokens[other][card] for other in range(seat)]
            if points in taken or points not in TOKEN_POINTS[s.players]:
                raise ValueError(f"seat {seat}: there is no token of {points} left")
            s.tokens[seat][card] = points
            s.tokens_taken[card] += 1


def _settle(s: MyShelfie) -> None:
    """Put the rest into the bag and find the cell to fill next."""
    s.bag = 0
    for kind in range(TYPES):
        used = s.living_room[kind].bit_count()
        used += sum(s.bookshelf[seat][kind].bit_count() for seat in range(s.players))
        if used > TILE_COUNTS[kind]:
            raise ValueError(f"{used} tiles {LETTERS[kind]}, but there are {TILE_COUNTS[kind]}")
        s.bag += (TILE_COUNTS[kind] - used) * TILE[kind]
    if s.due >= TILES:
        while s.tiles >> CELL_BITS[s.players][s.cursor] & 1:
            s.cursor += 1
