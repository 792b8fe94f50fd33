"""The contract that every game fulfils, on states and views.

A game is a folder of modules (see `GameModules`). `Game` puts them together for Python: its methods
never change the state they are given. Rules on bare integers, for kernels, are declared in
`core.engine`.

A match, from the empty table to the result, with a generator as the source of chance:

>>> from ludoteca import games
>>> from ludoteca.core.generator import below, seeded
>>> game, rng = games.load("my_shelfie"), seeded(7)
>>> state = game.new(players=2)
>>> while not game.is_over(state):
...     outcomes = game.chance(state)
...     if outcomes:
...         state = game.deal(state, game.roll(state, below(rng, sum(w for _, w in outcomes))))
...     else:
...         seat = game.to_move(state)
...         moves = game.legal(state, seat)
...         state = game.apply(state, seat, moves[below(rng, len(moves))])
>>> [parts["total"] for parts in game.scores(state)], game.winners(state)
([10, 6], [0])
"""

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from ludoteca.core import art, dealing
from ludoteca.core.choice import (
    HIDDEN,
    MOST_CONTINUATIONS,
    NO_ACTION,
    Fields,
    gain_of,
    single_parts,
)
from ludoteca.core.colour import plain
from ludoteca.core.engine import DECLARED, KNOWLEDGE, Engine
from ludoteca.core.errors import IllegalMove, MatchOver, NotSeated, NotYourTurn, UsageError
from ludoteca.core.modules import GameModules
from ludoteca.core.types import State
from ludoteca.core.words import Words

Value = str | int
Options = dict[str, Value]
Outcome = tuple[int, int]
"""What chance may decide, and its weight."""

EVERYTHING = -1
"""In place of a seat: nothing is hidden."""

SPECTATOR = None
"""In place of a seat: what everybody may see."""


@dataclass(frozen=True)
class Option:
    """A choice that a table makes before the match."""

    key: str
    values: tuple[Value, ...]
    """The first one is the default."""


@dataclass(frozen=True)
class View:
    """What one seat (or a spectator) may know: a state in which all else is left blank."""

    seat: int | None
    state: State


@cache
def _read_words(folder: Path, language: str) -> Words:
    """Read a game's words; one of another package may speak English only."""
    path = folder / "text" / f"{language}.json"
    if not path.exists():
        path = folder / "text" / "en.json"
    return Words(json.loads(path.read_text(encoding="utf-8")))


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its facts and its rules."""

    id: str
    version: int
    """The rules version; a change of rules raises it."""
    player_counts: range
    options: tuple[Option, ...]
    editions: Mapping[str, Options]
    new_state: Callable[[], State]
    folder: Path
    modules: GameModules

    # Facts

    @property
    def name(self) -> str:
        """The title on the box."""
        return self.words()["name"]

    def words(self, language: str = "en") -> Words:
        """Return the game's own words in a language."""
        return _read_words(self.folder, language)

    @cached_property
    def engine(self) -> Engine:
        """The game's rules on bare integers."""
        own, found = self.modules, {}
        known = (own.evaluation, own.belief, own.value, own.tensor)
        homes = (own.rules, own.deal, own.scoring, *known)
        for name in DECLARED:
            for module in homes:
                if hasattr(module, name):
                    found[name] = getattr(module, name)
                    break
            else:
                if name == "deal_all":
                    found[name] = dealing.deal_all
                elif name not in KNOWLEDGE:
                    raise TypeError(f"{self.id} lacks {name}(), which core.engine asks for")
        return Engine(found)

    def choose_options(self, edition: str | None = None, given: Mapping[str, str] = {}) -> Options:
        """Join defaults, an edition and single options; refuse what does not exist.

        >>> from ludoteca.games import load
        >>> load("my_shelfie").choose_options(edition="italian")
        {'refill': 'isolated_keep', 'common_goals': 2}
        """
        chosen: Options = {option.key: option.values[0] for option in self.options}
        if edition is not None:
            if edition not in self.editions:
                known = ", ".join(self.editions)
                raise UsageError(f"{self.name} has no edition {edition!r}; it has: {known}")
            chosen |= self.editions[edition]
        for key, text in given.items():
            option = next((option for option in self.options if option.key == key), None)
            if option is None:
                known = ", ".join(option.key for option in self.options)
                raise UsageError(f"{self.name} has no option {key!r}; it has: {known}")
            values = {str(value): value for value in option.values}
            if text not in values:
                raise UsageError(f"option {key} can't be {text!r}; it can be: {', '.join(values)}")
            chosen[key] = values[text]
        return chosen

    def option_indices(self, options: Mapping[str, Value]) -> list[int]:
        """Return each option as the index of its value, in the game's order."""
        chosen = self.choose_options(given={key: str(value) for key, value in options.items()})
        return [option.values.index(chosen[option.key]) for option in self.options]

    def options_of(self, state: State) -> Options:
        """Read the options of a match back from a state."""
        indices = self.modules.layout.option_indices(state)
        return {o.key: o.values[i] for o, i in zip(self.options, indices, strict=True)}

    # Playing

    def new(self, players: int, options: Mapping[str, Value] = {}) -> State:
        """Set up the empty table."""
        if players not in self.player_counts:
            least, most = self.player_counts[0], self.player_counts[-1]
            raise UsageError(f"{self.name} is for {least} to {most} players, not {players}")
        state = self.new_state()
        self.engine.start(state, players, self.option_indices(options))
        return state

    def players(self, state: State) -> int:
        """Count the seats."""
        count: int = state.players  # type: ignore[attr-defined]
        return count

    def to_move(self, state: State) -> int | None:
        """Name the (lowest) seat to move; None while a deal is due and once the match is over."""
        seat = self.engine.seat_to_move(state)
        return None if seat < 0 else seat

    def movers(self, state: State) -> list[int]:
        """Name all seats that may move now."""
        return [s for s in range(self.players(state)) if self.engine.may_move(state, s)]

    def turn_number(self, state: State, seat: int) -> int:
        """Return the number of a seat's turn, as the rulebook counts turns.

        It is the same for all plies of one turn, and greater in each later turn.
        """
        return self.modules.rules.turn_number(state, seat)

    def legal(self, state: State, seat: int) -> list[int]:
        """List a seat's legal actions, rising; empty if it may not move."""
        if not self.engine.may_move(state, seat):
            return []
        count = self.engine.count_legal(state, seat)
        return sorted(self.engine.nth_legal(state, seat, n) for n in range(count))

    def apply(self, state: State, seat: int, action: int) -> State:
        """Return the position after a move; raise the error naming the rule if it is illegal."""
        self.check(state, seat, action)
        return self.apply_legal(state, seat, action)

    def apply_legal(self, state: State, seat: int, action: int) -> State:
        """Return the position after a move that `check` has passed."""
        after = state.copy()
        self.engine.apply(after, seat, action)
        return after

    def check(self, state: State, seat: int, action: int) -> None:
        """Raise the error that names the rule if a move is illegal."""
        if self.is_over(state):
            raise MatchOver("the match is over")
        if not 0 <= seat < self.players(state):
            raise NotSeated(f"there is no seat {seat} at this table")
        reason = self.engine.refusal(state, seat, action)
        if reason:
            raise self.refuse(self.modules.rules.REFUSALS[reason], state, seat, action)

    def refuse(
        self, code: str, state: State, seat: int, action: int, language: str = "en"
    ) -> IllegalMove | NotYourTurn:
        """Make the error for a refusal."""
        words = self.words(language)
        values = self.modules.notation.refusal_values(state, seat, action, words)
        sentence = words.say(f"refusal.{code}", **values)
        if code == NotYourTurn.code:
            return NotYourTurn(sentence)
        return IllegalMove(sentence, code)

    def is_secret(self, state: State, seat: int, action: int) -> bool:
        """Return whether the other seats may not know all of this move when it is made."""
        return self.engine.is_secret(state, seat, action)

    def hidden_move(self, state: State, seat: int, action: int) -> tuple[str, dict[str, Any]]:
        """Return the text and the fields of a secret move as the other seats see it."""
        own = getattr(self.modules.notation, "hidden_move", None)
        if own is None:
            return HIDDEN, dict.fromkeys(self.modules.notation.move_fields(state, seat, action))
        text, fields = own(state, seat, action)
        return text, fields

    def is_over(self, state: State) -> bool:
        """Return whether the match has ended by the rules."""
        return self.engine.is_over(state)

    def scores(self, state: State) -> list[dict[str, Any]]:
        """Show each seat's score and where it comes from, as if the match ended now."""
        score_parts = self.modules.scoring.score_parts
        return [dict(score_parts(state, seat)) for seat in range(self.players(state))]

    def winners(self, state: State) -> list[int]:
        """Name the seats that win by the scores as they stand."""
        seats = range(self.players(state))
        scores = [self.engine.score(state, seat) for seat in seats]
        bits = self.engine.winners(state, scores)
        return [seat for seat in seats if bits >> seat & 1]

    # Chance

    def deal_name(self, state: State) -> str | None:
        """Name the deal that is due."""
        return self.modules.deal.deal_name(state) or None

    def roll_size(self, state: State) -> int:
        """Return the number below which the next draw is made; 0 if no deal is due."""
        return self.engine.roll_size(state)

    def roll(self, state: State, number: int) -> int:
        """Return the outcome that a roll decides."""
        return self.engine.outcome_of(state, number)

    def chance(self, state: State) -> list[Outcome]:
        """List the outcomes of the next roll with their weights; empty if no deal is due."""
        found, number, size = [], 0, self.roll_size(state)
        while number < size:
            outcome = self.roll(state, number)
            after = self._first_roll(state, outcome + 1)
            found.append((outcome, after - number))
            number = after
        return found

    def _first_roll(self, state: State, outcome: int) -> int:
        """Return the lowest roll that decides this outcome or a later one: outcomes rise."""
        rolls = range(self.roll_size(state))
        return bisect_left(rolls, outcome, key=partial(self.engine.outcome_of, state))

    def _can_decide(self, state: State, outcome: int) -> bool:
        """Return whether some roll decides this outcome; where it would stand is guessed well."""
        outcome_of, low, high = self.engine.outcome_of, 0, self.roll_size(state) - 1
        if high < 0:
            return False
        least, most = outcome_of(state, low), outcome_of(state, high)
        while least < outcome < most and high - low > 1:
            guess = low + (high - low) * (outcome - least) // (most - least)
            guess = min(max(guess, low + 1), high - 1)
            found = outcome_of(state, guess)
            if found <= outcome:
                low, least = guess, found
            else:
                high, most = guess, found
        return outcome in (least, most)

    def deal(self, state: State, *outcomes: int) -> State:
        """Return the position after chance has decided an outcome, or several in a row."""
        after = state.copy()
        for outcome in outcomes:
            if not self._can_decide(after, outcome):
                raise ValueError(f"chance can't decide {outcome} here")
            self.engine.put_outcome(after, outcome)
        return after

    def deal_all(self, state: State, roll: Callable[[int], int]) -> tuple[State, list[int]]:
        """Roll every deal that is due; return the position after them and all outcomes."""
        outcomes: list[int] = []
        while self.deal_name(state) is not None:
            state, dealt = self.deal_one(state, roll)
            outcomes += dealt
        return state, outcomes

    def deal_one(self, state: State, roll: Callable[[int], int]) -> tuple[State, list[int]]:
        """Roll one whole deal that is due; return the position after it and the outcomes."""
        return self.deal_with(state, lambda now: self.roll(now, roll(self.roll_size(now))))

    def deal_with(self, state: State, decide: Callable[[State], int]) -> tuple[State, list[int]]:
        """Decide one whole deal that is due, outcome by outcome."""
        name, after, outcomes = self.deal_name(state), state.copy(), []
        while name is not None and self.deal_name(after) == name:
            outcome = decide(after)
            self.engine.put_outcome(after, outcome)
            outcomes.append(outcome)
        return after, outcomes

    # Seeing

    def view(self, state: State, seat: int | None) -> View:
        """Show what a seat may know (None: a spectator)."""
        if seat is not None and not 0 <= seat < self.players(state):
            raise NotSeated(f"there is no seat {seat} at this table")
        return View(seat, self.modules.view.mask(state, seat))

    def position(self, state: State) -> Any:
        """Return a state (also that of a view) in the form of the record."""
        return self.modules.view.position(state)

    def draw(
        self, view: View, names: Sequence[str], language: str = "en", *, colour: bool = False
    ) -> str:
        """Draw a view as plain text; with `colour`, with the marks of `core.colour` for colours."""
        drawing = self.modules.drawing.draw(view.state, view.seat, names, self.words(language))
        return drawing if colour else plain(drawing)

    def svg(self, view: View, names: Sequence[str], language: str = "en") -> str:
        """Draw a view as an SVG picture; a game without drawings shows its text."""
        module = self.modules.svg
        if module is None:
            return art.of_text(self.draw(view, names, language))
        position = msgspec.to_builtins(self.position(view.state))
        return self.picture(position, self.standing(view), view.seat, names, language)

    def picture(
        self,
        position: Mapping[str, Any],
        standing: Sequence[Mapping[str, Any]],
        seat: int | None,
        names: Sequence[str],
        language: str = "en",
    ) -> str:
        """Draw what a client knows of a position as an SVG picture."""
        if self.modules.svg is None:
            raise UsageError(f"{self.name} has no pictures")
        words, own = self.words(language), art.load(self.id)
        return self.modules.svg.picture(position, standing, seat, names, words, own)

    def card_svg(self, name: str) -> str:
        """Draw one card as an SVG picture; `card_names` lists them."""
        if self.modules.svg is None or name not in self.card_names():
            known = ", ".join(self.card_names()[:3]) or "none"
            raise UsageError(f"{self.name} has no card {name!r}; its cards are: {known}, …")
        return self.modules.svg.card(name, art.load(self.id))

    def card_names(self) -> list[str]:
        """Name all cards that can be drawn."""
        return [] if self.modules.svg is None else list(art.load(self.id).parts)

    def resample(self, view: View, rng: MutableSequence[int]) -> State:
        """Make a full state that agrees with all a view shows; the rest is decided at random."""
        state = view.state.copy()
        seat = EVERYTHING if view.seat is None else view.seat
        self.engine.fill_unknown(state, seat, rng)
        return state

    # Choosing: made from a view, never from more, in the words of the record

    def choices(self, view: View) -> dict[str, Any]:
        """Return the legal moves of the view's seat in few bytes; {} if it may not move."""
        seat = self._mover(view)
        if seat is None:
            return {}
        if self.modules.choice is not None:
            return dict(self.modules.choice.choices(view.state, seat))
        format_move = self.modules.notation.format_move
        return {"moves": [format_move(view.state, seat, n) for n in self.legal(view.state, seat)]}

    def continuations(
        self, view: View, partial: Fields, most: int = MOST_CONTINUATIONS, skip: int = 0
    ) -> list[dict[str, Any]]:
        """List the legal moves that contain a partial one, each with what it would bring."""
        seat = self._mover(view)
        if seat is None:
            return []
        state, found = view.state, []
        before = self.modules.scoring.score_parts(state, seat)
        apply, score_parts = self.engine.apply, self.modules.scoring.score_parts
        notation, own = self.modules.notation, self.modules.choice
        for action in islice(self._actions_with(state, seat, partial), skip, skip + most):
            after = state.copy()
            apply(after, seat, action)
            points = gain_of(before, score_parts(after, seat))
            found.append(
                {
                    "text": notation.format_move(state, seat, action),
                    "move": notation.move_fields(state, seat, action),
                    "points": points,
                    "notes": {} if own is None else own.notes(state, seat, action, after, points),
                }
            )
        return found

    def actions_with(
        self, view: View, partial: Fields, most: int | None = MOST_CONTINUATIONS
    ) -> list[int]:
        """List the legal actions of the view's seat whose moves contain a partial one."""
        seat = self._mover(view)
        if seat is None:
            return []
        return list(islice(self._actions_with(view.state, seat, partial), most))

    def why_not(self, view: View, fields: Fields, language: str = "en") -> tuple[str, str] | None:
        """Return code and sentence of the rule against every move with these fields, if any."""
        words, state, own = self.words(language), view.state, self.modules.choice
        if view.seat is None:
            return "not_seated", words["refusal.not_seated"]
        seat = self._mover(view)
        if seat is not None:
            if next(iter(self._actions_with(state, seat, fields)), None) is not None:
                return None
            if own is not None:
                code, values = own.refusal_of_fields(state, seat, fields, words)
                return code, words.say(f"refusal.{code}", **values)
        reason = self.engine.refusal(state, view.seat, NO_ACTION)
        code = self.modules.rules.REFUSALS[reason]
        return code, str(self.refuse(code, state, view.seat, NO_ACTION, language))

    def standing(self, view: View) -> list[dict[str, Any]]:
        """Show for each seat what the viewer may know of its score now."""
        own, seats = self.modules.choice, range(self.players(view.state))
        if own is None:
            return [{"points": parts} for parts in self.scores(view.state)]
        return [dict(own.standing(view.state, seat)) for seat in seats]

    def final_steps(self, state: State) -> list[dict[str, Any]]:
        """Count the final scores part by part, with running totals; the last step is the result.

        The result is that of the scores: who else ended the match, and how, the record knows.
        """
        own, steps = self.modules.choice, []
        scores = [single_parts(parts) for parts in self.scores(state)]
        totals = [0] * len(scores)
        for step in scores[0]:
            seats = []
            for seat, parts in enumerate(scores):
                totals[seat] += parts[step]
                detail = {} if own is None else own.step_detail(state, seat, step)
                seats.append({"points": parts[step], "total": totals[seat], "detail": detail})
            steps.append({"step": step, "seats": seats})
        winners = self.winners(state)
        tie_break = None
        if own is not None and totals.count(max(totals)) > 1:
            tie_break = own.tie_break(state, winners)
        return [*steps, {"step": "result", "winners": winners, "tie_break": tie_break}]

    def _mover(self, view: View) -> int | None:
        """Return the view's seat if it may move."""
        if view.seat is None or not self.engine.may_move(view.state, view.seat):
            return None
        return view.seat

    def _actions_with(self, state: State, seat: int, fields: Fields) -> Iterable[int]:
        """Return the legal actions whose fields contain the given ones."""
        if self.modules.choice is not None:
            return self.modules.choice.actions_with(state, seat, fields)
        move_fields = self.modules.notation.move_fields
        found = []
        for action in self.legal(state, seat):
            move = move_fields(state, seat, action)
            if all(name in move and move[name] == value for name, value in fields.items()):
                found.append(action)
        return found
