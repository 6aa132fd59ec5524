"""A trial: a scene is watched, the change of its first finding is made, and what that finding measures is measured again."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from app.adviser.adviser import findings, measured
from app.adviser.observer import observed
from app.adviser.symptom import Finding, settings_of
from app.headless.kernel_warmup import make_all_ready
from app.headless.options import RunOptions, open_document
from scenes.running.runner import step_of

if TYPE_CHECKING:
    from scenes.reading.document import Document

MOST_STEPS = 200_000


class Trial(NamedTuple):
    """What an adviser's first finding came to.

    finding  None for a healthy scene
    after    the same measure with the change made; 0 where nothing shows it any more, None where there is no change to make
    """

    finding: Finding | None
    after: float | None

    @property
    def helps(self) -> bool:
        """Whether the measure fell to less than a half, and is not above the limit any more or fell to a tenth."""
        if self.finding is None or self.after is None:
            return False
        return self.after < 0.5 * self.finding.value and self.after <= max(self.finding.limit, 0.1 * self.finding.value)


def advised(document: "Document", settings: Sequence[str], seconds: float | None = None) -> list[Finding]:
    """The findings of a scene with these settings, over its own run or so many seconds.  Raises SceneError."""
    opened = open_document(document, RunOptions(tuple(settings)))
    make_all_ready([opened.world])
    return findings(observed(opened, steps_of(opened, seconds)))


def steps_of(opened, seconds: float | None) -> int:
    """Number of steps of a run."""
    steps = opened.runner.steps if seconds is None else step_of(seconds, opened.world.dt)
    return min(steps, MOST_STEPS)


def tried(document: "Document", settings: Sequence[str], seconds: float | None = None) -> Trial:
    """A trial of the first finding of a scene."""
    found = advised(document, settings, seconds)
    if not found or not found[0].advice.change:
        return Trial(found[0] if found else None, None)
    opened = open_document(document, RunOptions((*settings, *settings_of(found[0].advice.change))))
    make_all_ready([opened.world])
    return Trial(found[0], measured(found[0].symptom, observed(opened, steps_of(opened, seconds))) or 0.0)
