"""The numbers of the shapes in `Bodies.kind`, as globals that numba can read."""
from __future__ import annotations

from physics.definitions.shapes import Box, Capsule, Cone, Convex, Cylinder, Plane, Sphere

SPHERE, BOX, PLANE = Sphere.kind, Box.kind, Plane.kind
CAPSULE, CYLINDER, CONE, CONVEX = Capsule.kind, Cylinder.kind, Cone.kind, Convex.kind
