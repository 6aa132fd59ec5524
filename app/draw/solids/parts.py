"""Parts: the bodies of a table by kind of shape, as frames draw them.

A body is one part of its kind, a height field too; a compound is several, each with a place in its body.  `Part.places`,
`Part.turns` and `Part.numbers` are None where every part is a whole body.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from app.draw.frame import Instances, Solids
from app.draw.recent import Recent
from app.draw.solids.forms import FORMED, Form, formed
from physics.bodies.rotation import product, rotate
from physics.definitions.shapes import SHAPES, Box, Compound, Convex, Plane, Sphere

SOLIDS = {cls.kind: cls.name for cls in SHAPES.values() if cls not in (Sphere, Box, Plane, Compound)}
FOUND = Recent()


class Part(NamedTuple):
    """Parts of one kind of shape."""

    kind: int                          # of shape, as in tables
    rows: np.ndarray                   # (k,) of their bodies
    sizes: np.ndarray                  # (k, 3) [m]
    hulls: tuple[Form, ...] = ()       # of hulls and height fields
    places: np.ndarray | None = None   # (k, 3) in the body [m]
    turns: np.ndarray | None = None    # (k, 4) in the body
    numbers: np.ndarray | None = None  # (k,) which child of a compound it is

    def placed(self, positions: np.ndarray, rotations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(k, 3) places and (k, 4) rotations, from those of all bodies."""
        positions, rotations = positions.take(self.rows, axis=0), rotations.take(self.rows, axis=0)
        if self.places is None:
            return positions, rotations
        return positions + rotate(rotations, self.places), product(rotations, self.turns)

    def instances(self, bodies: Instances) -> Instances:
        """What is drawn of `bodies`, one for each row of the table."""
        sizes = bodies.sizes.take(self.rows, axis=0) if self.places is None else self.sizes
        return Instances(*self.placed(bodies.positions, bodies.rotations), sizes, bodies.colors.take(self.rows, axis=0),
                         bodies.marks.take(self.rows, axis=0))


def parts_of(table: Any) -> tuple[Part, ...]:
    """The parts of all bodies of a table but planes; of spheres and boxes there is always one, the first and the second."""
    return FOUND.of((table,), (), lambda: parts_among(table.kinds, table.sizes, table.shapes))


def parts_among(kinds: np.ndarray, sizes: np.ndarray, shapes: Sequence[Any]) -> tuple[Part, ...]:
    """The same, of bodies of these kinds (n,), half extents (n, 3) [m] and shapes, which may be None of kinds up to
    planes."""
    compounds = _parts_of_compounds(np.flatnonzero(kinds == Compound.kind), shapes)
    found = []
    for kind in (Sphere.kind, Box.kind, *SOLIDS) if len(kinds) and kinds.max() > Plane.kind else (Sphere.kind, Box.kind):
        rows = np.flatnonzero(kinds == kind)
        hulls = tuple(formed(shapes[row]) for row in rows.tolist()) if kind in FORMED else ()
        part = Part(kind, rows, sizes[rows], hulls)
        if kind in compounds:
            part = _joined(part, compounds[kind])
        if len(part.rows) or kind in (Sphere.kind, Box.kind):
            found.append(part)
    return tuple(found)


def _parts_of_compounds(rows: np.ndarray, shapes: Sequence[Any]) -> dict[int, Part]:
    """Parts of compounds, by kind."""
    found: dict[int, list[tuple[Any, ...]]] = {}
    for row in rows.tolist():
        centre = np.array(shapes[row].centre)
        for number, (shape, position, rotation) in enumerate(shapes[row].children):
            hull = formed(shape)
            size = shape.size if hull is None else np.abs(hull.vertices).max(0)
            found.setdefault(shape.kind, []).append((row, size, hull, np.array(position) - centre, rotation, number))
    parts = {}
    for kind, listed in found.items():
        rows, sizes, hulls, places, turns, numbers = zip(*listed)
        arrays = (np.array(values, np.float32) for values in (sizes, places, turns))
        sizes, places, turns = arrays
        parts[kind] = Part(kind, np.array(rows), sizes, hulls if kind == Convex.kind else (), places, turns, np.array(numbers))
    return parts


def _joined(whole: Part, parts: Part) -> Part:
    """Whole bodies of a kind, and parts of others."""
    count = len(whole.rows)
    places, turns = np.zeros((count, 3), np.float32), np.tile(np.array((0, 0, 0, 1), np.float32), (count, 1))
    pairs = zip((whole.rows, whole.sizes, places, turns, np.zeros(count, int)),
                (parts.rows, parts.sizes, parts.places, parts.turns, parts.numbers))
    rows, sizes, places, turns, numbers = (np.concatenate(pair) for pair in pairs)
    return Part(whole.kind, rows, sizes.astype(np.float32), whole.hulls + parts.hulls, places, turns, numbers)


def among(parts: Sequence[Part], wanted: np.ndarray) -> tuple[Part, ...]:
    """The parts of the bodies that are `wanted` (n,) bool."""
    found = []
    for part in parts:
        keep = wanted[part.rows]
        if part.kind in (Sphere.kind, Box.kind) or keep.any():
            places = np.flatnonzero(keep)
            of_parts = (None if values is None else values[places] for values in (part.places, part.turns, part.numbers))
            hulls = tuple(part.hulls[place] for place in places.tolist()) if part.hulls else ()
            found.append(Part(part.kind, part.rows[places], part.sizes[places], hulls, *of_parts))
    return tuple(found)


def drawn_parts(parts: Sequence[Part], bodies: Instances) -> tuple[Instances, Instances, tuple[Solids, ...]]:
    """Spheres, boxes and solids of a frame."""
    spheres, boxes, *solids = parts
    return spheres.instances(bodies), boxes.instances(bodies), tuple(
        Solids(part.kind, part.instances(bodies), part.hulls) for part in solids)
