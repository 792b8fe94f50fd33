"""What the board of Codex Naturalis says: what to do, what a choice would bring, and why."""

from ludoteca.protocol.common import Fields
from ludoteca.protocol.outcomes import Continuation
from ludoteca.tui.boards.base import Scene
from ludoteca.tui.boards.codex_naturalis.choice import CodexChoice

BUTTONS = {
    "starter_side": "terminal.use_side",
    "keep_objective": "terminal.keep",
    "draw": "terminal.draw",
    "place": "terminal.place",
}
"""What the one button says, for each kind of choice."""


def advice(scene: Scene, choice: CodexChoice | None) -> str:
    """Return what to do next."""
    if choice is None:
        return waiting(scene)
    if choice.kind != "place":
        return scene.say(f"terminal.choose.{choice.kind}")
    if choice.card is None:
        return scene.say("terminal.choose.card")
    return scene.say("terminal.choose.place")


def waiting(scene: Scene) -> str:
    """Return for whom the table waits."""
    view, movers = scene.position.view, scene.position.movers
    if not movers:
        return scene.say("tui.table.over") if view["over"] else ""
    if scene.seat is not None and view["seats"][scene.seat]["blocked"]:
        return scene.say("terminal.closed")
    return scene.say_of("tui.table.choosing", scene.names[movers[0]])


def reason(scene: Scene, continuation: Continuation) -> str:
    """Describe what a move would bring, and why."""
    notes = continuation["notes"]
    move = continuation["move"]
    if "draw" in move:
        kind = scene.words[notes["kind"]] if notes.get("kind") else ""
        kingdom = scene.words[notes["kingdom"]] if notes.get("kingdom") else ""
        return scene.look.text(f"{scene.words['terminal.draw']}: {kind}, {kingdom}")
    if "place" not in move:
        return _symbols(scene, notes.get("symbols", {}))
    total = continuation["points"].get("total", 0)
    points = (
        f"+{scene.words.say('tui.points', n=total)}"
        if total
        else scene.words.say("tui.points", n=0)
    )
    parts = [points, _why(scene, notes.get("why"))]
    for objective, times in notes.get("objectives", {}).items():
        common = int(objective) in scene.position.view["common_objectives"]
        name = scene.words["common" if common else "secret"]
        parts.append(f"{name} {times:+d}")
    parts.append(_symbols(scene, notes.get("symbols", {})))
    return scene.look.text(" · ".join(part for part in parts if part))


def _why(scene: Scene, why: Fields | None) -> str:
    if why is None:
        return ""
    if why["rule"] == "flat":
        return scene.say("terminal.why.flat")
    symbol = scene.words.get(why.get("symbol", ""), "")
    return scene.say(f"terminal.why.{why['rule']}", n=why["count"], each=why["each"], symbol=symbol)


def _symbols(scene: Scene, symbols: Fields) -> str:
    changes = [f"{scene.words[name]} {by:+d}" for name, by in symbols.items()]
    return scene.look.text(", ".join(changes))
