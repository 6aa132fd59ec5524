"""Step inspector: what the user wants to see of the last step, and the step seen so.

It looks into the world of the chosen variant when panels ask for it, and shows bodies as of a moment of the step while the scene
is paused.
"""
from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from app.published.inside import Inside, RowKey
from app.published.own_axes import in_own_axes
from app.published.view import View
from app.simulation.inside_publisher import InsidePublisher, Looking
from physics.introspection.refusal import NoInsight

MOST_PINNED = 6                    # picked rows


class StepInspector:
    """The inside of the last step of a session's chosen variant."""

    def __init__(self) -> None:
        self.pinned: tuple[RowKey, ...] = ()
        self.moment: int | None = None
        self.row: int | None = None                # in turn inside the sweep that ends at the moment
        self._publisher: InsidePublisher | None = None
        self._world: Any = None

    def pin(self, key: RowKey) -> None:
        """Pick a row; the oldest one goes where there are too many."""
        if key not in self.pinned:
            self.pinned = (*self.pinned, key)[-MOST_PINNED:]

    def unpin(self, key: RowKey | None) -> None:
        """Let a row go; all of them for None."""
        self.pinned = tuple(one for one in self.pinned if key is not None and one != key)

    def inside(self, world: Any, body: int | None, running: bool) -> Inside:
        """The inside of the last step of a world; `body` is the uid of the selected one."""
        if self._world is not world:
            self._world, self._publisher = world, InsidePublisher(world)
        if running:
            self.moment = self.row = None
        found = self._publisher.look(Looking(body, self.pinned, self.moment), running)
        if running:                                # it may be of an older step
            return dataclasses.replace(found, moment=None)
        inside_sweep = found.moment is not None and found.moments[found.moment].iteration > 0
        row = self.row if inside_sweep and self.row is not None and self.row < found.rows.size else None
        return dataclasses.replace(found, row=row)

    def seen(self, view: View, inside: Inside) -> View:
        """The view with bodies as of the moment that is shown."""
        if inside.moment is None:
            return view
        try:
            found = self._world.bodies_at(inside.moments[inside.moment]._replace(row=inside.row))
        except NoInsight:
            return view
        if not np.array_equal(found.uids, view.table.uids):
            return view
        positions = found.positions.astype(np.float32)
        rotations = in_own_axes(view.table, found.rotations).astype(np.float32)
        return dataclasses.replace(view, positions=positions, rotations=rotations, previous_positions=positions,
                                   previous_rotations=rotations, velocities=found.velocities.astype(np.float32),
                                   angular_velocities=found.angular_velocities.astype(np.float32))
