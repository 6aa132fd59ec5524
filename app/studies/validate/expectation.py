"""Expectations: what a run should find, and the row of the table that says whether it did.

    what       name of something that the runner measures
    equals     with `absolute` and/or `relative` tolerance; within either is near enough
    at_most, at_least, below, above
    when       expression that says for which runs and points it holds
"""
from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, NamedTuple


@dataclass(frozen=True, kw_only=True)
class Expectation:
    """One line of a case, all numbers."""

    what: str
    tier: str = "gate"
    equals: float | None = None
    absolute: float = 0.0
    relative: float = 0.0
    at_most: float | None = None
    at_least: float | None = None
    below: float | None = None
    above: float | None = None

    def tolerance(self) -> float:
        """Largest allowed distance from `equals`."""
        return max(self.absolute, self.relative * abs(self.equals))

    def holds(self, got: float) -> bool:
        """Whether a measured value is as expected; never for one that is not finite."""
        return (math.isfinite(got)
                and (self.equals is None or abs(got - self.equals) <= self.tolerance())
                and (self.at_most is None or got <= self.at_most) and (self.at_least is None or got >= self.at_least)
                and (self.below is None or got < self.below) and (self.above is None or got > self.above))

    def shown(self) -> "Expectation":
        """The same, of tier quality."""
        return replace(self, tier="quality")

    def share(self, got: float) -> float:
        """How much of the tolerance a value takes: 1 at its edge, infinite for one that is not finite or misses a bare limit."""
        if not math.isfinite(got):
            return math.inf
        shares = [0.0]
        if self.equals is not None:
            off, tolerance = abs(got - self.equals), self.tolerance()
            shares.append(off / tolerance if tolerance else 0.0 if off == 0 else math.inf)
        for limit, sign in ((self.at_most, 1), (self.below, 1), (self.at_least, -1), (self.above, -1)):
            if limit is not None:
                over = sign * (got - limit)
                shares.append(1 + over / abs(limit) if limit else (math.inf if over > 0 else 1.0 if over == 0 else 0.0))
        share = max(shares)
        return min(share, 1.0) if self.holds(got) else max(share, math.nextafter(1.0, 2.0))

    def __str__(self) -> str:
        signs = {"at_most": "<=", "at_least": ">=", "below": "<", "above": ">"}
        parts = [f"{sign} {getattr(self, name):.9g}" for name, sign in signs.items() if getattr(self, name) is not None]
        if self.equals is not None:
            parts.insert(0, f"{self.equals:.9g} +- {self.tolerance():.2g}")
        return " and ".join(parts)


class Row(NamedTuple):
    """One line of the table."""

    case: str                     # id
    how: str                      # stabilization or method, substeps
    family: str                   # the column that it counts in
    point: str                    # where in the sweep
    what: str
    expected: str
    got: float
    share: float                  # of the tolerance that it takes
    tier: str
    passed: bool

    @property
    def run(self) -> str:
        """Case and method."""
        return f"{self.case} {self.how}"

    @property
    def missed(self) -> bool:
        """Whether it is of tier `quality`, which does not fail, and did not come out as expected."""
        return self.tier == "quality" and not self.passed

    @property
    def failed(self) -> bool:
        """Whether it had to hold and does not."""
        return self.tier == "gate" and not self.passed

    @property
    def verdict(self) -> str:
        """pass, FAIL, or miss."""
        return "pass" if self.passed else "FAIL" if self.failed else "miss"

    def __str__(self) -> str:
        return f"{self.run:24} {self.point:28} {self.what:34} {self.expected:34} {self.got:<18.9g} {self.verdict}"


MISSED = "missed quality"           # property of a pytest report: a row that missed
HEADER = f"{'case':24} {'at':28} {'what':34} {'expected':34} {'got':18}"


def rows(run: Any, found: list[dict[str, float]]) -> list[Row]:
    """The rows of a run from what its runner measured at each point of the sweep."""
    if len(found) != len(run.points):
        raise ValueError(f"{run.label}: {len(found)} answers for {len(run.points)} points")
    made = []
    for point, measured in zip(run.points, found):
        at = " ".join(f"{name}={number:.4g}" if isinstance(number, float) else f"{name}={number}"
                      for name, number in point.items())
        for expectation in run.expectations(point):
            got = float(measured[expectation.what])
            made.append(Row(run.case.id, run.how, run.method.family, at, expectation.what, str(expectation), got,
                            expectation.share(got), expectation.tier, expectation.holds(got)))
    if not made:
        raise ValueError(f"{run.label}: nothing is expected")
    return made
