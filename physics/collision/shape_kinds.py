"""The numbers of the shapes in `Bodies.kind`, as globals that numba can read."""
from __future__ import annotations

from physics.definitions.shapes import Box, Capsule, Compound, Cone, Convex, Cylinder, Plane, Sphere
from physics.definitions.shapes.height_field import Tile

SPHERE, BOX, PLANE = Sphere.kind, Box.kind, Plane.kind
CAPSULE, CYLINDER, CONE, CONVEX = Capsule.kind, Cylinder.kind, Cone.kind, Convex.kind
PART = 7                                          # of a compound or a height field, in a row of its own; these have no box
COMPOUND, TILE = Compound.kind, Tile.kind         # a tile is a triangle of a height field, the kind of a part alone
