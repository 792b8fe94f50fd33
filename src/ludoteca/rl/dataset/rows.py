"""The rows of a match: each decision is noted as its seat sees it, and later how it ended."""

from typing import Any

import msgspec
import numpy as np

from ludoteca.bots.base import Thought
from ludoteca.core.generator import below, seeded
from ludoteca.rl.dataset.plan import SEARCHED, VARIED, DataPlan, searcher
from ludoteca.rl.match import LearnerMatch
from ludoteca.rl.policy import POLICIES, QUICK, RANDOM
from ludoteca.search.flat import margin

Row = dict[str, Any]

ANY_MOVE = 4
"""With a varied policy, one in this many moves is random."""


class Scribe:
    """Plays the matches of a plan and writes them down."""

    def __init__(self, plan: DataPlan) -> None:
        """Load the kernels, and the searcher if the plan has one."""
        self.plan = plan
        self.game = plan.rules()
        self.match = LearnerMatch(self.game, plan.players, plan.options)
        self._searcher = None if plan.searched is None else searcher(plan.searched)

    def rows(self, number: int) -> list[Row]:
        """Play one match; the same plan gives the same rows, unless a search has a clock."""
        plan, match = self.plan, self.match
        match.open(plan.seed, 2 * number)
        whim = match.generator(plan.seed, 2 * number + 1)
        rows: list[Row] = []
        while not match.is_over:
            rows.append(self._decide(number, len(rows), whim))
        scores, shares = match.results()
        for row in rows:
            seat = row["seat"]
            row["score"], row["win"] = scores[seat], shares[seat]
            row["margin"] = margin(seat, plan.players, scores)
        return rows

    def _decide(self, number: int, ply: int, whim: Any) -> Row:
        """Note a position, choose, move, and note what came of it."""
        match, game = self.match, self.game
        seat = match.seat
        view = match.view(seat)
        seen = match.see(seat)
        thought = self._search(number, ply)
        if self.plan.policy == SEARCHED:
            assert thought is not None
            action = thought.action
        else:
            action = match.choose(self._policy(whim), whim)
        row = {
            "match": number,
            "ply": ply,
            "seat": seat,
            "position": msgspec.json.encode(game.position(view.state)).decode(),
            "observation": seen["observation"].tobytes(),
            "legal_actions": np.flatnonzero(seen["action_mask"]).tolist(),
            "move": game.modules.notation.format_move(view.state, seat, action),
            "action": action,
            "points": match.results()[0][seat],
            **_searched_fields(thought),
        }
        after, points = match.see_after(action)
        row |= {"after": after.tobytes(), "points_after": points}
        match.move(action)
        return row

    def _policy(self, whim: Any) -> int:
        if self.plan.policy != VARIED:
            return POLICIES[self.plan.policy]
        return RANDOM if below(whim, ANY_MOVE) == 0 else QUICK

    def _search(self, number: int, ply: int) -> Thought | None:
        if self._searcher is None:
            return None
        think, budget = self._searcher
        view = self.match.view(self.match.seat)
        legal = self.game.legal(view.state, self.match.seat)
        rng = seeded(self.plan.seed ^ number << 16, ply)
        return think(self.game, view, legal, rng, budget)


def _searched_fields(thought: Thought | None) -> Row:
    if thought is None:
        return {}
    best = thought.lines[0]
    return {
        "searched_action": best.action,
        "searched_win": best.win,
        "searched_score": best.score,
        "searched_actions": [line.action for line in thought.lines],
        "searched_wins": [line.win for line in thought.lines],
        "searched_playouts": [line.playouts for line in thought.lines],
    }
