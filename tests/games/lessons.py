"""Records what the page's lessons need from the rules: positions, answers, what follows."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, seeded
from ludoteca.language import LANGUAGES
from tests.games.moments import Fields, Moment, happening

BOARDS = Path(__file__).parents[2] / "web" / "src" / "boards"

Props = Callable[[Moment, int], Fields]


class Recorder:
    """Collects the positions and the lessons of one game, seen by the first seat."""

    def __init__(self, game: Game, props: Props) -> None:
        """Take the game and what gives the props of its board."""
        self.game, self.props = game, props
        self.positions: dict[str, Fields] = {}
        self.lessons: list[Fields] = []

    def position(
        self, name: str, moment: Moment, asks: Iterable[Fields], wrong: Iterable[Fields]
    ) -> None:
        """Record a position, the answers to what may be asked, and the refusals of the rest."""
        view = self.game.view(moment.state, 0)
        answers = [{"partial": p, "moves": self.game.continuations(view, p)} for p in asks]
        self.positions[name] = {
            "props": self.props(moment, 0),
            "asked": [answer for answer in answers if answer["moves"]],
            "refusals": self.refusals(view, wrong),
        }

    def refusals(self, view: View, partials: Iterable[Fields]) -> list[Fields]:
        """Explain in every language why choices are not allowed; one entry for each sentence."""
        found: dict[str, Fields] = {}
        for partial in partials:
            answer = self.game.why_not(view, partial)
            if answer is None:
                continue
            code, sentence = answer
            if sentence not in found:
                says = {one: self.game.why_not(view, partial, one) for one in LANGUAGES}
                texts = {one: said[1] for one, said in says.items() if said}
                found[sentence] = {"code": code, "says": texts, "partials": []}
            found[sentence]["partials"].append(partial)
        return list(found.values())

    def lesson(self, name: str, at: str, awaits: Fields, hint: Fields | None = None) -> None:
        """Record a lesson that needs no move, with what its hint shows."""
        self.lessons.append({"id": name, "position": at, "awaits": awaits, **_shown(hint)})

    def move(self, name: str, moment: Moment, right: list[Fields], outlined: bool) -> None:
        """Record a lesson that awaits a move, and what follows each of those that are right.

        The first one is outlined, unless any will do.
        """
        then = {move["text"]: self.after(moment, move) for move in right}
        hint = {"outlined": True, **_shown(right[0])} if outlined else {}
        awaits = {"act": "play"}
        self.lessons.append({"id": name, "position": name, "awaits": awaits, **hint, "then": then})

    def after(self, moment: Moment, move: Fields) -> Fields:
        """Make a move, and the deal that may follow; give what the board is told then."""
        game, rng = self.game, seeded(1)
        action = game.modules.notation.parse_move(moment.state, 0, move["text"])
        state, ply = game.apply(moment.state, 0, action), moment.ply + 1
        happened = [happening(ply, "move", 0, move["text"], move["move"])]
        while name := game.deal_name(state):
            state, _ = game.deal_one(state, lambda size: below(rng, size))
            ply += 1
            happened.append(happening(ply, "deal", None, name, None))
        props = self.props(Moment(state, ply, [*moment.history, *happened]), 0)
        return {**props, "happened": happened}

    def text(self) -> str:
        """Return all of it as the board reads it: a line for each position and each lesson."""
        lines = [f"{json.dumps(name)}: {_short(one)}" for name, one in self.positions.items()]
        positions = ",\n".join(lines)
        lessons = ",\n".join(_short(one) for one in self.lessons)
        return f'{{"positions": {{\n{positions}\n}}, "lessons": [\n{lessons}\n]}}\n'


def _short(content: Fields) -> str:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False)


def _shown(move: Fields | None) -> Fields:
    return {"hint": {"text": move["text"], "move": move["move"]}} if move else {}
