"""A measurement: one number of a run, as for `impulse sweep --metric`, in the language of `expect:`.

    max_penetration             its greatest value over the run, the state at time 0 included
    last(energy)                at the end; `first lowest average` in the same way
    max(joint_gap)              over all joints, and over the run
    average(max(speed(box)))    over the bodies of that name, averaged over the steps
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from physics.expressions.evaluation import NoValue
from physics.measure.metrics import METRICS
from physics.measure.quantities import KINDS, names_in
from physics.measure.sampler import Sampler
from scenes.running.expectations import Expression, parse
from scenes.running.judge import Judge

if TYPE_CHECKING:
    from physics.world import World

OVER_THE_RUN = "peak"


def expression_of(text: str) -> Expression:
    """The quantity in `text` over the whole run, by default its peak.  Raises ValueError."""
    expression = parse(text, compares=False)
    return expression if expression.windowed else parse(f"{OVER_THE_RUN}({text.strip()})", compares=False)


class Measurement:
    """One measurement of a world at time 0; call `look` with its sampler after every step."""

    def __init__(self, text: str, world: "World", sampler: Sampler):
        """Raises ValueError for a quantity that cannot be measured in this world, or is not one number."""
        self.text = text
        self.judge = Judge(expression_of(text), *names_in(world))
        if nameless := self.judge.selections.nameless():
            raise ValueError(f"{text}: {nameless[1]}")
        self.judge.begin(sampler)
        self.look(sampler)
        try:
            size = self.judge.quantity(sampler).size
        except NoValue as missing:
            raise ValueError(f"{text}: {missing}") from None
        if size > 1:
            raise ValueError(f"{text}: is {size} numbers, and one is wanted; write max({text}), mean({text}) or norm({text})")

    def look(self, sampler: Sampler) -> None:
        """Evaluate the sampler's present state."""
        self.judge.look(sampler)

    def value(self, sampler: Sampler) -> float:
        """Its value so far.  Raises ValueError when what it measures is gone."""
        try:
            return float(self.judge.quantity(sampler).reshape(()))
        except NoValue as missing:
            raise ValueError(f"{self.text}: {missing}") from None


def named(text: str) -> str:
    """A quantity's name for an axis, with its unit if it is a single metric."""
    found = METRICS.get(text.strip())
    return f"{text} [{found.unit}]" if found and found.unit and found.name not in KINDS else text
