"""The handle to a body in a world: properties with units, forces and impulses."""
from __future__ import annotations

import copy
import math
from typing import Any

import numpy as np

from physics.bodies.arrays import SURFACE_COMBINE
from physics.bodies.principal_axes import from_principal, in_principal_axes, own_rotation, to_principal
from physics.bodies.rotation import cross, matrix, rotate
from physics.body_filter import BodyFilter
from physics.body_resistance import BodyResistance
from physics.definitions.body_definition import FARTHEST, FASTEST, BodyDefinition
from physics.definitions.body_types import DYNAMIC
from physics.definitions.known_names import PUT, KnownNames
from physics.definitions.material import COMBINE
from physics.definitions.shapes import Plane, Shape
from physics.definitions.tunable import text, tunables
from physics.definitions.vectors import unit_quaternion, vector
from physics.storage.owner import Owner
from physics.storage.waking import force_sleep, islands, wake

RULES = {"combine_friction": SURFACE_COMBINE, "combine_restitution": SURFACE_COMBINE + 1}    # columns of Bodies.surface
MOST = 1e12                                      # largest component of a force, torque or impulse


def _read_only(array: np.ndarray) -> np.ndarray:
    copy = array.astype(np.float64)
    copy.flags.writeable = False
    return copy


class Body(KnownNames, BodyFilter, BodyResistance):
    """A body of a world.  Any use after it was removed raises ReferenceError.

    uid    its number, never given to another body
    """

    __slots__ = ("_world", "uid")

    def __init__(self, world: Owner, uid: int):
        PUT(self, "_world", world)
        PUT(self, "uid", uid)

    def __repr__(self) -> str:
        return f"<Body {self.uid} {self.name!r}>" if self.uid in self._world._bodies.rows else f"<Body {self.uid}, removed>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Body) and other.uid == self.uid and other._world is self._world

    def __hash__(self) -> int:
        return hash((id(self._world), self.uid))

    @property
    def _row(self) -> int:
        row = self._world._bodies.rows.get(self.uid)
        if row is None:
            raise ReferenceError(f"body {self.uid} was removed from its world")
        return row

    @property
    def _definition(self) -> BodyDefinition:
        self._row
        return self._world._bodies.definitions[self.uid]

    @property
    def definition(self) -> BodyDefinition:
        """Its definition, as it was made: place, motion and surface may have changed since."""
        return self._definition

    def _get(self, name: str, begin: int, end: int) -> np.ndarray:
        return _read_only(getattr(self._world._bodies.arrays, name)[self._row, begin:end])

    def _set(self, name: str, begin: int, value: np.ndarray) -> None:
        if isinstance(self.shape, Plane):
            raise ValueError(f"{self!r} is a plane: it has no position and never moves")
        self._world._bodies.edits += 1
        if name == "pose":
            self._world._bodies.note_pose(self._row)
        getattr(self._world._bodies.arrays, name)[self._row, begin:begin + len(value)] = value

    def _set_velocity(self, name: str, begin: int, value: Any) -> None:
        velocity = vector(name, value, 3, FASTEST)
        if self.type == "static":
            raise ValueError(f"{self!r} is static: it has no velocity")
        self._set("velocity", begin, velocity)
        self._wake()
        if self.type == "kinematic":
            self._world._bodies.mark_moving(self._row)

    @property
    def name(self) -> str:
        """Its name, "" if it has none."""
        return self._definition.name

    def rename(self, name: str) -> None:
        """Give it another name."""
        pool, definition = self._world._bodies, copy.copy(self._definition)      # whose values are checked
        PUT(definition, "name", text("name", name))
        pool.definitions[self.uid] = definition
        pool.edits += 1

    @property
    def shape(self) -> Shape:
        """Its shape."""
        return self._definition.shape

    @property
    def type(self) -> str:
        """dynamic, static or kinematic."""
        return self._definition.type

    @property
    def mass(self) -> float:
        """Mass [kg]; infinite for static and kinematic bodies."""
        return self._definition.final_mass if self.type == "dynamic" else math.inf

    @property
    def inertia(self) -> np.ndarray:
        """Moments of inertia about the principal axes [kg m2], (3,): its own axes, unless `shape.principal_axes` turns them."""
        return self.mass * np.asarray(self.shape.unit_inertia) if self.type == "dynamic" else np.full(3, math.inf)

    @property
    def position(self) -> np.ndarray:
        """Centre of mass [m], (3,); writable."""
        return self._get("pose", 0, 3)

    @position.setter
    def position(self, value: Any) -> None:
        position = vector("position", value, 3, FARTHEST)
        self._set("pose", 0, position)
        self._world._bodies.set_remainder(self._row, position)
        self._place()

    @property
    def rotation(self) -> np.ndarray:
        """Quaternion (x, y, z, w), (4,); writable."""
        return _read_only(own_rotation(self._get("pose", 3, 7), self.shape))

    @rotation.setter
    def rotation(self, value: Any) -> None:
        self._set("pose", 3, in_principal_axes(unit_quaternion(value), self.shape))
        self._place()

    @property
    def velocity(self) -> np.ndarray:
        """Velocity of the centre of mass [m/s], (3,); writable."""
        return self._get("velocity", 0, 3)

    @velocity.setter
    def velocity(self, value: Any) -> None:
        self._set_velocity("velocity", 0, value)

    @property
    def angular_velocity(self) -> np.ndarray:
        """Angular velocity in the world [rad/s], (3,); writable."""
        return self._get("velocity", 3, 6)

    @angular_velocity.setter
    def angular_velocity(self, value: Any) -> None:
        self._set_velocity("angular_velocity", 3, value)

    def _surface(self, slot: int, name: str, value: Any) -> None:
        self._world._bodies.arrays.shape[self._row, slot] = tunables(BodyDefinition)[name].check(name, value)
        self._wake()

    @property
    def friction(self) -> float:
        """Friction coefficient; writable."""
        return float(self._world._bodies.arrays.shape[self._row, 4])

    @friction.setter
    def friction(self, value: float) -> None:
        self._surface(4, "friction", value)

    @property
    def restitution(self) -> float:
        """Restitution coefficient; writable."""
        return float(self._world._bodies.arrays.shape[self._row, 5])

    @restitution.setter
    def restitution(self, value: float) -> None:
        self._surface(5, "restitution", value)

    @property
    def combine_friction(self) -> str:
        """How the friction of a pair follows from that of its two bodies, one of COMBINE; writable."""
        return self._rule("combine_friction")

    @combine_friction.setter
    def combine_friction(self, value: str) -> None:
        self._set_rule("combine_friction", value)

    @property
    def combine_restitution(self) -> str:
        """How the restitution of a pair follows from that of its two bodies, one of COMBINE; writable."""
        return self._rule("combine_restitution")

    @combine_restitution.setter
    def combine_restitution(self, value: str) -> None:
        self._set_rule("combine_restitution", value)

    def _rule(self, name: str) -> str:
        return COMBINE[int(self._world._bodies.arrays.surface[self._row, RULES[name]])]

    def _set_rule(self, name: str, value: str) -> None:
        rule = COMBINE.index(tunables(BodyDefinition)[name].check(name, value))
        self._world._bodies.set_surface(self._row, RULES[name], (rule,))
        self._wake()

    @property
    def surface_velocity(self) -> np.ndarray:
        """Velocity of its surface relative to the body, in the body's axes [m/s], (3,); writable."""
        return _read_only(from_principal(self._get("surface", 0, 3), self.shape))

    @surface_velocity.setter
    def surface_velocity(self, value: Any) -> None:
        self._world._bodies.set_surface(self._row, 0, to_principal(vector("surface_velocity", value, 3, FASTEST), self.shape))
        self._wake()

    @property
    def surface_spin(self) -> np.ndarray:
        """Angular velocity of its surface about the centre of mass relative to the body, in its axes [rad/s], (3,); writable."""
        return _read_only(from_principal(self._get("surface", 3, 6), self.shape))

    @surface_spin.setter
    def surface_spin(self, value: Any) -> None:
        self._world._bodies.set_surface(self._row, 3, to_principal(vector("surface_spin", value, 3, FASTEST), self.shape))
        self._wake()

    def _arm(self, at: Any) -> np.ndarray:
        return np.zeros(3) if at is None else vector("at", at, 3, FARTHEST) - self.position

    def apply_force(self, force: Any, at: Any = None) -> None:
        """Apply a force [N] during the next step only, at a point of the world [m] (None: the centre of mass)."""
        f = vector("force", force, 3, MOST)
        self._add_force(f, cross(self._arm(at), f))

    def apply_torque(self, torque: Any) -> None:
        """Apply a torque [N m] during the next step only."""
        self._add_force(np.zeros(3), vector("torque", torque, 3, MOST))

    def _add_force(self, force: np.ndarray, torque: np.ndarray) -> None:
        if self._world._bodies.arrays.type[self._row] == DYNAMIC:
            self._world._bodies.edits += 1
            self._world._bodies.arrays.force[self._row, 0:6] += np.concatenate((force, torque))
            self._world._forces_act = True
            self._wake()

    def apply_impulse(self, impulse: Any, at: Any = None) -> None:
        """Apply an impulse [N s] at once, at a point of the world [m] (None: the centre of mass)."""
        p = vector("impulse", impulse, 3, MOST)
        row, arrays = self._row, self._world._bodies.arrays
        if arrays.type[row] == DYNAMIC:
            axes = matrix(self._get("pose", 3, 7))
            self._world._bodies.edits += 1
            spin = axes @ (axes.T @ cross(self._arm(at), p) / self.inertia)
            arrays.velocity[row, 0:3] += p / self.mass
            arrays.velocity[row, 3:6] += spin
            self._wake()

    def _wake(self) -> None:
        self._world._bodies.edits += 1
        if self._world.sleep:
            wake(self._world._bodies, self._world._contacts, self._row)

    @property
    def asleep(self) -> bool:
        """Whether it sleeps: it stays unchanged until something wakes its island."""
        return bool(self._world._bodies.sleeping()[self._row])

    @property
    def can_sleep(self) -> bool:
        """Whether it may fall asleep; writable, and False wakes it."""
        return not self._world._bodies.arrays.restless[self._row]

    @can_sleep.setter
    def can_sleep(self, value: bool) -> None:
        may = tunables(BodyDefinition)["can_sleep"].check("can_sleep", value)
        self._world._bodies.edits += 1
        self._world._bodies.arrays.restless[self._row] = not may
        if not may:
            self._wake()

    def wake(self) -> None:
        """Wake its island, or, if it is not dynamic, the bodies that touch it; its time at rest restarts."""
        self._wake()

    def sleep(self) -> None:
        """Stop its island and let it fall asleep in the next step, unless a body of the island may not sleep.

        Raises ValueError if sleeping is off.
        """
        world = self._world
        if not world.sleep:
            raise ValueError(f"{self!r} cannot sleep: sleeping is off in this world (world.sleep = True)")
        if self.type == "dynamic" and not self.asleep:
            world._close_up()
            first = islands(world._bodies, world._contacts, world._joints)
            force_sleep(world._bodies, np.flatnonzero(first == first[self._row]))

    def world_point(self, local: Any) -> np.ndarray:
        """World coordinates of a point given in the body's frame [m]."""
        return self.position + rotate(self.rotation, vector("local", local, 3, FARTHEST))
