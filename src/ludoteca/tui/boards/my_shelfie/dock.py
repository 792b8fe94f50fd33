"""The dock of My Shelfie: the tiles one holds, what they would bring, and the one button."""

from ludoteca.protocol.outcomes import Continuation
from ludoteca.tui.boards.base import Scene
from ludoteca.tui.boards.my_shelfie.choice import Cell, ShelfieChoice
from ludoteca.tui.boards.my_shelfie.living_room import cell_name

PARTS = ("personal", "groups", "common", "end_game_token")
"""Where points may come from, in the order in which they are told."""


def advice(scene: Scene, choice: ShelfieChoice | None) -> str:
    """Return what to do next."""
    if choice is None:
        return waiting(scene)
    if not choice.taken:
        return scene.say("terminal.choose")
    if choice.column is not None:
        return ""
    if choice.partners():
        return scene.say("terminal.one_more")
    return scene.say("terminal.three" if len(choice.taken) == 3 else "terminal.no_more")


def waiting(scene: Scene) -> str:
    """Return for whom the table waits."""
    movers = scene.position.movers
    if not movers:
        return scene.say("tui.table.over") if scene.position.view["over"] else ""
    name, choice = scene.names[movers[0]], scene.selecting.get(movers[0], {})
    if not choice.get("take"):
        return scene.say_of("tui.table.choosing", name)
    cells = " ".join(cell_name((row, column)) for row, column in choice["take"])
    if choice.get("column") is None:
        return scene.say("terminal.selecting", name=name, cells=cells)
    return scene.say("terminal.selecting_column", name=name, cells=cells, n=choice["column"] + 1)


def reason(scene: Scene, continuation: Continuation) -> str:
    """Describe what a move would bring, and why."""
    points, notes = continuation["points"], continuation["notes"]
    total = points.get("total", 0)
    parts = []
    for part in PARTS:
        if not points.get(part):
            continue
        text = f"{scene.words[part]} {points[part]:+d}"
        if part == "personal" and notes.get("personal_goal"):
            goal = notes["personal_goal"]
            text = f"{scene.words[part]} {goal['before']} → {goal['after']}"
        if part == "common":
            names = [scene.words[f"goal.{each['goal']}.name"] for each in notes["common_goals"]]
            text = ", ".join(names) or text
        parts.append(text)
    told = f"{total:+d}" if total else "0"
    return scene.look.text(f"{told}  {' · '.join(parts)}" if parts else told)


def describe(scene: Scene, cell: Cell, choice: ShelfieChoice | None) -> str:
    """Name what lies under the cursor."""
    letter = scene.position.view["living_room"][cell[0]][cell[1]]
    name = cell_name(cell)
    if letter in ". ":
        return scene.look.text(f"{name}: {scene.words['terminal.empty']}")
    text = f"{name}: {scene.words[f'board.tile.{letter}']}"
    if choice and cell in choice.taken:
        text += f", {scene.words['terminal.taken']}"
    elif choice and cell in choice.partners():
        text += f", {scene.words['terminal.can_be_taken']}"
    return scene.look.text(text)
