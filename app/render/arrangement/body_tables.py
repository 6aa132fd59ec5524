"""Body tables: the bodies of one shape kind on the graphics card; only changes are uploaded."""
from __future__ import annotations

import numpy as np

from app.draw.frame import GHOST, Instances, same
from app.render.arrangement.body_rows import Bodies, Rows, bodies_of, rows_of
from app.render.arrangement.frustum import Frustum
from app.render.resources.vertex_arrays import BODY, InstanceTable


class BodyTables:
    """The tables of one shape kind."""

    def __init__(self, boxes: bool, far_boxes: bool) -> None:
        """Empty tables of boxes or spheres; without `far_boxes` small boxes are not simplified."""
        self._kind = boxes, far_boxes
        self._instances: Instances | None = None
        self._frustum: tuple[bytes, tuple[int, int]] | None = None
        self._bodies: Bodies = bodies_of(Instances.none(), *self._kind)
        self.rows = Rows(*[self._bodies.rows] * len(Rows._fields))
        self._small: np.ndarray | None = None                     # (k,) bool: drawn as points into maps of depths
        self.solid, self.points = InstanceTable(BODY), InstanceTable(BODY)       # what casts shadows, in the frame's order
        self.near, self.far, self.tiny, self.lined, self.ghost, self.selected, self.hovered = (
            InstanceTable(BODY) for _ in Rows._fields)

    def show(self, instances: Instances, frustum: Frustum, point: float = 0.0) -> bool:
        """Upload the rows for `instances` and this frustum; whether any of them changed since the last call.  In maps of depths
        boxes up to the radius `point` [m] are points."""
        changed = not same(instances, self._instances)
        seen = (frustum.matrix.tobytes(), frustum.size)
        if changed:
            self._instances = None                                # until all are uploaded
            self._bodies = bodies_of(instances, *self._kind)
        self._divide(point if self._kind[0] else 0.0, changed)
        if changed or seen != self._frustum:
            self._frustum, self.rows = None, rows_of(self._bodies, frustum)
            for name in Rows._fields:
                getattr(self, name).upload(getattr(self.rows, name))
        self._instances, self._frustum = instances, seen
        return changed

    def _divide(self, point: float, changed: bool) -> None:
        """Divide what casts shadows into points and the rest."""
        bodies, small = self._bodies, self._bodies.radii <= point
        if changed or not np.array_equal(small, self._small):
            self._small, solid = small, (bodies.marks & GHOST) == 0
            self.solid.upload(bodies.rows[solid & ~small])
            self.points.upload(bodies.rows[solid & small])

    @property
    def largest(self) -> float:
        """[m] the largest radius of a bounding sphere."""
        return float(self._bodies.radii.max(initial=0.0))

    def release(self) -> None:
        """Free the buffers."""
        for name in ("solid", "points", *Rows._fields):
            getattr(self, name).release()
