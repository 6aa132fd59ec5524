"""Between a shape's own axes, which people see, and its principal axes, along which the arrays of bodies are.

They differ for hulls and compounds alone, whose inertia about their own axes has terms off the diagonal.  With Q the rotation
from the principal axes to the own ones, a body of rotation q has the pose q Q in the arrays, and a vector v along its own axes is
Q^-1 v there.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.rotation import opposite, product, rotate, rotate_back
from physics.definitions.shapes import Shape
from physics.definitions.shapes.lengths import OWN_AXES


def in_principal_axes(rotation: np.ndarray, shape: Shape) -> np.ndarray:
    """The rotation (x, y, z, w) of the principal axes of a body with this rotation."""
    axes = shape.principal_axes
    return rotation if axes == OWN_AXES else product(rotation, np.array(axes))


def own_rotation(principal: np.ndarray, shape: Shape) -> np.ndarray:
    """The rotation of a body whose principal axes have this one."""
    axes = shape.principal_axes
    return principal if axes == OWN_AXES else product(principal, opposite(np.array(axes)))


def to_principal(vector: np.ndarray, shape: Shape) -> np.ndarray:
    """A vector along the principal axes, from one along a shape's own."""
    axes = shape.principal_axes
    return vector if axes == OWN_AXES else rotate_back(np.array(axes), vector)


def from_principal(vector: np.ndarray, shape: Shape) -> np.ndarray:
    """A vector along a shape's own axes, from one along the principal axes."""
    axes = shape.principal_axes
    return vector if axes == OWN_AXES else rotate(np.array(axes), vector)


def own_rotations(principal: np.ndarray, turned: dict[int, tuple[float, float, float, float]]) -> np.ndarray:
    """Rotations (n, 4) of bodies from those of their principal axes, which differ for those at the places in `turned`."""
    if not turned:
        return principal
    found, places = principal.copy(), list(turned)
    found[places] = product(principal[places].astype(float), opposite(np.array([turned[place] for place in places])))
    found.flags.writeable = False
    return found
