"""The numbers of the shapes in `Bodies.kind`, as globals that numba can read."""
from __future__ import annotations

from physics.definitions.shapes import Box, Plane, Sphere

SPHERE, BOX, PLANE = Sphere.kind, Box.kind, Plane.kind
