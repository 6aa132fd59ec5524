"""Worlds that are turned by 37 degrees about (1, 2, 3) and moved by a kilometre do what they do where they were.

    python -m tests.reliability.moved_worlds --count 20

Gravity, velocities, anchors and axes turn along.  Positions are turned back and compared after STEPS steps in double precision:
what differs by more than NEAR has a direction of its own in it, such as tangents of friction by the world's axes.  The worlds
are smooth: bodies that slide, roll, swing, spin and hang, none of which falls over an edge.

A face that lies flat on another has corners that are equally deep, and rounding decides which comes first.  So each world also
runs where it is with its bodies turned by JITTERS, far below what can be seen: what that changes is no matter of place or
direction, and is added to NEAR.
"""
from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

from physics import BallSocket, Box, Capsule, Cylinder, Distance, Fixed, Hinge, Plane, Slider, SolverSettings, Sphere, World
from physics.definitions.settings import PRESETS
from tests.reliability.campaign import options, repeat, report

STEPS = 60
NEAR = 1e-6                            # [m] and of the quaternion's numbers; of a kilometre, double precision has 1e-13 m
ANGLE, ABOUT, FAR = np.radians(37), np.array([1.0, 2.0, 3.0]) / 14 ** 0.5, np.array([577.0, -577.0, 577.0])
JITTERS = (1e-14, 1e-12, 1e-10)        # of the quaternion's numbers
HERE = np.array([0.0, 0.0, 0.0, 1.0]), np.zeros(3)
TURN = np.array([*(np.sin(ANGLE / 2) * ABOUT), np.cos(ANGLE / 2)])


def rotated(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """v (3,) turned by a unit quaternion: v + 2 u x (u x v + w v), u its vector, w its scalar part."""
    return v + 2 * np.cross(q[:3], np.cross(q[:3], v) + q[3] * v)


def product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Quaternion p q: first q, then p."""
    return np.array([*(p[3] * q[:3] + q[3] * p[:3] + np.cross(p[:3], q[:3])), p[3] * q[3] - p[:3] @ q[:3]])


class Placed:
    """A world that is made as if at the origin, and stands elsewhere."""

    def __init__(self, turn: np.ndarray, far: np.ndarray, solver: SolverSettings):
        self.turn, self.far = turn, far
        self.world = World(precision="double", gravity=self.direction((0, 0, -9.81)), solver=solver)

    def place(self, point) -> np.ndarray:
        """Where a point is."""
        return rotated(self.turn, np.array(point, float)) + self.far

    def direction(self, vector) -> np.ndarray:
        """Where a direction points."""
        return rotated(self.turn, np.array(vector, float))

    def body(self, shape, at=(0, 0, 0), **more):
        """A body; `velocity` and `angular_velocity` turn along."""
        for name in {"velocity", "angular_velocity"} & more.keys():
            more[name] = self.direction(more[name])
        turn = product(self.turn, np.array(more.pop("rotation", (0, 0, 0, 1)), float))
        return self.world.add_body(shape=shape, position=self.place(at), rotation=turn, **more)

    def floor(self) -> None:
        """A plane through the origin, which its own numbers place, not its body's."""
        normal = self.direction((0, 0, 1))
        self.body(Plane(normal=tuple(normal), offset=float(normal @ self.far)), type="static", friction=0.5)

    def seen(self) -> np.ndarray:
        """(n, 3) places of the bodies, as at the origin."""
        back = self.turn * (-1, -1, -1, 1)
        return np.array([rotated(back, np.asarray(body.position, float) - self.far) for body in self.world.bodies
                         if body.type == "dynamic"])


def sliding(made: Placed, rng: np.random.Generator) -> None:
    """Boxes that slide in any direction, and come to rest or not."""
    made.floor()
    for k in range(5):
        angle = rng.uniform(0, 2 * np.pi)
        made.body(Box(half=(0.4, 0.3, 0.2)), at=(2 * k, 0, 0.2), velocity=(3 * np.cos(angle), 3 * np.sin(angle), 0), friction=0.3)


def rolling(made: Placed, rng: np.random.Generator) -> None:
    """Balls and cylinders that roll and slip."""
    made.floor()
    for k in range(4):
        made.body(Sphere(radius=0.3), at=(2 * k, 0, 0.3), velocity=(*rng.normal(size=2), 0), angular_velocity=rng.normal(size=3),
                  friction=0.4)
    made.body(Cylinder(0.3, 0.4), at=(0, 4, 0.3), rotation=(0.5 ** 0.5, 0, 0, 0.5 ** 0.5), velocity=(1, 0, 0), friction=0.6)


def swinging(made: Placed, rng: np.random.Generator) -> None:
    """Pendulums: a chain of capsules, a door, a ball on a rod."""
    last, post = None, (0, 0, 5)
    for k in range(4):
        link = made.body(Capsule(0.1, 0.25), at=(0.8 * k + 0.4, 0, 5), rotation=(0, 0.5 ** 0.5, 0, 0.5 ** 0.5))
        made.world.add_joint(BallSocket(a=last, b=link, anchor=made.place((0.8 * k, 0, 5) if k else post)))
        last = link
    door = made.body(Box(half=(0.5, 0.05, 1)), at=(0.5, 5, 5), angular_velocity=(0, 0, 2))
    made.world.add_joint(Hinge(a=None, b=door, anchor=made.place((0, 5, 5)), axis=made.direction((0, 0, 1)), lower=-1, upper=1))
    ball = made.body(Sphere(radius=0.2), at=(1, 9, 5), velocity=(*rng.normal(size=2), 0))
    made.world.add_joint(Distance(a=None, b=ball, anchor_a=made.place((0, 9, 5)), anchor_b=made.place((1, 9, 5))))


def spinning(made: Placed, rng: np.random.Generator) -> None:
    """Bodies that spin freely, a slider, and two welded boxes."""
    for k in range(3):
        made.body(Box(half=(0.5, 0.3, 0.1)), at=(3 * k, 0, 0), angular_velocity=2 * rng.normal(size=3))
    cart = made.body(Box(half=(0.3, 0.2, 0.2)), at=(0, 5, 0), velocity=(1, 0, 0))
    made.world.add_joint(Slider(a=None, b=cart, anchor=made.place((0, 5, 0)), axis=made.direction((1, 0, 0.5)), lower=-2,
                                upper=2))
    a, b = (made.body(Box(half=(0.3, 0.2, 0.2)), at=(0.6 * k, 9, 0), angular_velocity=rng.normal(size=3) * (1 - k))
            for k in range(2))
    made.world.add_joint(Fixed(a=a, b=b))


def bouncing(made: Placed, rng: np.random.Generator) -> None:
    """Balls that bounce on the floor, and meet one another straight."""
    made.floor()
    for k in range(4):
        made.body(Sphere(radius=0.3), at=(2 * k, 0, 1 + 0.1 * k), restitution=0.5, velocity=(0, *rng.normal(size=1), 0))
    made.body(Sphere(radius=0.3), at=(0, 4, 2), velocity=(2, 0, 0), restitution=1)
    made.body(Sphere(radius=0.3), at=(1.5, 4, 2), restitution=1)


FORMS: tuple[Callable[[Placed, np.random.Generator], None], ...] = (sliding, rolling, swinging, spinning, bouncing)


class Moving:
    """Compares one world after another with itself elsewhere."""

    def __init__(self) -> None:
        self.worst, self.where, self.rounding = 0.0, "", 0.0

    def __call__(self, seed: int) -> None:
        """A form of worlds, under a preset."""
        here, begun = self.run(seed, *HERE)
        assert np.abs(here - begun).max() > 0.1, "nothing moves"
        spread = max(np.abs(self.run(seed, *HERE, jitter)[0] - here).max() for jitter in JITTERS)
        apart = float(np.abs(self.run(seed, TURN, FAR)[0] - here).max())
        self.rounding = max(self.rounding, spread)
        form = FORMS[seed % len(FORMS)].__name__
        if apart > self.worst:
            self.worst, self.where = apart, form
        assert apart < NEAR + spread, f"{form}: {apart:.2g} m apart, of which rounding makes {spread:.2g}"

    @staticmethod
    def run(seed: int, turn: np.ndarray, far: np.ndarray, jitter: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Places of the bodies at the end, and at the beginning."""
        solver = SolverSettings.preset(list(PRESETS)[seed // len(FORMS) % len(PRESETS)])
        made, rng = Placed(turn, far, solver), np.random.default_rng(seed)
        FORMS[seed % len(FORMS)](made, rng)
        for body in made.world.bodies:
            if jitter and body.type == "dynamic":
                body.rotation = np.asarray(body.rotation, float) + jitter * rng.normal(size=4)
        begun = made.seen()
        for _ in range(STEPS):
            made.world.step()
        return made.seen(), begun


def main() -> int:
    """Run the campaign."""
    asked = options(__doc__, 20)
    seeds, moving = range(asked.first, asked.first + asked.count), Moving()
    failed = repeat(moving, seeds)
    return report("moved worlds", seeds, failed, farthest=f"{moving.worst:.2g} m ({moving.where})",
                  rounding_alone=f"{moving.rounding:.2g} m")


if __name__ == "__main__":
    sys.exit(main())
