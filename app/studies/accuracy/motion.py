"""The motion of a setup: states of all bodies over time, and what is measured in it, the same for all engines."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.studies.accuracy.setup import Setup, Vector

PLACE, TURN, SPEED, SPIN = slice(0, 3), slice(3, 7), slice(7, 10), slice(10, 13)       # of a state, see app.studies.engines


class Motion:
    """States of the bodies of a setup by name.

    time     (k,) [s]
    states   (k, n, 13) position [m], quaternion x y z w, velocity [m/s], angular velocity [rad/s]
    """

    def __init__(self, setup: Setup, time: np.ndarray, states: np.ndarray):
        self.setup, self.time, self.states = setup, time, states
        self.index = {body.name: k for k, body in enumerate(setup.bodies)}

    def position(self, name: str) -> np.ndarray:
        """(k, 3) [m]."""
        return self.states[:, self.index[name], PLACE]

    def rotation(self, name: str) -> np.ndarray:
        """(k, 4) x y z w."""
        return self.states[:, self.index[name], TURN]

    def velocity(self, name: str) -> np.ndarray:
        """(k, 3) [m/s]."""
        return self.states[:, self.index[name], SPEED]

    def spin(self, name: str) -> np.ndarray:
        """(k, 3) angular velocity in the world [rad/s]."""
        return self.states[:, self.index[name], SPIN]

    def direction(self, name: str, local: Vector) -> np.ndarray:
        """(k, 3) a direction of a body, in the world."""
        return turn(self.rotation(name), np.broadcast_to(local, (len(self.time), 3)))

    def point(self, name: str, local: Vector) -> np.ndarray:
        """(k, 3) a point of a body, in the world [m]."""
        return self.position(name) + self.direction(name, local)

    def angle(self, name: str, axis: Vector) -> np.ndarray:
        """(k,) the turn about an axis of the world, counted over whole turns [rad]; 0 at the start."""
        q = self.rotation(name)
        angle = np.unwrap(2 * np.arctan2(q[:, :3] @ np.array(axis, float), q[:, 3]))
        return angle - angle[0]

    def tilt(self, name: str, local: Vector) -> np.ndarray:
        """(k,) angle between a direction of a body and where it pointed at the start [rad]."""
        ahead = self.direction(name, local)
        return np.arctan2(np.linalg.norm(np.cross(ahead[0], ahead), axis=1), ahead @ ahead[0])

    def angular_momentum(self, name: str) -> np.ndarray:
        """(k, 3) about the centre of mass [kg m2/s]."""
        body, back = self.setup.bodies[self.index[name]], self.rotation(name) * np.array((-1.0, -1.0, -1.0, 1.0))
        return turn(self.rotation(name), turn(back, self.spin(name)) * np.array(body.shape.unit_inertia) * body.final_mass)

    def energy(self, names: Sequence[str] = ()) -> np.ndarray:
        """(k,) kinetic and potential energy of these dynamic bodies, all if none is named [J]; 0 where all rest at the origin."""
        total = np.zeros(len(self.time))
        for body in self.setup.bodies:
            if body.type == "dynamic" and (not names or body.name in names):
                mass, v = body.final_mass, self.velocity(body.name)
                turning = np.einsum("ki,ki->k", self.spin(body.name), self.angular_momentum(body.name))
                total += mass * ((v ** 2).sum(1) / 2 - self.position(body.name) @ np.array(self.setup.gravity)) + turning / 2
        return total

    def when(self, values: np.ndarray, level: float = 0.0) -> float:
        """The time at which values first cross a level [s], between two states by a straight line; NaN if never."""
        over = np.sign(values - level)
        (found,) = np.nonzero(over[1:] != over[0])
        return self._between(values - level, int(found[0])) if len(found) else float("nan")

    def period(self, values: np.ndarray, level: float = 0.0) -> float:
        """The mean time between upward crossings of a level [s]; NaN for fewer than two."""
        above = values - level
        (found,) = np.nonzero((above[:-1] < 0) & (above[1:] >= 0))
        if len(found) < 2:
            return float("nan")
        return (self._between(above, int(found[-1])) - self._between(above, int(found[0]))) / (len(found) - 1)

    def _between(self, above: np.ndarray, k: int) -> float:
        """The time between states k and k + 1 at which a straight line is 0."""
        share = above[k] / (above[k] - above[k + 1])
        return float(self.time[k] + share * (self.time[k + 1] - self.time[k]))

    def slope(self, values: np.ndarray, begin: float = 0.0, end: float = float("inf")) -> float:
        """The mean rate of values between two times, by least squares [1/s]."""
        inside = (self.time >= begin - 1e-9) & (self.time <= end + 1e-9)
        return mean_rate(self.time[inside], values[inside])

    def at(self, values: np.ndarray, time: float) -> float:
        """A value at a time, between two states by a straight line."""
        return float(np.interp(time, self.time, values))


def mean_rate(time: np.ndarray, values: np.ndarray) -> float:
    """The slope of a straight line through values, by least squares; NaN for fewer than two."""
    if len(time) < 2:
        return float("nan")
    apart = time - time.mean()
    return float(apart @ values / (apart @ apart))


def turn(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """(k, 3) vectors turned by (k, 4) quaternions: v + 2 w (u x v) + 2 u x (u x v)."""
    u, w = q[:, :3], q[:, 3:]
    across = np.cross(u, v)
    return v + 2 * (w * across + np.cross(u, across))
