"""Queries of a world between steps: what touched and happened in the last step, what overlaps, what a ray hits."""
from __future__ import annotations

from typing import Any

import numpy as np

from physics.parallel.entrance import alone
from physics.step import STAGES
from physics.views import awake, contact_details, costs, energy, events, overlaps, queries, tree_boxes
from physics.views import contacts as contact_views
from physics.views import joints as joint_views


class WorldQueries:
    """Questions to a world; `World` provides `_bodies`, `_joints`, `_contacts` and `_close_up`."""

    @property
    @alone
    def contacts(self) -> list[contact_views.Manifold]:
        """Manifolds of the last step."""
        self._close_up()
        return contact_views.manifolds(self)

    @alone
    def contact_arrays(self, precision: str = "double") -> contact_views.ContactArrays:
        """Contact points of the last step as arrays of this precision."""
        self._close_up()
        return contact_views.contact_arrays(self, precision)

    @property
    @alone
    def contact_count(self) -> int:
        """Number of contact points of the last step."""
        self._close_up()
        return contact_views.count(self)

    @property
    @alone
    def joint_row_count(self) -> int:
        """Number of rows of all joints that act, each with one impulse to solve for."""
        self._close_up()
        return joint_views.row_count(self)

    @alone
    def joint_arrays(self) -> joint_views.JointArrays:
        """Places, gaps and measures of the joints now, and their forces in the last step, as arrays in order of creation."""
        self._close_up()
        return joint_views.joint_arrays(self)

    @alone
    def max_penetration(self) -> float:
        """Deepest overlap at the end of the last step [m], 0 when nothing overlaps."""
        self._close_up()
        return contact_views.deepest(self)

    @alone
    def energy(self) -> energy.Energy:
        """Kinetic, potential and total energy of the dynamic bodies [J]."""
        self._close_up()
        return energy.energy(self)

    @property
    def profile(self) -> dict[str, float]:
        """Milliseconds of the last step by stage, in the order of the step."""
        times = self._profile.milliseconds
        return {name: times[number] for number, name in STAGES.items()}

    @property
    @alone
    def events(self) -> list[events.Event]:
        """What began or ended in the last step: contacts, then overlaps of sensors, by key; then joints that broke and
        bodies that became NaN, by uid."""
        return events.step_events(self)

    @property
    @alone
    def overlaps(self) -> np.ndarray:
        """(n, 2) uids of each sensor and each body that overlapped it at the end of the last step, rising."""
        return overlaps.overlap_table(self)

    @alone
    def ray_cast(self, origin: Any, direction: Any, max_distance: float = float("inf"),
                 filter: queries.RayFilter = queries.EVERY_SOLID) -> queries.Hit | None:
        """The first body that a ray hits and the filter allows, or None.

        Bodies that contain the origin are not hit: from inside a body a ray finds what is outside.  Sensors are hit only if the
        filter says so; a height field is hit from above and from below.
        """
        self._close_up()
        return queries.ray_cast(self, origin, direction, max_distance, filter)

    @alone
    def detailed_contacts(self, precision: str = "double") -> tuple[Any, contact_details.ContactDetails]:
        """Contact points of the last step as arrays, and their friction, state and colour in the same order."""
        self._close_up()
        return contact_details.detailed_arrays(self, precision)

    @alone
    def awake_reasons(self) -> awake.AwakeReasons:
        """Why each body is awake, and the body that keeps it so."""
        self._close_up()
        return awake.awake_reasons(self)

    @alone
    def row_counts(self) -> np.ndarray:
        """(n,) how many rows of contacts and joints act on each body: what it costs a sweep."""
        self._close_up()
        return costs.row_counts(self)

    @property
    @alone
    def exact_positions(self) -> np.ndarray:
        """(n, 3) float64 centres of mass [m], with what rounding to the world's precision has left of them."""
        self._close_up()
        remainders = np.stack([self._bodies.living(one) for one in self._bodies.remainders], 1)
        return self._living("pose")[:, 0:3].astype(np.float64) + remainders

    @property
    @alone
    def fat_aabbs(self) -> np.ndarray:
        """(n, 2, 3) low and high corners of the boxes in which pairs are looked for [m], read-only, see `broad_phase.aabb`."""
        return self._columns("fat_aabb", 0, 6).reshape(-1, 2, 3)

    @alone
    def tree_boxes(self) -> list[np.ndarray]:
        """(k, 2, 3) boxes of each level of the tree of the broad phase, from the lowest above the bodies' own; [] without one."""
        return tree_boxes.boxes_by_level(self)
