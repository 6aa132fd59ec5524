"""Closed forms: a record of each, and their catalogue.

A file of `forms` is a topic.  In it stand functions under `@closed_form(...)`, which say what is expected, set up and observed:

    @closed_form("v = 5/7 g t sin a", "rolling without slip", "m/s")
    def ball_down_a_slope() -> Trial: ...

Its docstring is its title, its name with hyphens its id.  `over` gives a function a series of numbers, each of them a closed form
of its own, whose number ends its id: `track_at` with over=(0.5, 8) is `track-at-0.5` and `track-at-8`.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fnmatch import fnmatch
from functools import cache, partial
from typing import NamedTuple

from app.headless.errors import InputError
from app.headless.scanning import modules_in
from app.studies.accuracy.motion import Motion
from app.studies.accuracy.setup import Setup
from physics.definitions.tunable import nearest

FORMS = "app.studies.accuracy.forms"
SHARE = 0.01                                     # default tolerance over what is expected


class Trial(NamedTuple):
    """A closed form, set up."""

    expected: float                              # in the unit of the form
    setup: Setup | tuple[Setup, ...]             # several where motions are compared
    observe: Callable[..., float]                # of the motion of each setup
    within: float | None = None                  # largest error allowed [unit]; None: SHARE of `expected`

    @property
    def setups(self) -> tuple[Setup, ...]:
        """The setups, one or several."""
        return (self.setup,) if isinstance(self.setup, Setup) else self.setup

    @property
    def tolerance(self) -> float:
        """Largest error allowed, in the unit of the form."""
        return SHARE * abs(self.expected) if self.within is None else self.within

    def observed(self, motions: Sequence[Motion]) -> float:
        """What came out; NaN where a body has left all bounds, or where there is not what the observation looks for."""
        if not all(math.isfinite(float(motion.states.sum())) for motion in motions):
            return math.nan
        try:
            return float(self.observe(*motions))
        except (IndexError, ValueError, ZeroDivisionError):  # no tenth peak, a cosine above 1, nothing between two times
            return math.nan

    def holds(self, value: float) -> bool:
        """Whether a value is as expected."""
        return abs(value - self.expected) <= self.tolerance


class ClosedForm(NamedTuple):
    """One answer that is known."""

    id: str
    topic: str                                   # name of its file
    title: str
    family: str                                  # id, or with `over` the pattern of all ids of its series
    series: str                                  # title, with `over` with all numbers of the series
    formula: str
    source: str                                  # why it is so, or where it is written
    unit: str
    trial: Callable[[], Trial]


def closed_form(formula: str, source: str, unit: str, *, over: Sequence[float] = ()) -> Callable:
    """Make a function a closed form, or as many as `over` has numbers: a list of ClosedForm in place of the function."""
    def register(function: Callable[..., Trial]) -> list[ClosedForm]:
        title = (function.__doc__ or function.__name__).removesuffix(".")
        name, topic = function.__name__.strip("_").replace("_", "-"), function.__module__.rpartition(".")[2]
        if not over:
            return [ClosedForm(name, topic, title, name, title, formula, source, unit, function)]
        numbers = [f"{number:g}" for number in over]
        series = title.format(", ".join(numbers))
        return [ClosedForm(f"{name}-{text}", topic, title.format(text), f"{name}-*", series, formula, source, unit,
                           partial(function, number)) for text, number in zip(numbers, over)]

    return register


@cache
def catalogue() -> dict[str, ClosedForm]:
    """All closed forms by id: topics by name, in a topic as they stand."""
    found: dict[str, ClosedForm] = {}
    for module in modules_in(FORMS):
        for family in vars(module).values():
            if isinstance(family, list) and family and isinstance(family[0], ClosedForm):
                for form in family:
                    if form.id in found:
                        raise ValueError(f"the closed form {form.id} stands twice, in {form.topic} and in {found[form.id].topic}")
                    found[form.id] = form
    return found


def chosen(words: Sequence[str]) -> list[ClosedForm]:
    """The forms that words name: an id, a topic, or a pattern of ids such as `track-*`; without words all.

    Raises InputError for a word that names none, with the nearest that does.
    """
    known = catalogue()
    topics = {form.topic for form in known.values()}
    found: dict[str, ClosedForm] = {}
    for word in words:
        named = {form.id: form for form in known.values() if word == form.topic or fnmatch(form.id, word)}
        if not named:
            raise InputError(f"there is no closed form {word!r}; {nearest(word, [*known, *topics])}"
                             f"topics are {', '.join(sorted(topics))}")
        found |= named
    return list((found or known).values())
