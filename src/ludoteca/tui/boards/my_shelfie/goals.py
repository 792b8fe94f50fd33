"""What there is to win in My Shelfie: goals, tokens, and how far everybody has come."""

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len

from ludoteca.tui.boards.base import Scene, fitting_name
from ludoteca.tui.boards.my_shelfie.shelf import Ghosts, draw_small, landing
from ludoteca.tui.canvas import Canvas, Paint, fitted, wrapped

PICTURES = {
    1: ("aa...", "aa...", ".....", "...bb", "...bb", "....."),
    2: ("a...a", "b...b", "c...c", "d...d", "e...e", "f...f"),
    3: ("a.bb.", "a.bb.", "a...c", "ad..c", "dd..c", "d...c"),
    4: ("aa..b", "c...b", "c.dd.", "..e..", "..e..", "ff..."),
    5: ("a.a.b", "a.a.b", "b.b.b", "b.c.a", "c.c.a", "a.a.a"),
    6: (".....", "abcde", ".....", ".....", "fabcd", "....."),
    7: ("aabbc", ".....", "bbbaa", "aaccc", ".....", "abbca"),
    8: ("a...a", ".....", ".....", ".....", ".....", "a...a"),
    9: ("a...a", "..a..", ".a...", "...a.", "a...a", "..a.."),
    10: (".....", "a.a..", ".a...", "a.a..", ".....", "....."),
    11: (".....", "a....", ".a...", "..a..", "...a.", "....a"),
    12: (".....", "o....", "oo...", "ooo..", "oooo.", "ooooo"),
}
"""An example of each common goal: equal letters are equal kinds, o is any."""

INKS = dict(
    zip("abcdefo", ("#86CAD8", "#C65088", "#EFB346", "#7BA14B", "#F6EED8", "#5C84BE", "#B9AA9A"),
        strict=True)
)  # fmt: skip


def put_picture(canvas: Canvas, x: int, y: int, goal: int, scene: Scene) -> None:
    """Draw the example of a common goal in five by six characters."""
    look = scene.look
    for down, row in enumerate(PICTURES[goal]):
        for column, mark in enumerate(row):
            if mark == ".":
                canvas.put(x + column, y + down, look.glyphs.dot, Paint(look.palette.line))
            else:
                shown = mark if look.ascii or not look.colour else "■"
                canvas.put(x + column, y + down, shown, Paint(INKS[mark], bold=True))


def bar(done: int, of: int, scene: Scene) -> str:
    """Show progress, a mark for each step."""
    glyphs = scene.look.glyphs
    done = min(done, of)
    return glyphs.bar_full * done + glyphs.bar_empty * (of - done) if of <= 8 else f"{done}/{of}"


def draw_goals(
    canvas: Canvas, at: tuple[int, int], width: int, scene: Scene, pictures: bool
) -> int:
    """Draw the common goals; return the row after them."""
    x, y = at
    view, own = scene.position.view, _standing(scene, scene.own)
    progress = {each["goal"]: each for each in own.get("common_goals", ())}
    for goal in view["common_goals"]:
        card = goal["goal"]
        left = x + (7 if pictures else 0)
        if pictures:
            put_picture(canvas, x, y, card, scene)
        name = wrapped(scene.say(f"goal.{card}.name"), width - (left - x))[:2]
        canvas.block(left, y, name, Paint(bold=True))
        tokens = " ".join(str(points) for points in reversed(goal["tokens_left"])) or "-"
        line = y + len(name)
        word = _shortest(scene, "tokens", "tokens_left", width - (left - x) - len(tokens) - 1)
        canvas.put(left, line, f"{word} {tokens}", Paint(scene.look.palette.glow))
        _put_progress(canvas, left, line + 1, progress.get(card), scene)
        y = max(line + 2, y + 6 if pictures else 0) + 1
    return y


def _put_progress(
    canvas: Canvas, x: int, y: int, state: dict[str, Any] | None, scene: Scene
) -> None:
    if state is None:
        return
    palette = scene.look.palette
    if state["reached"]:
        done = scene.look.text(f"{scene.look.glyphs.tick} {scene.words['terminal.reached']}")
        canvas.put(x, y, done, Paint(palette.good, bold=True))
    else:
        text = f"{bar(state['done'], state['of'], scene)} {state['done']}/{state['of']}"
        canvas.put(x, y, text if state["of"] <= 8 else text.split()[0], Paint(palette.good))


def _standing(scene: Scene, seat: int) -> dict[str, Any]:
    standing: Sequence[dict[str, Any]] = scene.position.standing
    return standing[seat] if seat < len(standing) else {}


def seen_points(scene: Scene, seat: int) -> int | None:
    """Return the points of a seat as far as the viewer may know."""
    points = _standing(scene, seat).get("points")
    if points is None:
        return None
    total = points["total"]
    shown: int = points["seen"] if total is None else total
    return shown


def coming_to(scene: Scene, seat: int) -> Ghosts:
    """Return where the tiles that another player is choosing would land."""
    choice, view = scene.selecting.get(seat, {}), scene.position.view
    if choice.get("column") is None:
        return ()
    letters = [view["living_room"][row][column] for row, column in choice["take"]]
    return landing(view["seats"][seat]["bookshelf"], choice["column"], letters)


def draw_rivals(canvas: Canvas, at: tuple[int, int], width: int, scene: Scene) -> int:
    """Draw the others' bookshelves side by side; return the row after them."""
    x, y = at
    each = min(16, width // max(1, len(scene.names) - 1))
    for seat, name in enumerate(scene.names):
        if seat == scene.own:
            continue
        points = seen_points(scene, seat)
        rows = scene.position.view["seats"][seat]["bookshelf"]
        told = "" if points is None else str(points)
        coming = coming_to(scene, seat)
        shown = fitting_name(scene.look.text(name), each - 1)
        draw_small(canvas, (x, y), each - 1, rows, shown, told, scene.look, coming)
        if seat in scene.position.movers:
            canvas.put(x + 3, y + 7, scene.look.glyphs.cursor, Paint(scene.look.palette.accent))
        x += each
    return y + 8


def _shortest(scene: Scene, key: str, short_key: str, room: int) -> str:
    """Return a word of the game, or its short form if it does not fit."""
    text = scene.look.text(scene.words[key])
    short = scene.words.get(f"terminal.{short_key}", scene.words[key])
    return text if cell_len(text) <= room else scene.look.text(short)


def draw_own(canvas: Canvas, at: tuple[int, int], width: int, scene: Scene) -> int:
    """Draw the player's own standing: personal goal, groups, tokens; return the row after it."""
    x, y = at
    own = _standing(scene, scene.own)
    points = own.get("points")
    if points is None:
        return y
    lines = []
    goal = own.get("personal_goal")
    if goal:
        lines.append(("personal_goal", points["personal"], f"{goal['matched']}/{goal['of']}"))
    lines.append(("groups", points["groups"], ""))
    lines.append(("tokens", points["common"] + points["end_game_token"], ""))
    for key, number, note in lines:
        room = width - 5 - len(note)
        text = fitted(_shortest(scene, key, key, room), room, scene.look.glyphs.ellipsis)
        canvas.put(x, y, f"{text} {note}", Paint(scene.look.palette.soft))
        canvas.put(x + width - 3, y, f"{number:>3}", Paint(bold=True))
        y += 1
    return y
