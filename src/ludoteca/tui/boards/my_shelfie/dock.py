"""The dock of My Shelfie: the tiles one holds, what they would bring, and the one button."""

from ludoteca.protocol.common import Fields
from ludoteca.tui.boards.base import Scene
from ludoteca.tui.boards.my_shelfie.choosing import Cell, Choosing
from ludoteca.tui.boards.my_shelfie.room import cell_name
from ludoteca.tui.boards.my_shelfie.tiles import NAMES

PARTS = ("personal", "groups", "common", "end_game_token")
"""Where points may come from, in the order in which they are told."""


def advice(scene: Scene, choosing: Choosing | None) -> str:
    """Say what to do next."""
    if choosing is None:
        return waiting(scene)
    if not choosing.taken:
        return scene.say("terminal.choose")
    if choosing.column is not None:
        return ""
    if choosing.partners():
        return scene.say("terminal.one_more")
    return scene.say("terminal.three" if len(choosing.taken) == 3 else "terminal.no_more")


def waiting(scene: Scene) -> str:
    """Say for whom the table waits."""
    movers = scene.position.movers
    if not movers:
        return scene.say("tui.table.over") if scene.position.view["over"] else ""
    name, choice = scene.names[movers[0]], scene.selecting.get(movers[0], {})
    if not choice.get("take"):
        return scene.say("tui.table.choosing", name=name)
    cells = " ".join(cell_name((row, column)) for row, column in choice["take"])
    if choice.get("column") is None:
        return scene.say("terminal.selecting", name=name, cells=cells)
    return scene.say("terminal.selecting_column", name=name, cells=cells, n=choice["column"] + 1)


def reason(scene: Scene, continuation: Fields) -> str:
    """Say what a move would bring, and why."""
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


def describe(scene: Scene, cell: Cell, choosing: Choosing | None) -> str:
    """Name what lies under the cursor."""
    letter = scene.position.view["living_room"][cell[0]][cell[1]]
    name = cell_name(cell)
    if letter in ". ":
        return scene.look.text(f"{name}: {scene.words['terminal.empty']}")
    text = f"{name}: {scene.words[NAMES[letter]]}"
    if choosing and cell in choosing.taken:
        text += f", {scene.words['terminal.taken']}"
    elif choosing and cell in choosing.partners():
        text += f", {scene.words['terminal.can_be_taken']}"
    return scene.look.text(text)
