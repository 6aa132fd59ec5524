"""Cylinders, discs, capsules and cones: how they roll, and the slopes on which they topple."""
from __future__ import annotations

import math

import numpy as np

from app.studies.accuracy.closed_form import Trial, closed_form
from app.studies.accuracy.motion import Motion
from app.studies.accuracy.setup import GRAVITY, NONE, Setup, Vector, floor, tilted
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.shapes import Capsule, Cone, Cylinder, Shape

RADIUS = 0.2                                     # [m]
LYING = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))         # the axis along y
SLOPE = math.radians(20)
ROLLING = "rolling without slip; I = m r^2 / 2"


def _body(shape: Shape, height: float, **others) -> BodyDefinition:
    return BodyDefinition(name="body", shape=shape, position=(0, 0, height), **{"mass": 1.0} | others)


def _share(shape: Shape) -> float:
    """Inertia about the axis over m r^2."""
    return shape.unit_inertia[2] / shape.radius ** 2


def _rolling(shape: Shape) -> Trial:
    setup = Setup((floor(1.0), _body(shape, RADIUS, rotation=LYING, friction=1)), 2.0, gravity=tilted(SLOPE))
    return Trial(2 * GRAVITY * math.sin(SLOPE) / (1 + _share(shape)), setup, lambda m: m.velocity("body")[-1, 0])


def _rolls_off(shape: Shape, velocity: Vector, spin: Vector) -> Trial:
    setup = Setup((floor(0.2), _body(shape, RADIUS, rotation=LYING, friction=0.2, velocity=velocity, angular_velocity=spin)), 3.0)
    share = _share(shape)
    return Trial((velocity[0] + share * RADIUS * spin[1]) / (1 + share), setup, lambda m: m.velocity("body")[-1, 0])


@closed_form("v = 2/3 g t sin a", ROLLING, "m/s")
def cylinder_down_a_slope() -> Trial:
    """A cylinder rolls down 20 degrees."""
    return _rolling(Cylinder(RADIUS, 0.3))


@closed_form("v = 2/3 g t sin a", ROLLING, "m/s")
def disc_down_a_slope() -> Trial:
    """A disc a fifth as wide as it is high rolls down 20 degrees."""
    return _rolling(Cylinder(RADIUS, 0.2 * RADIUS))


@closed_form("v = g t sin a / (1 + I / (m r^2)), I of a cylinder and a ball", "rolling without slip", "m/s")
def capsule_down_a_slope() -> Trial:
    """A capsule rolls down 20 degrees."""
    return _rolling(Capsule(RADIUS, 0.3))


@closed_form("v = 2/3 v0", "angular momentum about a line of the ground stays", "m/s")
def cylinder_slides_off() -> Trial:
    """A cylinder that slides without spin rolls in the end."""
    return _rolls_off(Cylinder(RADIUS, 0.3), (3, 0, 0), NONE)


@closed_form("v = (v0 - k r w) / (1 + k), k = I / (m r^2)", "angular momentum about a line of the ground stays", "m/s")
def capsule_comes_back() -> Trial:
    """A capsule with backspin comes back."""
    return _rolls_off(Capsule(RADIUS, 0.3), (1, 0, 0), (0, -40, 0))


def _topples(shape: Shape, height: float, share: float) -> Trial:
    """Something that stands on a slope whose tangent is `share` of its radius over the height of its centre."""
    slope = math.atan(share * shape.radius / height)
    setup = Setup((floor(2.0), _body(shape, height, friction=2)), 3.0, gravity=tilted(slope))
    fallen = math.radians(45)
    return Trial(1.0 if share > 1 else 0.0, setup, lambda m: float(m.tilt("body", (0, 0, 1)).max() > fallen), 0.5)


@closed_form("1 or 0: it falls where tan a > r / h, h half its height", "its weight is beyond its rim", "1", over=(0.95, 1.05))
def cylinder_topples(share: float) -> Trial:
    """A cylinder on a slope topples, or does not: slope over radius by height of its centre is {}."""
    return _topples(Cylinder(0.15, 0.4), 0.4, share)


@closed_form("1 or 0: it falls where tan a > r / h, h a quarter of its height", "its weight is beyond its rim", "1",
             over=(0.95, 1.05))
def cone_topples(share: float) -> Trial:
    """A cone on a slope topples, or does not: slope over radius by height of its centre is {}."""
    return _topples(Cone(0.15, 0.4), 0.2, share)


@closed_form("W^2 = 4 g / (a sin t) of a thin coin, here with its thickness", "Omega x L = p x m g", "rad/s")
def coin_on_its_rim() -> Trial:
    """A coin leans by 1 rad and rolls about on its rim while its centre rests: how fast its axis goes round."""
    radius, half, lean = 0.2, 0.01, 1.0
    coin = Cylinder(radius, half)
    across, axial = coin.unit_inertia[0], coin.unit_inertia[2]
    torque = GRAVITY * (radius * math.cos(lean) - half * math.sin(lean))
    rate = math.sqrt(torque * radius / (math.sin(lean) * (across * radius * math.cos(lean) - axial * half * math.sin(lean))))
    axis, down = np.array((math.sin(lean), 0, math.cos(lean))), np.array((math.cos(lean), 0, -math.sin(lean)))
    spin = -rate * math.sin(lean) / radius * (radius * down - half * axis)
    body = _body(coin, radius * math.sin(lean) + half * math.cos(lean), friction=2, angular_velocity=tuple(spin),
                 rotation=(0.0, math.sin(lean / 2), 0.0, math.cos(lean / 2)))

    def rounds(m: Motion) -> float:
        axis = m.direction("body", (0, 0, 1))
        return m.slope(np.unwrap(np.arctan2(axis[:, 1], axis[:, 0])))

    return Trial(rate, Setup((floor(2.0), body), 1.0), rounds)
