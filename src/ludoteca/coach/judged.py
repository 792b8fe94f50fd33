"""A judgement as pages get it."""

from ludoteca.coach.analysis import Judgement
from ludoteca.coach.percent import whole_percents
from ludoteca.protocol.http import Judged, RatedReason
from ludoteca.record.read import ReadRecord
from ludoteca.record.replay import Step


def judged_of(record: ReadRecord, step: Step, found: Judgement) -> Judged:
    """Write a judgement for pages."""
    assert step.before is not None
    is_best = found.mark == "best"
    fields = record.header.game.modules.notation.move_fields(
        step.before, found.seat, found.best.action
    )
    return Judged(
        found.ply,
        found.seat,
        found.text,
        found.mark,
        round(found.played.win, 3),
        None if is_best else found.best_text,
        None if is_best else dict(fields),
        round(max(0.0, found.win_lost), 3),
        round(found.points_lost, 1),
        [whole / 100 for whole in whole_percents(found.chances)],
        round(found.error, 3),
        [
            RatedReason(reason.part, reason.seat, round(reason.points, 1))
            for reason in found.reasons(record.header.game)
        ],
        [
            round(played - best, 3)
            for played, best in zip(found.played.chances, found.best.chances, strict=True)
        ],
    )
