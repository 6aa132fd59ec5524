"""Links of particles: what keeps a distance, with both forms of the constraint, its Jacobian and its curvature.

    d = x_b - x_a,   u = v_b - v_a                    x_a, v_a: of particle a, or of a point that stays where it is
    cone         C = |d| - L             dC/dt = d.u / |d|     d2C/dt2 = d/|d| . (a_b - a_a) + (u.u - (d.u / |d|)^2) / |d|
    paraboloid   C = (d.d - L^2) / 2     dC/dt = d.u           d2C/dt2 = d . (a_b - a_a) + u.u

What stands beside the velocities in dC/dt is the row of J, what is left of d2C/dt2 without accelerations is the curvature
J' v.  Both forms are 0 on the same circle (or sphere) and mean the same motion; they are named after their graph over d in
the plane.  A force along J^T is one along d in either.
Sources: Baraff and Witkin, "Physically Based Modeling", SIGGRAPH 1997, constrained dynamics; derivatives checked by finite
differences in tests/theory/test_force_based.py.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

FIXED = -1                           # instead of a particle: the point `anchor`
CONE, PARABOLOID = "cone", "paraboloid"
FORMS = (CONE, PARABOLOID)


class Terms(NamedTuple):
    """m constraints of n particles in d dimensions at one moment; units are those of C: m, or m2 for the paraboloid."""

    error: np.ndarray                # (m,) C
    jacobian: np.ndarray             # (m, n d) dC/dx
    curvature: np.ndarray            # (m,) J' v: second derivative of C when nothing accelerates


class Links(NamedTuple):
    """m links."""

    a: np.ndarray                    # (m,) particle, or FIXED
    b: np.ndarray                    # (m,) particle
    anchor: np.ndarray               # (m, d) the point of those that are FIXED [m]
    length: np.ndarray               # (m,) L [m]
    cone: np.ndarray                 # (m,) bool: |d| - L; else (d.d - L^2) / 2

    def at(self, position: np.ndarray, velocity: np.ndarray) -> Terms:
        """C, J and J' v where particles are at (n, d) [m] with velocities (n, d) [m/s].

        Raises ArithmeticError when the two ends of a cone's link are at one point, where it has no direction.
        """
        moves = self.a != FIXED
        way = position[self.b] - np.where(moves[:, None], position[self.a], self.anchor)
        run = velocity[self.b] - np.where(moves[:, None], velocity[self.a], 0.0)
        square = (way * way).sum(1)
        for lost in np.flatnonzero(self.cone & (square == 0)):
            raise ArithmeticError(f"link {lost}: its ends are at one point, where |d| has no gradient; the paraboloid has one")
        distance = np.where(self.cone, np.sqrt(square), 1.0)
        along = way / distance[:, None]
        rate = (along * run).sum(1)
        error = np.where(self.cone, distance - self.length, (square - self.length * self.length) / 2)
        curvature = np.where(self.cone, ((run * run).sum(1) - rate * rate) / distance, (run * run).sum(1))
        jacobian, every = np.zeros((len(self.b), *position.shape)), np.arange(len(self.b))
        jacobian[every[moves], self.a[moves]] = -along[moves]
        jacobian[every, self.b] += along
        return Terms(error, jacobian.reshape(len(self.b), -1), curvature)

    def stretch(self, position: np.ndarray) -> np.ndarray:
        """(m,) |d| - L [m] of every link, whatever its form."""
        start = np.where((self.a != FIXED)[:, None], position[self.a], self.anchor)
        return np.sqrt(((position[self.b] - start) ** 2).sum(1)) - self.length


def circle(radius: float = 1.0, form: str = PARABOLOID) -> Links:
    """Particle 0 on a circle about the origin of the plane."""
    return Links(np.array((FIXED,)), np.array((0,)), np.zeros((1, 2)), np.array((radius,)), np.array((form == CONE,)))


def rods(position: np.ndarray, pairs: Sequence[tuple[int, int]], anchor: Sequence[float] = (), form: str = CONE) -> Links:
    """Links between the pairs (a, b) of particles at (n, d), as long as they are now; a may be FIXED: `anchor`, the origin
    when none is given.

    Raises ValueError for a particle that is none, or is linked to itself.
    """
    a, b = np.array(pairs, np.int64).reshape(-1, 2).T
    for wrong in np.flatnonzero((a < FIXED) | (b < 0) | (np.maximum(a, b) >= len(position)) | (a == b)):
        raise ValueError(f"link {wrong}: {a[wrong]} and {b[wrong]} are no pair of {len(position)} particles")
    place = np.array(anchor, float) if len(anchor) else np.zeros(position.shape[1])
    made = Links(a, b, np.tile(place, (len(b), 1)), np.zeros(len(b)), np.full(len(b), form == CONE))
    return made._replace(length=made.stretch(position))
