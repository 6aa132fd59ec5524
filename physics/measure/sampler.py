"""The sampler: it reads a world once after a step, for all metrics.

    sampler = Sampler(world)                                # stores the present poses as the start
    ...
    sampler.look()
    sampler.read("energy"), sampler.read("height", uids)    # a number, an array of one value a body

It reads the world through its public interface only.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from physics.measure.metrics import METRICS, Metric, unknown
from physics.measure.sample import Sample, Start, facts_of


class Sampler:
    """Measures a world; displacements and rotations are relative to the sampler's first look at a body."""

    def __init__(self, world: Any):
        self.world = world
        self.restart()

    def restart(self) -> None:
        """Measure displacements and rotations from now on."""
        self.facts = facts_of(self.world)
        self.now = Sample(self.world, self.facts, None)
        self.start = self.now.start

    def look(self) -> Sample:
        """Read the world again; `read` then measures this moment."""
        if not np.array_equal(self.world.uids, self.facts.uids):
            self.facts = facts_of(self.world)
            self._add_new_bodies(Sample(self.world, self.facts, self.start))
        self.now = Sample(self.world, self.facts, self.start)
        return self.now

    def _add_new_bodies(self, sample: Sample) -> None:
        """Store the poses of new bodies; uids are never reused."""
        new = np.flatnonzero(~np.isin(sample.facts.uids, self.start.uids))
        uids = np.concatenate([self.start.uids, sample.facts.uids[new]])
        order = np.argsort(uids)
        positions = np.concatenate([self.start.positions, sample.positions[new]])
        rotations = np.concatenate([self.start.rotations, sample.rotations[new]])
        self.start = Start(uids[order], positions[order], rotations[order])

    def any_left(self, kind: str, uids: Iterable[int]) -> bool:
        """Whether at the last `look` one of these was there; `kind` is "body" or "joint"."""
        wanted = list(uids)
        if kind == "body":
            return bool(len(self.now.rows(wanted)))
        return bool(np.isin(wanted, self.now.joints.uids).any())

    def read(self, name: str, uids: Iterable[int] | None = None, others: Iterable[int] = ()) -> Any:
        """A metric at the last `look`; of the bodies or joints with `uids`, or of all dynamic bodies or all joints, of which
        those are left out that have none; one of pairs of the bodies with `uids` and those with `others`.

        KeyError names the nearest metric.
        """
        if name not in METRICS:
            raise KeyError(unknown(name))
        found = METRICS[name]
        if found.scope == "pairs":
            return found.measure(self.now, np.array(list(uids or ())), np.array(list(others)))
        if found.scope == "joints":
            return self._of_joints(found, uids)
        if found.scope == "world":
            return found.measure(self.now)
        return found.measure(self.now, np.flatnonzero(self.facts.dynamic) if uids is None else self.now.rows(uids))

    def _of_joints(self, found: Metric, uids: Iterable[int] | None) -> np.ndarray:
        """A metric of these joints, or of all, without those that have none."""
        values, joints = found.measure(self.now), self.now.joints
        there = np.ones(len(values), bool) if uids is None else np.isin(joints.uids, list(uids))
        return values[there & ~np.isnan(values)] if found.partial else values[there]
