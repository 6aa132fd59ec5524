"""The shapes: a dataclass each, in a file of its own, with size, volume and inertia.

A shape's `kind` is its number in the arrays, `name` what scenes call it, and `size` the three lengths that kernels read: half
extents of a box about its centre of mass, of a plane its normal.  `unit_inertia` is about the centre of mass, per unit mass,
along the principal axes; a body's pose in the arrays is that of these axes, and `principal_axes` turns them to the shape's own.
"""
from __future__ import annotations

from physics.definitions.shapes.box import Box
from physics.definitions.shapes.capsule import Capsule
from physics.definitions.shapes.compound import Compound
from physics.definitions.shapes.cone import Cone
from physics.definitions.shapes.convex import Convex
from physics.definitions.shapes.cylinder import Cylinder
from physics.definitions.shapes.height_field import HeightField
from physics.definitions.shapes.lengths import LARGEST, SMALLEST
from physics.definitions.shapes.plane import Plane
from physics.definitions.shapes.sphere import Sphere

Shape = Sphere | Box | Plane | Capsule | Cylinder | Cone | Convex | Compound | HeightField
SHAPES: dict[str, type] = {cls.name: cls for cls in (Sphere, Box, Plane, Capsule, Cylinder, Cone, Convex, Compound, HeightField)}
OF_PARTS = Compound, HeightField                  # shapes of several parts, each of which collides in a row of its own

__all__ = ["LARGEST", "OF_PARTS", "SHAPES", "SMALLEST", "Box", "Capsule", "Compound", "Cone", "Convex", "Cylinder",
           "HeightField", "Plane", "Shape", "Sphere"]
