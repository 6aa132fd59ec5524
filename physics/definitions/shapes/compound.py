"""Several shapes as one body."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, ClassVar, NamedTuple

import numpy as np

from physics.definitions.known_names import constant
from physics.definitions.numbers import shown
from physics.definitions.shapes.axes import matrix_of, principal, quaternion_of
from physics.definitions.shapes.box import Box
from physics.definitions.shapes.capsule import Capsule
from physics.definitions.shapes.cone import Cone
from physics.definitions.shapes.convex import Convex
from physics.definitions.shapes.cylinder import Cylinder
from physics.definitions.shapes.lengths import LARGEST, OWN_AXES
from physics.definitions.shapes.sphere import Sphere
from physics.definitions.tunable import SettingError
from physics.definitions.vectors import unit_quaternion, vector

PARTS = Sphere, Box, Capsule, Cylinder, Cone, Convex          # what a compound may be made of
PART_NAMES = ", ".join(cls.__name__ for cls in PARTS)
MOST_PARTS = 64
Child = tuple[Any, tuple[float, float, float], tuple[float, float, float, float]]
NOWHERE = (0.0, 0.0, 0.0)


class Part(NamedTuple):
    """A shape of a compound, seen from the compound's centre of mass along its principal axes."""

    shape: Any
    position: tuple[float, float, float]                  # of its centre of mass [m]
    rotation: tuple[float, float, float, float]           # of its principal axes, x y z w


class Whole(NamedTuple):
    """What the parts of a compound make together."""

    parts: tuple[Part, ...]
    centre: tuple[float, float, float]
    principal_axes: tuple[float, float, float, float]
    volume: float
    unit_inertia: tuple[float, float, float]
    size: tuple[float, float, float]


def _child(number: int, value: Any) -> Child:
    """A child (shape, position, rotation), of which the last two may be left out; SettingError for anything else."""
    name = f"children[{number}]"
    given = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    if not 1 <= len(given) <= 3 or not isinstance(given[0], PARTS):
        if given and isinstance(given[0], Compound):
            raise SettingError("children", f"{name}: is a compound itself; list its children instead")
        what = f"a {type(given[0]).__name__} is none of {PART_NAMES}" if given else "needs (shape, position, rotation)"
        raise SettingError("children", f"{name}: {what}")
    position = vector(f"{name}.position", given[1] if len(given) > 1 else NOWHERE, 3, LARGEST)
    rotation = unit_quaternion(given[2] if len(given) > 2 else OWN_AXES, f"{name}.rotation")
    return given[0], tuple(position.tolist()), tuple(rotation.tolist())


@lru_cache(maxsize=1024)
def whole_of(children: tuple[Child, ...]) -> Whole:
    """What children make together: sums of volumes, of first moments, and of inertia by the parallel axis theorem,

        I = sum of m (R diag(i) R^T + |d|^2 1 - d d^T),    d from the common centre of mass
    """
    volumes, places = np.array([child[0].volume for child in children]), np.array([child[1] for child in children])
    turns = [matrix_of(rotation) @ matrix_of(shape.principal_axes) for shape, _, rotation in children]
    centre = volumes @ places / volumes.sum()
    inertia = np.zeros((3, 3))
    for (shape, *_), volume, turn, d in zip(children, volumes, turns, places - centre):
        inertia += volume * ((turn * np.array(shape.unit_inertia)) @ turn.T + (d @ d) * np.eye(3) - np.outer(d, d))
    moments, axes = principal(inertia / volumes.sum())
    seen = [((place - centre) @ axes, axes.T @ turn) for place, turn in zip(places, turns)]
    parts = tuple(Part(shape, tuple(place.tolist()), quaternion_of(turn)) for (shape, *_), (place, turn) in zip(children, seen))
    size = np.max([np.abs(place) + np.abs(turn) @ np.array(part.shape.size) for part, (place, turn) in zip(parts, seen)], axis=0)
    own = OWN_AXES if np.array_equal(axes, np.eye(3)) else quaternion_of(axes)
    return Whole(parts, tuple(centre.tolist()), own, float(volumes.sum()), tuple(moments.tolist()), tuple(size.tolist()))


@constant
@dataclass(frozen=True)
class Compound:
    """`children`, each (shape, position [m], rotation x y z w), joined to one body; position and rotation may be left out.

    A child's position is that of its centre of mass.  Where the children are described from is free: the body's position is the
    compound's centre of mass, `centre` in the children's coordinates, and its axes are theirs.  All have the same density; where
    two overlap, both count.  A child is a Sphere, Box, Capsule, Cylinder, Cone or Convex; at most 64 of them.
    """

    children: tuple[Child, ...]              # each (shape, position [m], rotation x y z w)
    kind: ClassVar[int] = 8                  # in arrays of bodies
    name: ClassVar[str] = "compound"         # in scenes

    def __post_init__(self) -> None:
        given = self.children
        if not isinstance(given, Iterable) or isinstance(given, str):
            raise SettingError("children", f"children: {shown(given)} is no list of (shape, position, rotation)")
        listed = list(islice(given, MOST_PARTS + 1)) if isinstance(given, Iterator) else list(given)
        if not 1 <= len(listed) <= MOST_PARTS:
            raise SettingError("children", f"children: {len(listed)} of them; allowed are 1 to {MOST_PARTS}")
        children = tuple(_child(number, value) for number, value in enumerate(listed))
        object.__setattr__(self, "children", children)

    @property
    def parts(self) -> tuple[Part, ...]:
        """Its children, seen from the centre of mass along the principal axes."""
        return whole_of(self.children).parts

    @property
    def part_count(self) -> int:
        """Number of its children."""
        return len(self.children)

    @property
    def centre(self) -> tuple[float, float, float]:
        """Centre of mass in the coordinates of the children [m]."""
        return whole_of(self.children).centre

    @property
    def principal_axes(self) -> tuple[float, float, float, float]:
        """Rotation (x, y, z, w) from the principal axes of inertia to the axes of the children."""
        return whole_of(self.children).principal_axes

    @property
    def size(self) -> tuple[float, float, float]:
        """Half extents, along the principal axes, of a box about the centre of mass that contains it [m]."""
        return whole_of(self.children).size

    @property
    def volume(self) -> float:
        """Sum of the children's [m3]."""
        return whole_of(self.children).volume

    @property
    def unit_inertia(self) -> tuple[float, float, float]:
        """Moments about the principal axes [m2]."""
        return whole_of(self.children).unit_inertia
