"""Which steps the adviser looks at: the last ones since the user changed something, and some ahead where these are few."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from app.simulation.replay import SceneEvents
from physics.history.excerpt import Excerpt, excerpt_of, present_of
from scenes.running.runner import step_of

LEAST = 5.0                          # [s] to watch
FEWEST, MOST = 300, 3600             # limits of the steps that were taken
WORK = 1_500_000                     # bodies times steps that are taken again


class WatchedPart(NamedTuple):
    """The steps to look at.

    excerpt  of the history that ends with the present step
    begin    the step after which watching begins
    steps    how many are watched; those after the present one are yet to come in the world
    touched  whether it begins where the user changed something
    """

    excerpt: Excerpt
    begin: int
    steps: int
    touched: bool

    @property
    def total(self) -> int:
        """Number of steps to take, those before watching begins included."""
        return self.begin - self.excerpt.begins.step + self.steps

    @property
    def ahead(self) -> int:
        """Steps that are yet to come in the world."""
        return self.begin + self.steps - self.excerpt.last

    def said(self, dt: float) -> str:
        """The steps in words."""
        taken, last = self.steps - self.ahead, self.excerpt.last
        parts = [f"steps {self.begin:,} to {last:,}", f"{taken * dt:.3g} s"] if taken else []
        if self.touched:
            parts.append("since you changed something last" if taken else "what follows your last change")
        if self.ahead:
            parts.append(f"{'and ' if taken else ''}{self.ahead * dt:.3g} s ahead of step {last:,}")
        return ", ".join(parts)


def part_of(variant: Any) -> WatchedPart:
    """The steps of a variant to look at."""
    world, history = variant.world, variant.history
    present, most = int(world.step_count), int(np.clip(WORK // max(len(world.uids), 1), FEWEST, MOST))
    least = max(min(step_of(LEAST, world.dt), most), 1)
    if history is None or not history.keyframe_steps:
        return WatchedPart(present_of(world, variant), present, least, False)
    excerpt, begin = excerpt_of(history, present - most), max(present - most, 0)
    touched = last_change(excerpt)
    if touched > begin:
        excerpt, begin = excerpt_of(history, touched), touched
    begin = max(begin, excerpt.begins.step)
    return WatchedPart(excerpt, begin, max(present - begin, least), touched == begin > 0)


def last_change(excerpt: Excerpt) -> int:
    """The last step after which the user changed something, 0 for none."""
    mine = [step for step, commands in excerpt.inputs.items() if any(not isinstance(one, SceneEvents) for one in commands)]
    return max((*mine, *excerpt.changes), default=0)
