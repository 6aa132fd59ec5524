"""The definition of a new body: keyword-only, with every value checked before anything is built."""
from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np

from physics.definitions.body_types import BODY_TYPES
from physics.definitions.categories import ALL_CATEGORIES
from physics.definitions.known_names import constant
from physics.definitions.material import Material
from physics.definitions.numbers import NotANumber, shown, whole
from physics.definitions.shapes import SHAPES, HeightField, Plane, Shape
from physics.definitions.tunable import SettingError, check, nearest, number, shared, text, tunable
from physics.definitions.vectors import unit_quaternion, vector

FARTHEST = 1e5                                   # [m] largest coordinate of a body
VELOCITIES = ("velocity", "angular_velocity", "surface_velocity", "surface_spin")      # of a body, three numbers each
VECTORS = ("position", "rotation", *VELOCITIES)
FASTEST = 1e5                                    # [m/s] and [rad/s] largest component of a velocity
MASSES = 1e-9, 1e12                              # [kg]
SHAPE_NAMES = ", ".join(cls.__name__ for cls in SHAPES.values())


def category_bits(name: str, value: Any) -> int:
    """`value` as a number with a bit for each of 32 categories; SettingError if it is none."""
    try:
        bits = whole(value)
    except NotANumber:
        raise SettingError(name, f"{name}: {shown(value)} is not a whole number with a bit for each category, as 0b101") from None
    if not 0 <= bits <= ALL_CATEGORIES:
        raise SettingError(name, f"{name}: {shown(value)} is out of range; allowed is 0 to {ALL_CATEGORIES:#x}, a bit for each")
    return bits


@constant
@dataclass(frozen=True, kw_only=True)
class BodyDefinition:
    """A body at the moment it is made.  Raises SettingError for a wrong value.

    mass [kg] takes precedence over density [kg/m3]; both are ignored for static and kinematic bodies.  A plane is always static.
    Two bodies collide if the `mask` of each has a bit of the other's `category`, unless they share a `group` other than 0.  A
    `sensor` collides with none: it reports the bodies that overlap it and that it would collide with otherwise.
    A body with `can_sleep=False` keeps all bodies that touch it awake.
    A surface that moves relative to its body, like that of a belt or a turntable, drags along what touches it; the body itself
    need not move.
    """

    shape: Shape                                                            # one of the shapes
    type: str = tunable("dynamic", choices=tuple(BODY_TYPES),
                        help="dynamic moves by forces, kinematic by its velocity, static never")
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)                  # [m]
    rotation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)      # x y z w
    velocity: tuple[float, float, float] = (0.0, 0.0, 0.0)                  # [m/s]
    angular_velocity: tuple[float, float, float] = (0.0, 0.0, 0.0)          # [rad/s]
    mass: float | None = None                                               # [kg]
    density: float = shared(Material, "density")                            # [kg/m3]
    friction: float = shared(Material, "friction")
    restitution: float = shared(Material, "restitution")
    rolling_resistance: float = shared(Material, "rolling_resistance")      # [m]
    rolling_share: float = shared(Material, "rolling_share")
    spinning_resistance: float = shared(Material, "spinning_resistance")    # [m]
    spinning_share: float = shared(Material, "spinning_share")
    combine_friction: str = shared(Material, "combine_friction")
    combine_restitution: str = shared(Material, "combine_restitution")
    surface_velocity: tuple[float, float, float] = (0.0, 0.0, 0.0)          # [m/s] relative to the body, in its axes
    surface_spin: tuple[float, float, float] = (0.0, 0.0, 0.0)              # [rad/s] likewise, about the centre of mass
    linear_damping: float = tunable(0.0, limits=(0, 1000), unit="1/s", help="Rate at which the velocity dies away")
    angular_damping: float = tunable(0.0, limits=(0, 1000), unit="1/s", help="Rate at which the spin dies away")
    can_sleep: bool = tunable(True, help="May fall asleep when at rest")
    group: int = tunable(0, limits=(-(2**31), 2**31 - 1), help="Bodies that share one that is not 0 never collide")
    category: int = 1                                                       # a bit for each category that it belongs to
    mask: int = ALL_CATEGORIES                                              # bits of the categories that it collides with
    sensor: bool = tunable(False, help="Reports the bodies that overlap it, and collides with none")
    name: str = ""                                                          # for people, scenes and lookups; need not be unique

    def __post_init__(self) -> None:
        if not isinstance(self.shape, tuple(SHAPES.values())):
            raise SettingError("shape", f"shape: {shown(self.shape)} is none of {SHAPE_NAMES}")
        check(self)
        put = object.__setattr__
        if isinstance(self.shape, Plane):
            if self.type == "kinematic":
                raise SettingError("type", "type: a plane is always static")
            put(self, "type", "static")
        if isinstance(self.shape, HeightField) and self.type == "dynamic":
            put(self, "type", "static")
        for name in ("category", "mask"):
            put(self, name, category_bits(name, getattr(self, name)))
        put(self, "position", vector("position", self.position, 3, FARTHEST))
        put(self, "rotation", unit_quaternion(self.rotation))
        for name in VELOCITIES:
            put(self, name, vector(name, getattr(self, name), 3, FASTEST))
        if self.mass is not None:
            put(self, "mass", number("mass", self.mass, MASSES, "kg"))
        text("name", self.name)

    def __eq__(self, other: object) -> bool:
        """Whether all values are equal, vectors number by number."""
        if other.__class__ is not self.__class__:
            return NotImplemented
        pairs = ((f.name, getattr(self, f.name), getattr(other, f.name)) for f in dataclasses.fields(self))
        return all(np.array_equal(a, b) if name in VECTORS else a == b for name, a, b in pairs)

    @classmethod
    def checked(cls, values: dict[str, Any]) -> "BodyDefinition":
        """From keywords; the error for an unknown one names the nearest that exists."""
        known = [f.name for f in dataclasses.fields(cls)]
        for name in values:
            if name not in known:
                raise SettingError(name, f"a body has no {name!r}; {nearest(name, known)}allowed are {', '.join(known)}")
        if "shape" not in values:
            raise SettingError("shape", f"a body needs a shape, one of {SHAPE_NAMES}")
        return cls(**values)

    @property
    def final_mass(self) -> float:
        """Mass of a dynamic body [kg]: the given one, else density times volume."""
        return self.mass if self.mass is not None else self.density * self.shape.volume
