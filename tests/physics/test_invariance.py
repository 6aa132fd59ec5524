"""Invariance: rotated and translated scenes have the same motion.

This finds code that is correct for one axis only.  Contacts start with an overlap: a soft contact differs just above and just
below zero, where rounding would decide.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from physics import (
    Angle,
    Axis,
    BallSocket,
    Box,
    Distance,
    Fixed,
    Gear,
    Hinge,
    Mouse,
    Plane,
    Pulley,
    Rack,
    SixDof,
    Slider,
    SolverSettings,
    Sphere,
    World,
)
from physics.bodies.rotation import rotate, rotate_back

ANGLE = np.radians(37)
AXIS = np.array((1, 2, 3)) / np.sqrt(14)
TURN = np.append(np.sin(ANGLE / 2) * AXIS, np.cos(ANGLE / 2))
STILL = np.array((0.0, 0.0, 0.0, 1.0))


def multiplied(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """The rotation q followed by p."""
    return np.append(p[3] * q[:3] + q[3] * p[:3] + np.cross(p[:3], q[:3]), p[3] * q[3] - p[:3] @ q[:3])


class Place:
    """A world with rotated axes and a moved origin, filled by coordinates in its own axes."""

    def __init__(self, turn: np.ndarray, shift: np.ndarray, **solver):
        self.turn, self.shift = turn, shift
        settings = {"iterations": 60, "relax_iterations": 20, "substeps": 1, "stabilization": "split_impulse"} | solver
        self.world = World(gravity=tuple(rotate(turn, np.array((0, 0, -9.81)))), precision="double",
                           solver=SolverSettings(**settings))

    def point(self, x) -> np.ndarray:
        return rotate(self.turn, np.array(x, float)) + self.shift

    def axis(self, v) -> np.ndarray:
        return rotate(self.turn, np.array(v, float))

    def plane(self, normal=(0, 0, 1), **more) -> None:
        n = rotate(self.turn, np.array(normal, float) / np.linalg.norm(normal))
        self.world.add_body(shape=Plane(normal=tuple(n), offset=float(n @ self.shift)), type="static", **more)

    def body(self, position, rotation=STILL, velocity=(0, 0, 0), angular_velocity=(0, 0, 0), **more):
        return self.world.add_body(position=self.point(position), rotation=multiplied(self.turn, np.array(rotation, float)),
                                   velocity=rotate(self.turn, np.array(velocity, float)),
                                   angular_velocity=rotate(self.turn, np.array(angular_velocity, float)), **more)

    def seen(self) -> np.ndarray:
        """(n, 13) state in the place's own axes; quaternions with w >= 0."""
        moves = [b for b in self.world.bodies if not isinstance(b.shape, Plane)]
        back, rows = self.turn * (-1, -1, -1, 1), []
        for b in moves:
            q = multiplied(back, b.rotation)
            rows.append(np.concatenate((rotate_back(self.turn, b.position - self.shift), q * np.sign(q[3] or 1),
                                        rotate_back(self.turn, b.velocity), rotate_back(self.turn, b.angular_velocity))))
        return np.array(rows)


SCENES: dict[str, Callable[[Place], None]] = {}


def scene(function):
    """Register a scene."""
    SCENES[function.__name__] = function
    return function


@scene
def ball_rolls(place: Place) -> None:
    place.plane(normal=(0.3, 0.1, 1), friction=0.3)
    n = np.array((0.3, 0.1, 1)) / np.linalg.norm((0.3, 0.1, 1))
    place.body(0.499 * n, shape=Sphere(radius=0.5), velocity=(1, -2, 0), friction=0.3)


@scene
def box_tumbles(place: Place) -> None:
    place.body((0, 0, 9), shape=Box(half=(0.1, 0.4, 0.9)), rotation=(0.1, 0.2, 0.3, 0.927), velocity=(1, 2, 3),
               angular_velocity=(3, -2, 5))


@scene
def box_slides(place: Place) -> None:
    place.plane(friction=0.4)
    place.body((0, 0, 0.099), shape=Box(half=(0.5, 0.5, 0.1)), velocity=(3, 1, 0), friction=0.4)


@scene
def crate_on_a_belt(place: Place) -> None:
    place.body((0, 0, -0.5), shape=Box(half=(5, 5, 0.5)), rotation=(0, 0, 0.6, 0.8), type="static", friction=0.4,
               surface_velocity=(1, 0.5, 0.2), surface_spin=(0, 0.1, 0.7))
    place.body((0.5, 0.2, 0.099), shape=Box(half=(0.3, 0.5, 0.1)), friction=0.6, combine_friction="average")


@scene
def balls_that_resist(place: Place) -> None:
    place.body((0, 0, -0.5), shape=Box(half=(5, 5, 0.5)), rotation=(0, 0, 0.6, 0.8), type="static", spinning_resistance=0.01)
    place.body((0, 0.1, 0.299), shape=Sphere(radius=0.3), velocity=(1, 0.5, 0), angular_velocity=(0, 2, 5),
               rolling_resistance=0.03)
    place.body((0.7, 0.5, 0.399), shape=Sphere(radius=0.4), angular_velocity=(1, 0, 4), rolling_share=0.05)


@scene
def balls_meet(place: Place) -> None:
    place.body((-1, 0, 0), shape=Sphere(radius=0.5), velocity=(4, 0.3, 0), restitution=0.8)
    place.body((1, 0.2, 0), shape=Sphere(radius=0.4), velocity=(-3, 0, 0.2), restitution=0.8, mass=3)


@scene
def ball_on_a_box(place: Place) -> None:
    place.body((0, 0, 0), shape=Box(half=(2, 2, 0.5)), type="static", rotation=(0, 0.05, 0, 1), friction=0.5)
    place.body((-1, 0.1, 1.103), shape=Sphere(radius=0.5), velocity=(0, 1, 0), friction=0.5)


@scene
def boxes_stacked(place: Place) -> None:
    place.plane()
    for k in range(3):
        place.body((0, 0, 0.499 + 0.999 * k), shape=Box(half=(0.5, 0.5, 0.5)))


@scene
def box_is_dragged(place: Place) -> None:
    body = place.body((0, 0, 3), shape=Box(half=(0.5, 0.3, 0.2)))
    place.world.add_joint(Mouse(a=body, anchor=place.point((0.5, 0.3, 3)), target=place.point((1, 1, 4))))


JOINTS = {
    "ball_socket": lambda p, both: BallSocket(**both, anchor=p.point((0.6, 0, 3)), axis=p.axis((1, 0, 0)), cone=0.3,
                                              twist_lower=-0.1, twist_upper=0.1),
    "hinge": lambda p, both: Hinge(**both, anchor=p.point((0.6, 0, 3)), axis=p.axis((0, 1, 1)), lower=-0.3, motor_torque=4,
                                   motor_speed=-5),
    "slider": lambda p, both: Slider(**both, anchor=p.point((0.6, 0, 3)), axis=p.axis((-1, 0, 0)), upper=0.2, hertz=2, rest=0.4),
    "fixed": lambda p, both: Fixed(**both),
    "distance": lambda p, both: Distance(**both, anchor_a=p.point((0.4, 0, 3)), anchor_b=p.point((1, 0, 3.1))),
    "angle": lambda p, both: Angle(**both, axis=p.axis((-1, 0, 0)), angle=0.5),
    "six_dof": lambda p, both: SixDof(**both, anchor=p.point((0.6, 0, 3)),
                                      frame=multiplied(p.turn, np.array((0.1, 0.5, 0.3, 0.8))), x=Axis("limit", -0.1, 0.1),
                                      ry="free", rz=Axis("free", motor_speed=2, motor_force=3)),
    "gear": lambda p, both: Gear(**both, axis_a=p.axis((-1, 0, 0)), axis_b=p.axis((0, 0, 1)), ratio=-2),
    "rack": lambda p, both: Rack(**both, axis_a=p.axis((-1, 0, 0)), axis_b=p.axis((0, 0, 1)), radius=0.3),
    "pulley": lambda p, both: Pulley(**both, anchor_a=p.point((0, 0, 3)), anchor_b=p.point((1.2, 0, 3)),
                                     ground_a=p.point((0, 0, 6)), ground_b=p.point((1, 1, 6)), length=6.1)}


def two_boxes_joined(kind: str) -> Callable[[Place], None]:
    """A scene: two joined boxes in free flight."""
    def build(place: Place) -> None:
        bodies = [place.body((1.2 * k, 0, 3), shape=Box(half=(0.3, 0.2, 0.1 + 0.2 * k)), rotation=(0.1, 0.2 - k, 0.3, 0.9),
                             velocity=(k, 1, 0), angular_velocity=(1, k, 2 - k)) for k in range(2)]
        place.world.add_joint(JOINTS[kind](place, {"a": bodies[0], "b": bodies[1]}))
    return build


SCENES.update({f"joined by {kind}": two_boxes_joined(kind) for kind in JOINTS})


def played(name: str, turn: np.ndarray, shift: Sequence[float], steps: int = 60, **solver) -> Place:
    """A place with a scene in it, after so many steps."""
    place = Place(turn, np.array(shift, float), **solver)
    SCENES[name](place)
    for _ in range(steps):
        place.world.step()
    return place


@pytest.mark.parametrize("stabilization", ["baumgarte", "split_impulse", "soft", "position"])
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize(("turn", "shift"), [(TURN, (0, 0, 0)), (STILL, (1000, -1000, 1000)), (TURN, (300, -800, 500))],
                         ids=["turned", "moved", "both"])
def test_the_same_elsewhere(name, turn, shift, stabilization):
    solver = {"stabilization": stabilization, "joint_stabilization": stabilization}
    here, there = (played(name, t, s, **solver) for t, s in ((STILL, (0, 0, 0)), (turn, shift)))
    if name != "boxes_stacked":
        assert np.abs(here.seen() - played(name, STILL, (0, 0, 0), 0).seen()).max() > 0.1, "nothing happened"
    assert np.abs(here.seen() - there.seen()).max() < 1e-6


@pytest.mark.parametrize("name", ["box_slides", "crate_on_a_belt"])
@pytest.mark.parametrize("turn", [TURN, np.array((0.5, -0.5, 0.5, 0.5)), np.array((0, 0, 0.6, 0.8))], ids=["37", "120", "z"])
def test_friction_at_the_centre_elsewhere(name, turn):
    """Round friction does not depend on the directions of its two tangents."""
    here, there = (played(name, t, (2, 3, 4), friction_model="manifold_centre") for t in (STILL, turn))
    assert np.abs(here.seen()[:, 7:10]).max() > 0.01 or np.abs(here.seen()[:, 0]).max() > 0.5
    assert np.abs(here.seen() - there.seen()).max() < 1e-6
