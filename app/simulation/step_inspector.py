"""Step inspector: what the user wants to see of the last step, and the step seen so.

It looks into the world of the chosen variant when panels ask for it, and shows bodies as of a moment of the step while the scene
is paused.  Then it also fills in what picked rows did in the steps before, from the history.
"""
from __future__ import annotations

import dataclasses
from typing import Any, Protocol

import numpy as np

from app.published.inside import Inside, RowKey
from app.published.own_axes import in_own_axes
from app.published.view import View
from app.simulation.inside_publisher import InsidePublisher, Looking
from app.simulation.lives.earlier_steps import EarlierSteps, Wanted, steps_before
from physics.history.excerpt import excerpt_of
from physics.introspection.refusal import NoInsight

MOST_PINNED = 6                    # picked rows


class Inspected(Protocol):
    """The session, as its step inspector sees it."""

    scene: Any
    wake: Any                                      # an event


class StepInspector:
    """The inside of the last step of a session's chosen variant; without a session it does not look into steps before."""

    def __init__(self, session: Inspected | None = None) -> None:
        self._session = session
        self._search: EarlierSteps | None = None
        self._searched: Any = None                 # what the search is for
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

    def forget(self) -> None:
        """Another scene is opened: its rows are others."""
        self.release()
        self.pinned, self.moment, self.row = (), None, None

    def release(self) -> None:
        """Nobody looks: keep neither the world nor what its step is made of, up to 200 kB a body."""
        self.cancel()
        self._world = self._publisher = self._searched = None

    def inside(self, variant: Any, body: int | None, running: bool) -> Inside:
        """The inside of the last step of a variant; `body` is the uid of the selected one."""
        world = variant.world
        if self._world is not world:
            self._world, self._publisher = world, InsidePublisher(world)
        if running:
            self.moment = self.row = None
        self._take_found()
        found = self._publisher.look(Looking(body, self.pinned, self.moment), running)
        self._look_back(variant, found, running)
        if running:                                # it may be of an older step
            return dataclasses.replace(found, moment=None)
        inside_sweep = found.moment is not None and found.moments[found.moment].iteration > 0
        row = self.row if inside_sweep and self.row is not None and self.row < found.rows.size else None
        return dataclasses.replace(found, row=row)

    def news(self) -> bool:
        """Whether a search has ended that was not taken yet."""
        return self._search is not None and self._search.ended

    def cancel(self, timeout: float = 0.0) -> None:
        """End a search that is under way, and wait for that for at most `timeout` [s]."""
        if self._search is not None:
            self._search.cancel(timeout)
        self._search = None

    def _take_found(self) -> None:
        """Take over what a search has found."""
        if self.news():
            self._publisher.lives.add(self._search.found)
            self._publisher.forget()
            self._search = None

    def _look_back(self, variant: Any, found: Inside, running: bool) -> None:
        """While the scene is paused, search for what the picked rows did in the steps before that are not known; once for each
        step and choice of rows."""
        history, session = variant.history, self._session
        wanted = None if running or found.refusal or history is None else (variant.number, found.step, self.pinned)
        if wanted == self._searched:
            return
        self.cancel()
        self._searched = wanted
        if wanted is None or session is None or session.scene is None or not history.keyframe_steps:
            return
        since = self._publisher.lives.unknown(steps_before(found.step, found.rows.size, history.first))
        if since is not None:
            excerpt = excerpt_of(history, since - 1)
            self._search = EarlierSteps(Wanted(self.pinned, since - 1, excerpt), session.scene.build, session.wake.set)
            self._search.start()

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
