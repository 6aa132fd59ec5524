"""Curves: the quantities that a demo plots over time, in the language of `expect:`.

    energy,kinetic_energy          two curves in one plot
    max(speed(box))                one number of several bodies
"""
from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from app.headless.errors import InputError
from physics.expressions.error import ExpressionError
from physics.expressions.evaluation import NoValue
from physics.measure.metrics import METRICS
from physics.measure.quantities import names_in
from physics.measure.sampler import Sampler
from scenes.running.expectations import parse
from scenes.running.judge import Judge
from scenes.running.overrides import split_at_commas

USUAL = ("energy,potential_energy,kinetic_energy", "max_penetration")
OF_JOINTS = "max(joint_gap)"                          # besides, where there are joints
MOST_PLOTS, MOST_CURVES = 8, 6                        # and of curves in a plot
METRIC = re.compile(r"(\w+)(?:\([^()]*\))?")          # a metric, or one of some bodies or joints
KEPT = re.compile(r"(?:max|min|mean|abs|norm)\((.*)\)")          # functions that keep the unit


class Plot(NamedTuple):
    """Curves with one axis."""

    names: tuple[str, ...]             # c texts
    units: tuple[str, ...]             # "" where none is known
    values: np.ndarray                 # (T, c) float64, NaN where there is none


class Curves:
    """Reads the curves of all plots of a world."""

    def __init__(self, world: Any, plots: Sequence[str] | None, said: str):
        """`plots`: for each its curves, separated by commas; None: usual ones.  `said`: what messages call them.  Raises
        InputError for a quantity that cannot be measured in this world."""
        self._world, self._said = world, said
        self._sampler = Sampler(world)
        self._plots = [split_at_commas(text) for text in (usual(world) if plots is None else plots)]
        if len(self._plots) > MOST_PLOTS or max(map(len, self._plots), default=0) > MOST_CURVES:
            raise InputError(f"{self._said}: at most {MOST_PLOTS} plots of {MOST_CURVES} curves each are drawn")
        self._judges = {text: self._judge(text) for texts in self._plots for text in texts}
        self._rows: list[list[float]] = []
        self._known = len(world.uids), len(world.joints)

    def _judge(self, text: str) -> Judge:
        try:
            expression = parse(text, compares=False)
        except ExpressionError as error:
            raise InputError(f"{self._said}: {error}") from None
        if expression.windowed:
            raise InputError(f"{self._said}: {text!r} is one number of a whole run; a plot shows the values at each moment")
        judge = Judge(expression, *names_in(self._world))
        if nameless := judge.selections.nameless():
            raise InputError(f"{self._said}: {text}: {nameless[1]}")
        judge.begin(self._sampler)
        try:
            size = judge.quantity(self._sampler).size
        except NoValue:
            size = 1                                  # it may come later
        if size > 1:
            raise InputError(f"{self._said}: {text} is {size} numbers, and one is wanted; write max({text}), "
                             f"mean({text}) or norm({text})")
        return judge

    def take(self) -> None:
        """Read the present state."""
        sampler = self._sampler
        sampler.look()
        if (known := (len(self._world.uids), len(self._world.joints))) != self._known:
            self._known = known
            for judge in self._judges.values():
                judge.selections.renew(*names_in(self._world))
        self._rows.append([_read(judge, sampler) for judge in self._judges.values()])

    def finish(self) -> tuple[Plot, ...]:
        """All that was read; a plot whose curves never had a value is left out."""
        table = np.array(self._rows, np.float64).reshape(len(self._rows), len(self._judges))
        columns = {text: column for column, text in enumerate(self._judges)}
        plots = [Plot(tuple(texts), tuple(map(unit_of, texts)), table[:, [columns[text] for text in texts]])
                 for texts in self._plots]
        return tuple(plot for plot in plots if np.isfinite(plot.values).any())


def _read(judge: Judge, sampler: Sampler) -> float:
    try:
        value = judge.quantity(sampler)
    except NoValue:
        return math.nan
    return float(value.reshape(())) if value.size == 1 and np.isfinite(value).all() else math.nan


def usual(world: Any) -> tuple[str, ...]:
    """The plots of a demo that asks for none."""
    return (*USUAL, OF_JOINTS) if world.joints else USUAL


def unit_of(text: str) -> str:
    """The unit of a curve that is a single metric, or its greatest, smallest or mean value; else ""."""
    text = text.strip()
    metric, kept = METRIC.fullmatch(text), KEPT.fullmatch(text)
    if metric and metric[1] in METRICS:
        return METRICS[metric[1]].unit
    return unit_of(kept[1]) if kept else ""
