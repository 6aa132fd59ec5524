"""What the cases of joints measure on bodies alone, never asking the joint: gaps, relative poses, angles counted on."""
from __future__ import annotations

import math

import numpy as np

from physics import Body
from physics.bodies.rotation import opposite, product, rotate, rotate_back

IDENTITY = np.array((0.0, 0.0, 0.0, 1.0))


def turn(axis, angle: float) -> np.ndarray:
    """Quaternion of a turn [rad] about an axis of any length."""
    axis = np.array(axis, float)
    return np.array((*(axis / np.linalg.norm(axis) * np.sin(angle / 2)), np.cos(angle / 2)))


class Mark:
    """A point and a frame fixed to a body, or to the world (None), given where they are now."""

    def __init__(self, body: Body | None, point=(0, 0, 0), frame=IDENTITY):
        self.body, point, frame = body, np.array(point, float), np.array(frame, float)
        self.point = point if body is None else rotate_back(body.rotation, point - body.position)
        self.frame = frame if body is None else product(opposite(body.rotation), frame)

    @property
    def position(self) -> np.ndarray:
        """(3,) where the point is now [m]."""
        return self.point if self.body is None else self.body.position + rotate(self.body.rotation, self.point)

    @property
    def rotation(self) -> np.ndarray:
        """(4,) how the frame stands now."""
        return self.frame if self.body is None else product(self.body.rotation, self.frame)


class Pair:
    """The same point and frame on two bodies: how far they have come apart since."""

    def __init__(self, a: Body | None, b: Body | None, point=(0, 0, 0), frame=IDENTITY):
        self.a, self.b = Mark(a, point, frame), Mark(b, point, frame)

    @property
    def gap(self) -> float:
        """Distance between the two points [m]."""
        return math.dist(self.b.position, self.a.position)

    @property
    def shift(self) -> np.ndarray:
        """(3,) b's point against a's, in a's frame [m]."""
        return rotate_back(self.a.rotation, self.b.position - self.a.position)

    @property
    def twists(self) -> np.ndarray:
        """(3,) for each axis of a's frame the twist of b's frame about it, within half a turn [rad]."""
        q = product(opposite(self.a.rotation), self.b.rotation)
        return 2 * np.arctan2(q[:3] * np.sign(q[3] or 1), abs(q[3]))

    @property
    def angle(self) -> float:
        """How far b's frame is turned against a's, about whatever axis [rad]."""
        q = product(opposite(self.a.rotation), self.b.rotation)
        return 2 * float(np.arctan2(np.linalg.norm(q[:3]), abs(q[3])))


class Counter:
    """An angle, or an array of them, that is read once a step and counted on past half a turn [rad]."""

    def __init__(self) -> None:
        self.angle: float | np.ndarray = 0.0

    def read(self, angle: float | np.ndarray) -> float | np.ndarray:
        """The angle nearest to the last one that equals this one up to full turns."""
        self.angle = self.angle + (angle - self.angle + np.pi) % (2 * np.pi) - np.pi
        return self.angle


def implicit_spring(x: float, v: float, h: float, omega: float, damping_ratio: float) -> tuple[float, float]:
    """One substep of a spring to zero, integrated implicitly: (x, v) after it."""
    v = (v - h * omega**2 * x) / (1 + 2 * h * damping_ratio * omega + (h * omega) ** 2)
    return x + h * v, v
