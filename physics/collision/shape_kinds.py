"""The numbers of the shapes in `Bodies.kind`, as globals that numba can read."""
from __future__ import annotations

from physics.definitions.shapes import Box, Capsule, Compound, Cone, Convex, Cylinder, Plane, Sphere

SPHERE, BOX, PLANE = Sphere.kind, Box.kind, Plane.kind
CAPSULE, CYLINDER, CONE, CONVEX = Capsule.kind, Cylinder.kind, Cone.kind, Convex.kind
PART, COMPOUND = 7, Compound.kind                 # a part of a compound, in a row of its own; the compound itself has no box
