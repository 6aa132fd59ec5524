"""Parts: the bodies of a table by kind of shape, as frames draw them.

A body is one part of its kind, or several, each with a place in its body: `Part.places` and `Part.turns` are None where every
part is a whole body.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from app.draw.frame import Instances, Solids
from app.draw.recent import Recent
from app.draw.solids.hull_form import HullForm, form_of
from physics.bodies.rotation import product, rotate
from physics.definitions.shapes import SHAPES, Box, Convex, Plane, Sphere

SOLIDS = {cls.kind: cls.name for cls in SHAPES.values() if cls not in (Sphere, Box, Plane)}
FOUND = Recent()


class Part(NamedTuple):
    """Parts of one kind of shape."""

    kind: int                          # of shape, as in tables
    rows: np.ndarray                   # (k,) of their bodies
    sizes: np.ndarray                  # (k, 3) [m]
    hulls: tuple[HullForm, ...] = ()   # of convex ones
    places: np.ndarray | None = None   # (k, 3) in the body [m]
    turns: np.ndarray | None = None    # (k, 4) in the body

    def instances(self, bodies: Instances) -> Instances:
        """What is drawn of `bodies`, one for each row of the table."""
        own = Instances(*(values.take(self.rows, axis=0) for values in (
            bodies.positions, bodies.rotations, bodies.sizes, bodies.colors, bodies.marks)))
        if self.places is None:
            return own
        return Instances(own.positions + rotate(own.rotations, self.places), product(own.rotations, self.turns), self.sizes,
                         own.colors, own.marks)


def parts_of(table: Any) -> tuple[Part, ...]:
    """The parts of all bodies of a table but planes; of spheres and boxes there is always one, the first and the second."""
    return FOUND.of((table,), (), lambda: parts_among(table.kinds, table.sizes, table.shapes))


def parts_among(kinds: np.ndarray, sizes: np.ndarray, shapes: Sequence[Any]) -> tuple[Part, ...]:
    """The same, of bodies of these kinds (n,), half extents (n, 3) [m] and shapes, which may be None but for convex ones."""
    found = [Part(kind, rows, sizes[rows]) for kind in (Sphere.kind, Box.kind) for rows in (np.flatnonzero(kinds == kind),)]
    if not len(kinds) or kinds.max() <= Plane.kind:
        return tuple(found)
    for kind in SOLIDS:
        rows = np.flatnonzero(kinds == kind)
        if len(rows):
            hulls = tuple(form_of(shapes[row]) for row in rows.tolist()) if kind == Convex.kind else ()
            found.append(Part(kind, rows, sizes[rows], hulls))
    return tuple(found)


def among(parts: Sequence[Part], wanted: np.ndarray) -> tuple[Part, ...]:
    """The parts of the bodies that are `wanted` (n,) bool."""
    found = []
    for part in parts:
        keep = wanted[part.rows]
        if part.kind in (Sphere.kind, Box.kind) or keep.any():
            places = np.flatnonzero(keep)
            of_parts = (None if values is None else values[places] for values in (part.places, part.turns))
            hulls = tuple(part.hulls[place] for place in places.tolist()) if part.hulls else ()
            found.append(Part(part.kind, part.rows[places], part.sizes[places], hulls, *of_parts))
    return tuple(found)


def drawn_parts(parts: Sequence[Part], bodies: Instances) -> tuple[Instances, Instances, tuple[Solids, ...]]:
    """Spheres, boxes and solids of a frame."""
    spheres, boxes, *solids = parts
    return spheres.instances(bodies), boxes.instances(bodies), tuple(
        Solids(part.kind, part.instances(bodies), part.hulls) for part in solids)
