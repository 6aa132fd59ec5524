"""The sampler: reads a world once after a step and hands the metrics what they share.

    sampler = Sampler(world)                                # remembers how the world stands now
    ...
    sampler.look()
    sampler.read("energy"), sampler.read("height", uids)    # a number, an array of one value a body

Everything is read through the public face of the world.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from physics.definitions.tunable import nearest
from physics.measure.metrics import METRICS
from physics.measure.sample import Sample, Start, facts_of


class Sampler:
    """Measures a world; displacements and turns count from the moment when the sampler first saw a body."""

    def __init__(self, world: Any):
        self.world = world
        self.restart()

    def restart(self) -> None:
        """Count displacements and turns from now."""
        self.facts = facts_of(self.world)
        self.now = Sample(self.world, self.facts, None)
        self.start = self.now.start

    def look(self) -> Sample:
        """Read the world anew; `read` then measures this moment."""
        if not np.array_equal(self.world.uids, self.facts.uids):
            self.facts = facts_of(self.world)
            self._note_new_bodies(Sample(self.world, self.facts, self.start))
        self.now = Sample(self.world, self.facts, self.start)
        return self.now

    def _note_new_bodies(self, sample: Sample) -> None:
        """Note where bodies are that were not seen before; uids are never used again."""
        new = np.flatnonzero(~np.isin(sample.facts.uids, self.start.uids))
        uids = np.concatenate([self.start.uids, sample.facts.uids[new]])
        order = np.argsort(uids)
        positions = np.concatenate([self.start.positions, sample.positions[new]])
        rotations = np.concatenate([self.start.rotations, sample.rotations[new]])
        self.start = Start(uids[order], positions[order], rotations[order])

    def read(self, name: str, uids: Iterable[int] | None = None) -> Any:
        """A metric at the last `look`; of the bodies or joints with `uids`, or of all dynamic bodies or all joints.

        KeyError names the nearest metric.
        """
        if name not in METRICS:
            raise KeyError(f"there is no metric {name!r}; {nearest(name, list(METRICS))}allowed are {', '.join(METRICS)}")
        found = METRICS[name]
        if found.scope == "joints" and uids is not None:
            return found.measure(self.now)[np.isin(self.now.joints.uids, list(uids))]
        if found.scope != "bodies":
            return found.measure(self.now)
        return found.measure(self.now, np.flatnonzero(self.facts.dynamic) if uids is None else self.now.rows(uids))
