"""Metrics of a world for plots, `expect:`, `compare` and tests: one function each, with a name, a unit and a line of help.

A metric of scope "world" gives a number or a vector, "bodies" one value for each body in `rows` (in order of creation), "joints"
one for each joint, or nan for a joint that has none, which a sampler leaves out; "pairs" a number for two lists of uids.  They
are read through a `measure.sampler.Sampler`.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from physics.bodies.rotation import rotate, rotate_back
from physics.bodies.shape_reach import support
from physics.definitions.tunable import nearest
from physics.measure.sample import Sample


class Metric(NamedTuple):
    """A measured quantity."""

    name: str
    scope: str                  # "world", "bodies", "joints" or "pairs"
    unit: str
    help: str
    measure: Callable[..., Any]
    partial: bool = False       # nan stands for none


METRICS: dict[str, Metric] = {}
DIVIDED = {"joint_error": ("joint_gap", "joint_tilt")}         # former metric -> those that measure its parts


def metric(scope: str, unit: str, partial: bool = False) -> Callable:
    """Register a function (sample), (sample, rows) or (sample, uids, uids) as the metric of its name; its docstring is the
    help."""
    def register(function: Callable) -> Callable:
        about = (function.__doc__ or "").rstrip(".")         # Python drops docstrings under -OO
        METRICS[function.__name__] = Metric(function.__name__, scope, unit, about, function, partial)
        return function

    return register


def unknown(name: str, known: Iterable[str] = METRICS) -> str:
    """Why there is no metric `name` among those `known`, with the nearest; a former one with those that replace it."""
    if name in DIVIDED:
        return f"{name} is now {' and '.join(f'{part} [{METRICS[part].unit}]' for part in DIVIDED[name])}: write one of them"
    known = list(known)
    return f"there is no metric {name!r}; {nearest(name, known)}allowed are {', '.join(known)}"


def _length(v: np.ndarray) -> np.ndarray:
    return np.sqrt((v * v).sum(-1))


# ------------------------------------------------------------------------------------------------ the whole world

@metric("world", "s")
def time(sample: Sample) -> float:
    """Time since the start."""
    return float(sample.world.time)


@metric("world", "J")
def kinetic_energy(sample: Sample) -> float:
    """Energy of motion and spin."""
    return float(sample.world.energy().kinetic)


@metric("world", "J")
def potential_energy(sample: Sample) -> float:
    """Energy of height, -m g . x."""
    return float(sample.world.energy().potential)


@metric("world", "J")
def energy(sample: Sample) -> float:
    """Kinetic and potential energy together."""
    return float(sample.world.energy().total)


@metric("world", "N s")
def momentum(sample: Sample) -> np.ndarray:
    """Sum of m v, a vector."""
    return (sample.facts.masses[:, None] * sample.velocities).sum(0)


@metric("world", "N m s")
def angular_momentum(sample: Sample) -> np.ndarray:
    """Sum of x cross m v + I w about the origin, a vector."""
    orbit = np.cross(sample.positions, sample.facts.masses[:, None] * sample.velocities)
    return (orbit[sample.facts.dynamic]).sum(0) + spin_momentum(sample, np.flatnonzero(sample.facts.dynamic)).sum(0)


@metric("world", "m")
def max_penetration(sample: Sample) -> float:
    """Deepest overlap of two bodies."""
    return float(sample.world.max_penetration())


@metric("world", "m/s")
def max_speed(sample: Sample) -> float:
    """Speed of the fastest dynamic body."""
    return float(_length(sample.velocities[sample.facts.dynamic]).max(initial=0.0))


@metric("world", "")
def contacts(sample: Sample) -> int:
    """Number of contact points."""
    return int(sample.world.contact_count)


@metric("world", "")
def body_count(sample: Sample) -> int:
    """Number of bodies, static ones included."""
    return len(sample.facts.uids)


@metric("world", "")
def asleep(sample: Sample) -> int:
    """Number of bodies that sleep."""
    return int(sample.world.asleep.sum())


@metric("world", "")
def joints_broken(sample: Sample) -> int:
    """Number of joints that broke and were not mended."""
    return int(sample.joints.broken.sum())


# ------------------------------------------------------------------------------------------------ each body

@metric("bodies", "m")
def x(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Centre of mass along x."""
    return sample.positions[rows, 0]


@metric("bodies", "m")
def y(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Centre of mass along y."""
    return sample.positions[rows, 1]


@metric("bodies", "m")
def height(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Centre of mass along z."""
    return sample.positions[rows, 2]


@metric("bodies", "m")
def lowest_point(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Lowest point of the body's surface."""
    lowest = np.array(sample.positions[:, 2])
    wanted = np.zeros(len(lowest), bool)
    wanted[rows] = True
    for shape, having in sample.facts.shapes.items():
        if len(having := having[wanted[having]]):
            down = rotate_back(sample.rotations[having], np.broadcast_to([0.0, 0.0, -1.0], (len(having), 3)))
            lowest[having] -= support(shape, down)
    return lowest[rows]


@metric("bodies", "m")
def displacement(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Distance from the place at the start."""
    return _length(sample.positions[rows] - sample.start.positions[sample.started(rows)])


@metric("bodies", "m")
def drift(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Horizontal distance from the place at the start."""
    return _length((sample.positions[rows] - sample.start.positions[sample.started(rows)])[:, :2])


@metric("bodies", "rad")
def tilt(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Angle from vertical of the body's direction that pointed up at the start."""
    up = np.broadcast_to([0.0, 0.0, 1.0], (len(rows), 3))
    now = rotate(sample.rotations[rows], rotate_back(sample.start.rotations[sample.started(rows)], up))
    return np.arctan2(_length(now[:, :2]), now[:, 2])


@metric("bodies", "m/s")
def speed(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Length of the velocity."""
    return _length(sample.velocities[rows])


@metric("bodies", "m/s")
def speed_x(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Velocity along x."""
    return sample.velocities[rows, 0]


@metric("bodies", "m/s")
def speed_y(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Velocity along y."""
    return sample.velocities[rows, 1]


@metric("bodies", "m/s")
def speed_z(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Velocity along z, upwards."""
    return sample.velocities[rows, 2]


@metric("bodies", "rad/s")
def spin(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Length of the angular velocity."""
    return _length(sample.spins[rows])


def _own_spin(sample: Sample, rows: np.ndarray) -> np.ndarray:
    return rotate_back(sample.rotations[rows], sample.spins[rows])


@metric("bodies", "rad/s")
def own_spin_x(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Angular velocity about the body's own x axis."""
    return _own_spin(sample, rows)[:, 0]


@metric("bodies", "rad/s")
def own_spin_y(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Angular velocity about the body's own y axis."""
    return _own_spin(sample, rows)[:, 1]


@metric("bodies", "rad/s")
def own_spin_z(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Angular velocity about the body's own z axis."""
    return _own_spin(sample, rows)[:, 2]


@metric("bodies", "N m s")
def spin_momentum(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """I w about each body's own centre, a vector."""
    return rotate(sample.rotations[rows], sample.facts.inertias[rows] * _own_spin(sample, rows))


@metric("bodies", "J")
def spin_energy(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Energy of rotation, w . I w / 2."""
    return 0.5 * (sample.facts.inertias[rows] * _own_spin(sample, rows) ** 2).sum(-1)


@metric("bodies", "kg")
def mass(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Mass; 0 for a body that is not dynamic."""
    return sample.facts.masses[rows]


@metric("bodies", "")
def friction(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """The body's own friction coefficient."""
    return sample.facts.frictions[rows]


@metric("bodies", "")
def restitution(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """The body's own restitution."""
    return sample.facts.restitutions[rows]


def _resistance(sample: Sample, rows: np.ndarray, name: str) -> np.ndarray:
    return np.array([getattr(sample.world.body(int(uid)), name) for uid in sample.facts.uids[rows]], float)


@metric("bodies", "m")
def rolling_resistance(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """The body's own arm of rolling resistance."""
    return _resistance(sample, rows, "rolling_resistance")


@metric("bodies", "")
def rolling_share(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """The same as a share of the radius."""
    return _resistance(sample, rows, "rolling_share")


@metric("bodies", "m")
def spinning_resistance(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """The body's own arm of resistance against turning about the normal."""
    return _resistance(sample, rows, "spinning_resistance")


@metric("bodies", "")
def spinning_share(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """The same as a share of the radius."""
    return _resistance(sample, rows, "spinning_share")


@metric("bodies", "")
def overlaps(sample: Sample, rows: np.ndarray) -> np.ndarray:
    """Number of bodies that overlap a sensor; of another body, number of sensors that it overlaps."""
    both, uids = np.sort(sample.overlaps.ravel()), sample.facts.uids[rows]
    return np.searchsorted(both, uids, "right") - np.searchsorted(both, uids, "left")


# ------------------------------------------------------------------------------------------------ sensors and bodies

@metric("pairs", "")
def inside(sample: Sample, sensors: np.ndarray, bodies: np.ndarray) -> int:
    """Number of these bodies that overlap one of these sensors at least; of one body 1 or 0."""
    found = sample.overlaps
    return len(np.unique(found[np.isin(found[:, 0], sensors) & np.isin(found[:, 1], bodies), 1]))


# ------------------------------------------------------------------------------------------------ each joint

@metric("joints", "m", partial=True)
def joint_gap(sample: Sample) -> np.ndarray:
    """How far apart the places are that each joint holds together; none for joints that hold no place, are off or broken."""
    return sample.joints.gaps


@metric("joints", "rad", partial=True)
def joint_tilt(sample: Sample) -> np.ndarray:
    """How far the rotations that each joint holds are apart; none for joints that hold no rotation, are off or broken."""
    return sample.joints.tilts


@metric("joints", "N")
def joint_force(sample: Sample) -> np.ndarray:
    """Length of the force on b of each joint in the last step; of a pulley ratio times its tension, of a mouse that on a."""
    return _length(sample.joints.forces)


@metric("joints", "N m")
def joint_torque(sample: Sample) -> np.ndarray:
    """Length of the torque that each joint exerted about its anchor in the last step."""
    return _length(sample.joints.torques)


@metric("joints", "m or rad", partial=True)
def joint_measure(sample: Sample) -> np.ndarray:
    """A hinge's angle, a slider's position, a distance, a pulley's rope; none for joints without one, off or broken."""
    return sample.joints.measures
