"""Autopsy: where a burst began, in which step and by which row.

    found = autopsy(history)           # the world stands at that step
    print(found.said)

Recorded poses say which steps are suspect (`screening`); the history goes there, in order, and the step is looked at closely
(`symptoms`).  A joint that is torn in the last step is found by bisection, and then step by step.  The earliest of all counts.
Where there is none, leaps count that are above the energy of a few steps before, and then the first joint that broke.
The row is the one that gave the most energy; of a torn joint its own with the largest error; where turning gave more than any
row, it is a body instead.
"""
from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

from physics.history.screening import Screening
from physics.history.symptoms import BROKE, NOT_FINITE, RECENT, SHORT, TEARS, Symptom, gaps, symptom_of, torn
from physics.history.verdict import Culprit, culprit_of, sentence
from physics.storage.breaking import JointBroke

Progress = Any                                   # see `timeline.Progress`
WINDOW = 64                                      # steps before a torn joint that are looked at one by one


class Autopsy(NamedTuple):
    """The beginning of a burst."""

    step: int                     # the first bad one; the world stands after it
    symptom: str                  # "not finite", "energy leapt", "joint torn" or "joint broke"
    row: int | None               # of `world.rows()`, which gave the most; None: no row did it
    body: int | None              # uid of a body of that row, the one that it moved most; of the body itself without a row
    given: float                  # energy that the row, or turning, gave in the step [J]
    before: float                 # kinetic energy before the step [J]
    after: float                  # and after it
    said: str                     # all of it in words


def autopsy(history: Any) -> Autopsy | None:
    """Go to the step where a burst began; None where nothing burst, and the world is where it was.

    Raises ReplayError where a step cannot be taken again as it was.
    """
    search = searching(history)
    while True:
        try:
            next(search)
        except StopIteration as end:
            return end.value


def searching(history: Any, progress: Progress = None, seen: int | None = None) -> Generator[None, None, Autopsy | None]:
    """As `autopsy`, piece by piece: it pauses where `progress`, as for `History.at`, says so, and after each step.

    `seen`  a step in which a joint was torn that need not be any more
    """
    present = history.present
    found = yield from _earliest(history, seen, progress)
    step = present if found is None else found[0]
    yield from _go(history, step, progress)
    return None if found is None else _told(history.world, *found)


def _go(history: Any, step: int, progress: Progress) -> Iterator[None]:
    """Go to a step."""
    while not history.at(step, progress):
        yield
    yield


def _earliest(history: Any, seen: int | None, progress: Progress) -> Generator[None, None, tuple[int, Symptom] | None]:
    """The first bad step and what is wrong there."""
    found = yield from _first_suspect(history, RECENT, progress)
    end = found[0] if found is not None else history.taken
    tear = yield from _first_tear(history, [end] if seen is None or not history.first < seen < end else [end, seen], progress)
    if tear is not None and (found is None or tear[0] < found[0]):
        return tear
    if found is None:
        found = yield from _first_suspect(history, SHORT, progress)
    if found is not None:
        return found
    broke = ((step, Symptom(BROKE, uid=event.joint)) for step, event in history
             if isinstance(event, JointBroke) and step > history.first)
    return next(broke, None)


def _first_suspect(history: Any, steps: int, progress: Progress) -> Generator[None, None, tuple[int, Symptom] | None]:
    """The first step with a number that is none, or a leap of energy above that of so many steps before."""
    screening, world = Screening(history), history.world
    for step in screening.suspects():
        yield from _go(history, step - 1, progress)
        recent = [sum(screening.energies(before)) for before in range(max(step - steps, history.first + 1), step - 1)]
        recent.append(world.energy().total)
        yield from _go(history, step, progress)
        if (symptom := symptom_of(world, recent)) is not None:
            return step, symptom
    step = screening.first_not_finite()
    return None if step is None else (step, Symptom(NOT_FINITE))


def _first_tear(history: Any, ends: list[int], progress: Progress) -> Generator[None, None, tuple[int, Symptom] | None]:
    """The first step with a torn joint, up to the first of `ends` at which one is torn: by bisection, then step by step before
    that, since a joint that swings is torn for some steps at a time."""
    world, low, high, found = history.world, history.first, history.first, None
    yield from _go(history, low, progress)
    begun = gaps(world)
    while found is None and ends:
        high = ends.pop(0)
        yield from _go(history, high, progress)
        found = torn(world, begun)
    while found is not None and high - low > 1:
        middle = (low + high) // 2
        yield from _go(history, middle, progress)
        if (there := torn(world, begun)) is None:
            low = middle
        else:
            high, found = middle, there
    earlier = None if found is None else (high, found)
    while earlier is not None:
        high, found = earlier
        earlier = yield from _tear_before(history, high, begun, progress)
    return None if found is None else (high, found)


def _tear_before(history: Any, end: int, begun: dict[int, float],
                 progress: Progress) -> Generator[None, None, tuple[int, Symptom] | None]:
    """The first step with a torn joint among those shortly before `end`."""
    for step in range(max(end - WINDOW, history.first), end):
        yield from _go(history, step, progress)
        if (found := torn(history.world, begun)) is not None:
            return step, found
    return None


def _told(world: Any, step: int, symptom: Symptom) -> Autopsy:
    """What is known of a bad step, after which the world stands."""
    culprit: Culprit = culprit_of(world, symptom)
    energies = symptom.before, symptom.after
    if symptom.kind in (TEARS, BROKE):
        energies = culprit.before, culprit.after
    return Autopsy(step, symptom.kind, culprit.row, culprit.body, culprit.given, *map(float, energies),
                   sentence(world, (step, symptom), culprit))
