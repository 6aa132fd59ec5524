"""Particles under constraints, by forces and by impulses: C = 0 imposed on accelerations or on velocities.

By forces, the acceleration level: C'' = J a + J' v vanishes, or pulls C back as a spring does,

    (J M^-1 J^T) lambda = -(J' v + J M^-1 F) - (ks C + kd C'),     C' = J v
    v += dt M^-1 (F + J^T lambda),     x += dt v

By impulses, the velocity level: C' = J v vanishes after the step's forces, or removes beta of C in a step,

    v* = v + dt M^-1 F,     (J M^-1 J^T) p = -(J v* + beta / dt C),     v = v* + M^-1 J^T p,     x += dt v

J^T lambda does no work along motions that keep C; this fixes its direction and leaves one unknown for each constraint.  ks
[1/s2] and kd [1/s] are coefficients of accelerations of C, so their force grows with mass: for one particle on a circle the
paraboloid gives lambda = -(x.F + m v.v + m (ks C + kd C')) / x.x.  Without that m a heavy particle would hang on a weak spring.
kd = 2 sqrt(ks) is critical damping; an explicit step is stable only for small ks and kd.
Both levels drift, because a step follows the tangent.  By impulses J v = 0 after each solution; by forces the C' that comes of
the change of J in a step remains.  Only the paraboloid without springs gives the same motion at both levels: a step leaves
x.v = dt v.v, and J' v = v.v removes exactly that in the next one.
Sources: Baraff and Witkin, "Physically Based Modeling", SIGGRAPH 1997 (forces); Catto, "Iterative Dynamics", 2005 (impulses).
"""
from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from physics.lab.exact.dense import solved
from physics.lab.links import Terms


class Constraint(Protocol):
    """A set of constraints on particles, such as `links.Links`."""

    def at(self, position: np.ndarray, velocity: np.ndarray) -> Terms:
        """C, J and J' v at positions (n, d) [m] and velocities (n, d) [m/s]."""


class Particles(NamedTuple):
    """n particles in d dimensions."""

    mass: np.ndarray                 # (n,) [kg]
    position: np.ndarray             # (n, d) [m]
    velocity: np.ndarray             # (n, d) [m/s]


class Springs(NamedTuple):
    """Stabilization at the acceleration level, see the top of this file."""

    ks: float = 0.0                  # [1/s2]
    kd: float = 0.0                  # [1/s]


class Answer(NamedTuple):
    """Constraint forces on particles, and the accelerations that follow."""

    multipliers: np.ndarray          # (m,) lambda
    force: np.ndarray                # (n, d) J^T lambda [N]
    acceleration: np.ndarray         # (n, d) [m/s2]


NO_SPRINGS = Springs()


def resting(mass: np.ndarray, position: np.ndarray) -> Particles:
    """Particles at rest."""
    place = np.array(position, float)
    return Particles(np.array(mass, float), place, np.zeros_like(place))


def multipliers(particles: Particles, terms: Terms, wanted: np.ndarray) -> np.ndarray:
    """(m,) x of (J M^-1 J^T) x = wanted; the least x where constraints are redundant."""
    masses = np.repeat(particles.mass, particles.position.shape[1])
    matrix = (terms.jacobian / masses) @ terms.jacobian.T
    if len(wanted) == 1 and matrix[0, 0] > 0:
        return wanted / matrix[0]                # as `solved`, but faster
    return solved(matrix, wanted)


def constraint_force(particles: Particles, force: np.ndarray, constraint: Constraint, springs: Springs = NO_SPRINGS) -> Answer:
    """Forces that, with the applied forces (n, d) [N], make C'' = -(ks C + kd C')."""
    mass, velocity = particles.mass[:, None], particles.velocity
    terms = constraint.at(particles.position, velocity)
    rate = terms.jacobian @ velocity.ravel()
    without = terms.curvature + terms.jacobian @ (force / mass).ravel()
    answer = multipliers(particles, terms, -(without + springs.ks * terms.error + springs.kd * rate))
    holding = (answer @ terms.jacobian).reshape(force.shape)
    return Answer(answer, holding, (force + holding) / mass)


def by_forces(particles: Particles, force: np.ndarray, constraint: Constraint, dt: float,
              springs: Springs = NO_SPRINGS) -> Particles:
    """A step of semi-implicit Euler at the acceleration level."""
    velocity = particles.velocity + constraint_force(particles, force, constraint, springs).acceleration * dt
    return particles._replace(position=particles.position + velocity * dt, velocity=velocity)


def by_impulses(particles: Particles, force: np.ndarray, constraint: Constraint, dt: float, beta: float = 0.0) -> Particles:
    """The same step at the velocity level."""
    mass = particles.mass[:, None]
    velocity = particles.velocity + force / mass * dt
    terms = constraint.at(particles.position, velocity)
    impulse = multipliers(particles, terms, -(terms.jacobian @ velocity.ravel() + beta / dt * terms.error))
    velocity = velocity + (impulse @ terms.jacobian).reshape(force.shape) / mass
    return particles._replace(position=particles.position + velocity * dt, velocity=velocity)


def weight(particles: Particles, gravity: np.ndarray) -> np.ndarray:
    """(n, d) forces of a field (d,) [m/s2]."""
    return particles.mass[:, None] * np.array(gravity, float)


def energy(particles: Particles, gravity: np.ndarray) -> float:
    """Kinetic and potential energy in a field (d,) [m/s2]; 0 at rest at the origin [J]."""
    kinetic = 0.5 * particles.mass @ (particles.velocity ** 2).sum(1)
    return float(kinetic - particles.mass @ (particles.position @ np.array(gravity, float)))
