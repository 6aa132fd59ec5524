"""Free flight: the frames at the start in which nothing touches a body.

Without a torque its angular momentum L = I w and its spin energy w . I w / 2 stay as they are, whatever it tumbles.  How it
tumbles follow Euler's equations, I dw/dt = I w x w in the body's axes: about the middle one of three axes it turns over.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.adviser.observation import Observation
from physics.bodies.rotation import rotate, rotate_back

SHORTEST = 0.3                    # [s] of a flight that shows anything
LEAST_SPIN = 0.5                  # [rad/s]
MOMENTS = 60                      # of a flight that are looked at
NEAR, APART = 0.95, 1.05          # cosine to the middle axis; ratio of moments of inertia that are not the same
OVER, STAYED = 1.5, 0.3           # [rad] from which a body turns over; share of it that is none
MOST_OF_IT = 0.7                  # of a flight: when a body turns over is a matter of a small start
ANGLE, MOST_STEPS = 0.05, 4000    # [rad] by which a body turns in a step of the exact motion; most steps


class Flight(NamedTuple):
    """A body's first flight, at k moments from its start to its end."""

    row: int                      # of the watched bodies
    seconds: float
    inertia: np.ndarray           # (3,) about the body's axes [kg m2]
    own: np.ndarray               # (k, 3) its spin in the body's axes [rad/s]
    momentum: np.ndarray          # (k, 3) [N m s]
    energy: np.ndarray            # (2,) of its spin [J]
    speeds: np.ndarray            # (2,) of its spin [rad/s]

    @property
    def gain(self) -> float:
        """Relative change of the spin's energy."""
        return float(self.energy[1] / self.energy[0] - 1)

    @property
    def turned(self) -> float:
        """Largest angle between its angular momentum at the start and later [rad]."""
        return largest_turn(self.momentum)

    @property
    def about_middle(self) -> bool:
        """Whether it spins about the axis whose moment of inertia lies between the two others."""
        axis, order = int(np.abs(self.own[0]).argmax()), np.sort(self.inertia)
        near = abs(self.own[0, axis]) > NEAR * np.linalg.norm(self.own[0])
        return bool(near and self.inertia[axis] == order[1] and order[0] * APART < order[1] < order[2] / APART)

    @property
    def missing(self) -> float:
        """How far its axis of spin ought to have turned in the body in most of the flight, where it is about the middle axis and
        did not [rad]; 0 elsewhere."""
        if not self.about_middle:
            return 0.0
        right = largest_turn(euler(self.inertia, self.own[0], MOST_OF_IT * self.seconds))
        return right if right > OVER and largest_turn(self.own) < STAYED * right else 0.0


def flights(seen: Observation) -> list[Flight]:
    """The flights of bodies that spin, no joint holds and nothing touches from the start on."""
    if seen.drives.startswith("an event"):
        return []
    spinning = seen.seen("spins")[0] > LEAST_SPIN
    found = []
    for row in np.flatnonzero(seen.bodies.dynamic & ~seen.bodies.jointed & spinning):
        ends = np.flatnonzero(seen.touching[:, row] | seen.frames.asleep[:, row])
        last = int(ends[0]) - 2 if len(ends) else len(seen.times) - 1
        if last > 0 and seen.times[last] >= SHORTEST:
            found.append(_flight(seen, int(row), last))
    return found


def _flight(seen: Observation, row: int, last: int) -> Flight:
    moments = np.unique(np.linspace(0, last, MOMENTS).astype(int))
    turns, spins = (values[moments, row].astype(float) for values in (seen.frames.rotations, seen.frames.spins))
    own, inertia = rotate_back(turns, spins), seen.bodies.inertias[row]
    energy = 0.5 * (inertia * own ** 2).sum(1)
    return Flight(row, float(seen.times[last]), inertia, own, rotate(turns, inertia * own), energy[[0, -1]],
                  np.linalg.norm(spins, axis=1)[[0, -1]])


def largest_turn(vectors: np.ndarray) -> float:
    """Largest angle between the first of (k, 3) vectors and another one [rad]."""
    first = vectors[0]
    return float(np.arctan2(np.linalg.norm(np.cross(first, vectors), axis=1), vectors @ first).max())


def euler(inertia: np.ndarray, spin: np.ndarray, seconds: float) -> np.ndarray:
    """(k, 3) the spin of a free body in its own axes over so many seconds, by Runge and Kutta's fourth order [rad/s]."""
    steps = int(np.clip(seconds * np.linalg.norm(spin) / ANGLE, 1, MOST_STEPS))
    h, found = seconds / steps, [np.asarray(spin, float)]

    def rate(w: np.ndarray) -> np.ndarray:
        (x, y, z), (a, b, c) = w, inertia
        return np.array(((b - c) / a * y * z, (c - a) / b * z * x, (a - b) / c * x * y))

    for _ in range(steps):
        w = found[-1]
        one = rate(w)
        two = rate(w + h / 2 * one)
        three = rate(w + h / 2 * two)
        found.append(w + h / 6 * (one + 2 * two + 2 * three + rate(w + h * three)))
    return np.array(found)
