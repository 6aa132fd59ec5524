"""Body tables: the bodies of one shape kind on the graphics card; only changes are uploaded."""
from __future__ import annotations

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
        self.solid = InstanceTable(BODY)                          # all that cast shadows, in the order of the frame
        self.near, self.far, self.tiny, self.lined, self.ghost, self.selected, self.hovered = (
            InstanceTable(BODY) for _ in Rows._fields)

    def show(self, instances: Instances, frustum: Frustum) -> bool:
        """Upload the rows for `instances` and this frustum; whether any of them changed since the last call."""
        changed = not same(instances, self._instances)
        seen = (frustum.matrix.tobytes(), frustum.size)
        if changed:
            self._instances = None                                # until all are uploaded
            self._bodies = bodies = bodies_of(instances, *self._kind)
            self.solid.upload(bodies.rows[(bodies.marks & GHOST) == 0])
        if changed or seen != self._frustum:
            self._frustum, self.rows = None, rows_of(self._bodies, frustum)
            for name in Rows._fields:
                getattr(self, name).upload(getattr(self.rows, name))
        self._instances, self._frustum = instances, seen
        return changed

    @property
    def largest(self) -> float:
        """[m] the largest radius of a bounding sphere."""
        return float(self._bodies.radii.max(initial=0.0))

    def release(self) -> None:
        """Free the buffers."""
        for name in ("solid", *Rows._fields):
            getattr(self, name).release()
