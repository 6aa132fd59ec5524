"""What plots, `expect:`, `compare` and tests measure on a world: one function a metric, with a name, a unit and a line of help.

A metric of scope "world" gives a number or a vector, "bodies" one value for each body asked for (`rows`, in order of
creation), "joints" one for each joint.  They are read through a `measure.sampler.Meter`.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from physics.bodies.rotation import rotate, rotate_back

if TYPE_CHECKING:
    from physics.measure.sampler import Look


class Metric(NamedTuple):
    """A measured quantity."""

    name: str
    scope: str                  # "world", "bodies" or "joints"
    unit: str
    help: str
    measure: Callable[..., Any]


METRICS: dict[str, Metric] = {}


def metric(scope: str, unit: str) -> Callable:
    """Register a function (look, rows) or (look) as the metric of its name; its docstring is the help."""
    def register(function: Callable) -> Callable:
        METRICS[function.__name__] = Metric(function.__name__, scope, unit, function.__doc__.rstrip("."), function)
        return function

    return register


def _length(v: np.ndarray) -> np.ndarray:
    return np.sqrt((v * v).sum(-1))


# ------------------------------------------------------------------------------------------------ the whole world

@metric("world", "s")
def time(look: Look) -> float:
    """Time since the start."""
    return float(look.world.time)


@metric("world", "J")
def kinetic_energy(look: Look) -> float:
    """Energy of motion and spin."""
    return float(look.world.energy().kinetic)


@metric("world", "J")
def potential_energy(look: Look) -> float:
    """Energy of height, -m g . x."""
    return float(look.world.energy().potential)


@metric("world", "J")
def energy(look: Look) -> float:
    """Kinetic and potential energy together."""
    return float(look.world.energy().total)


@metric("world", "N s")
def momentum(look: Look) -> np.ndarray:
    """Sum of m v, a vector."""
    return (look.facts.masses[:, None] * look.velocities).sum(0)


@metric("world", "N m s")
def angular_momentum(look: Look) -> np.ndarray:
    """Sum of x cross m v + I w about the origin, a vector."""
    orbit = np.cross(look.positions, look.facts.masses[:, None] * look.velocities)
    return (orbit[look.facts.dynamic]).sum(0) + spin_momentum(look, np.flatnonzero(look.facts.dynamic)).sum(0)


@metric("world", "m")
def max_penetration(look: Look) -> float:
    """Deepest overlap of two bodies."""
    return float(look.world.max_penetration())


@metric("world", "m/s")
def max_speed(look: Look) -> float:
    """Speed of the fastest dynamic body."""
    return float(_length(look.velocities[look.facts.dynamic]).max(initial=0.0))


@metric("world", "")
def contacts(look: Look) -> int:
    """Number of contact points."""
    return int(look.world.contact_count)


@metric("world", "")
def body_count(look: Look) -> int:
    """Number of bodies, static ones included."""
    return len(look.facts.uids)


@metric("world", "")
def asleep(look: Look) -> int:
    """Number of bodies that sleep."""
    return int(look.world.asleep.sum())


# ------------------------------------------------------------------------------------------------ each body

@metric("bodies", "m")
def x(look: Look, rows: np.ndarray) -> np.ndarray:
    """Centre of mass along x."""
    return look.positions[rows, 0]


@metric("bodies", "m")
def y(look: Look, rows: np.ndarray) -> np.ndarray:
    """Centre of mass along y."""
    return look.positions[rows, 1]


@metric("bodies", "m")
def height(look: Look, rows: np.ndarray) -> np.ndarray:
    """Centre of mass along z."""
    return look.positions[rows, 2]


@metric("bodies", "m")
def lowest_point(look: Look, rows: np.ndarray) -> np.ndarray:
    """Lowest point of the body's surface."""
    sizes = look.facts.sizes[rows]
    down = np.abs(rotate_back(look.rotations[rows], np.broadcast_to([0.0, 0.0, 1.0], (len(rows), 3))))
    reach = np.where(look.facts.round[rows], sizes[:, 0], (down * sizes).sum(-1))
    return look.positions[rows, 2] - reach


@metric("bodies", "m")
def displacement(look: Look, rows: np.ndarray) -> np.ndarray:
    """Distance from the place at the start."""
    return _length(look.positions[rows] - look.start.positions[look.started(rows)])


@metric("bodies", "m")
def drift(look: Look, rows: np.ndarray) -> np.ndarray:
    """Horizontal distance from the place at the start."""
    return _length((look.positions[rows] - look.start.positions[look.started(rows)])[:, :2])


@metric("bodies", "rad")
def tilt(look: Look, rows: np.ndarray) -> np.ndarray:
    """Angle from vertical of the body's direction that pointed up at the start."""
    up = np.broadcast_to([0.0, 0.0, 1.0], (len(rows), 3))
    now = rotate(look.rotations[rows], rotate_back(look.start.rotations[look.started(rows)], up))
    return np.arctan2(_length(now[:, :2]), now[:, 2])


@metric("bodies", "m/s")
def speed(look: Look, rows: np.ndarray) -> np.ndarray:
    """Length of the velocity."""
    return _length(look.velocities[rows])


@metric("bodies", "m/s")
def speed_x(look: Look, rows: np.ndarray) -> np.ndarray:
    """Velocity along x."""
    return look.velocities[rows, 0]


@metric("bodies", "m/s")
def speed_y(look: Look, rows: np.ndarray) -> np.ndarray:
    """Velocity along y."""
    return look.velocities[rows, 1]


@metric("bodies", "m/s")
def speed_z(look: Look, rows: np.ndarray) -> np.ndarray:
    """Velocity along z, upwards."""
    return look.velocities[rows, 2]


@metric("bodies", "rad/s")
def spin(look: Look, rows: np.ndarray) -> np.ndarray:
    """Length of the angular velocity."""
    return _length(look.spins[rows])


def _own_spin(look: Look, rows: np.ndarray) -> np.ndarray:
    return rotate_back(look.rotations[rows], look.spins[rows])


@metric("bodies", "rad/s")
def own_spin_x(look: Look, rows: np.ndarray) -> np.ndarray:
    """Angular velocity about the body's own x axis."""
    return _own_spin(look, rows)[:, 0]


@metric("bodies", "rad/s")
def own_spin_y(look: Look, rows: np.ndarray) -> np.ndarray:
    """Angular velocity about the body's own y axis."""
    return _own_spin(look, rows)[:, 1]


@metric("bodies", "rad/s")
def own_spin_z(look: Look, rows: np.ndarray) -> np.ndarray:
    """Angular velocity about the body's own z axis."""
    return _own_spin(look, rows)[:, 2]


@metric("bodies", "N m s")
def spin_momentum(look: Look, rows: np.ndarray) -> np.ndarray:
    """I w about each body's own centre, a vector."""
    return rotate(look.rotations[rows], look.facts.inertias[rows] * _own_spin(look, rows))


@metric("bodies", "J")
def spin_energy(look: Look, rows: np.ndarray) -> np.ndarray:
    """Energy of rotation, w . I w / 2."""
    return 0.5 * (look.facts.inertias[rows] * _own_spin(look, rows) ** 2).sum(-1)


@metric("bodies", "kg")
def mass(look: Look, rows: np.ndarray) -> np.ndarray:
    """Mass; 0 for a body that is not dynamic."""
    return look.facts.masses[rows]


@metric("bodies", "")
def friction(look: Look, rows: np.ndarray) -> np.ndarray:
    """The body's own friction coefficient."""
    return look.facts.frictions[rows]


@metric("bodies", "")
def restitution(look: Look, rows: np.ndarray) -> np.ndarray:
    """The body's own restitution."""
    return look.facts.restitutions[rows]


# ------------------------------------------------------------------------------------------------ each joint

@metric("joints", "m")
def joint_error(look: Look) -> np.ndarray:
    """How far each joint is from where it should be."""
    return look.joints.errors


@metric("joints", "N")
def joint_force(look: Look) -> np.ndarray:
    """Length of the force that each joint exerted in the last step."""
    return _length(look.joints.forces)


@metric("joints", "N m")
def joint_torque(look: Look) -> np.ndarray:
    """Length of the torque that each joint exerted about its anchor in the last step."""
    return _length(look.joints.torques)


@metric("joints", "m or rad")
def joint_measure(look: Look) -> np.ndarray:
    """A hinge's angle, a slider's position, a distance, a pulley's rope; nan for joints that measure nothing."""
    return look.joints.measures
