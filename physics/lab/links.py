"""Links between particles: distance constraints in two forms, with Jacobian and curvature.

    d = x_b - x_a,   u = v_b - v_a                    x_a, v_a: of particle a, or of a fixed point
    cone         C = |d| - L             dC/dt = d.u / |d|     d2C/dt2 = d/|d| . (a_b - a_a) + (u.u - (d.u / |d|)^2) / |d|
    paraboloid   C = (d.d - L^2) / 2     dC/dt = d.u           d2C/dt2 = d . (a_b - a_a) + u.u

The coefficients of the velocities in dC/dt are the row of J; d2C/dt2 without accelerations is the curvature J' v.  Both forms
are 0 on the same circle (or sphere) and describe the same motion; they are named after their graphs over d in the plane.  In
both, a force along J^T is a force along d.
Sources: Baraff and Witkin, "Physically Based Modeling", SIGGRAPH 1997, constrained dynamics; derivatives checked by finite
differences in tests/theory/test_force_based.py.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

FIXED = -1                           # in place of a particle: the fixed point `anchor`
CONE, PARABOLOID = "cone", "paraboloid"
FORMS = (CONE, PARABOLOID)


class Terms(NamedTuple):
    """m constraints of n particles in d dimensions at one moment; units are those of C: m, or m2 for the paraboloid."""

    error: np.ndarray                # (m,) C
    jacobian: np.ndarray             # (m, n d) dC/dx
    curvature: np.ndarray            # (m,) J' v: second derivative of C without accelerations


class Links(NamedTuple):
    """m links."""

    a: np.ndarray                    # (m,) particle, or FIXED
    b: np.ndarray                    # (m,) particle
    anchor: np.ndarray               # (m, d) the fixed point where a is FIXED [m]
    length: np.ndarray               # (m,) L [m]
    cone: np.ndarray                 # (m,) bool: |d| - L; else (d.d - L^2) / 2

    def at(self, position: np.ndarray, velocity: np.ndarray) -> Terms:
        """C, J and J' v at positions (n, d) [m] and velocities (n, d) [m/s] of the particles.

        Raises ArithmeticError when both ends of a link of form `cone` coincide: it has no direction there.
        """
        moves = self.a != FIXED
        apart = position[self.b] - np.where(moves[:, None], position[self.a], self.anchor)
        speed = velocity[self.b] - np.where(moves[:, None], velocity[self.a], 0.0)
        square = (apart * apart).sum(1)
        for lost in np.flatnonzero(self.cone & (square == 0)):
            raise ArithmeticError(f"link {lost}: its ends are at one point, where |d| has no gradient; the paraboloid has one")
        distance = np.where(self.cone, np.sqrt(square), 1.0)
        along = apart / distance[:, None]
        rate = (along * speed).sum(1)
        error = np.where(self.cone, distance - self.length, (square - self.length * self.length) / 2)
        curvature = np.where(self.cone, ((speed * speed).sum(1) - rate * rate) / distance, (speed * speed).sum(1))
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
    """Links between pairs (a, b) of particles at (n, d), of their present lengths; a may be FIXED: at `anchor`, by default the
    origin.

    Raises ValueError for a number that is no particle, and for a particle linked to itself.
    """
    a, b = np.array(pairs, np.int64).reshape(-1, 2).T
    for wrong in np.flatnonzero((a < FIXED) | (b < 0) | (np.maximum(a, b) >= len(position)) | (a == b)):
        raise ValueError(f"link {wrong}: {a[wrong]} and {b[wrong]} are no pair of {len(position)} particles")
    place = np.array(anchor, float) if len(anchor) else np.zeros(position.shape[1])
    links = Links(a, b, np.tile(place, (len(b), 1)), np.zeros(len(b)), np.full(len(b), form == CONE))
    return links._replace(length=links.stretch(position))
