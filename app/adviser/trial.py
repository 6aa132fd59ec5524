"""A trial: a scene is watched, the change of its first finding is made, and what that finding measures is measured again.

If a fix does not lower the symptom's own measure, it is not advised: the other causes that apply are tried in its place.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from app.adviser.adviser import findings, measured
from app.adviser.observation import Observation
from app.adviser.observer import observed
from app.adviser.symptom import Advice, Finding, settings_of
from app.headless.options import RunOptions, open_document
from scenes.running.runner import step_of

if TYPE_CHECKING:
    from app.headless.options import OpenedScene
    from scenes.reading.document import Document

Prepare = Callable[[list[Any]], None]
MOST_STEPS = 200_000


class Trial(NamedTuple):
    """What an adviser's first finding came to.

    finding  None for a healthy scene; with the first cause whose change helps, without a change where none does
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


def advised(document: "Document", settings: Sequence[str], seconds: float | None = None,
            prepare: Prepare = lambda worlds: None) -> list[Finding]:
    """The findings of a scene with these settings, over its own run or so many seconds.  Raises SceneError.

    `prepare` is called with the world before its first step, as `kernel_warmup.make_all_ready` is.
    """
    return findings(_watched(document, settings, seconds, prepare))


def _watched(document: "Document", settings: Sequence[str], seconds: float | None, prepare: Prepare) -> Observation:
    opened = open_document(document, RunOptions(tuple(settings)))
    prepare([opened.world])
    return observed(opened, steps_of(opened, seconds))


def steps_of(opened: "OpenedScene", seconds: float | None) -> int:
    """Number of steps of a run."""
    steps = step_of(opened.document.run if seconds is None else seconds, opened.world.dt)
    return min(steps, MOST_STEPS)


def tried(document: "Document", settings: Sequence[str], seconds: float | None = None,
          prepare: Prepare = lambda worlds: None) -> Trial:
    """A trial of the first finding of a scene; arguments as for `advised`."""
    found = advised(document, settings, seconds, prepare)
    if not found:
        return Trial(None, None)
    worse = []
    for one in _options(found[0]):
        if not one.advice.change:
            return Trial(one, None)
        changes = settings_of(one.advice.change)
        after = measured(one.symptom, _watched(document, (*settings, *changes), seconds, prepare)) or 0.0
        if after < one.value:
            return Trial(one, after)
        worse.append(f"{' '.join(changes)}: {after:.3g} {one.symptom.unit}".rstrip())
    reason = f"the changes for the known causes do not help ({'; '.join(worse)})"
    return Trial(found[0]._replace(cause=None, advice=Advice(reason, {}, {}), alternatives=()), None)


def _options(finding: Finding) -> Iterator[Finding]:
    """A finding with each cause that applies, the likely one first."""
    options = ((finding.cause, finding.advice), *finding.alternatives)
    for number, (cause, advice) in enumerate(options):
        yield finding._replace(cause=cause, advice=advice, alternatives=options[:number] + options[number + 1:])
