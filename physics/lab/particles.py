"""Particles under constraints, by forces and by impulses: the same C = 0 asked for at two levels.

By forces, the acceleration level: C'' = J a + J' v is to vanish, or to pull C back as a spring does,

    (J M^-1 J^T) lambda = -(J' v + J M^-1 F) - (ks C + kd C'),     C' = J v
    v += dt M^-1 (F + J^T lambda),     x += dt v

By impulses, the velocity level: C' = J v is to vanish after the step's forces, or to take away beta of C in a step,

    v* = v + dt M^-1 F,     (J M^-1 J^T) p = -(J v* + beta / dt C),     v = v* + M^-1 J^T p,     x += dt v

J^T lambda does no work along motions that keep C, which is where its direction is from: one number a constraint is left to
be found.  ks [1/s2] and kd [1/s] are accelerations of C, so the force that they make grows with mass: for one particle on a
circle the paraboloid's form gives lambda = -(x.F + m v.v + m (ks C + kd C')) / x.x.  Without that m a heavy particle hangs on
a weak spring.  kd is 2 sqrt(ks) for critical damping; an explicit step stands only so much of either.
Both drift, for a step goes along the tangent.  By impulses J v = 0 after each solution; by forces what the step's turn of J
left of C' stays.  Only the paraboloid's form without springs is the same motion at both levels: a step leaves x.v = dt v.v,
and J' v = v.v is just what takes that away in the next one.
Sources: Baraff and Witkin, "Physically Based Modeling", SIGGRAPH 1997 (forces); Catto, "Iterative Dynamics", 2005 (impulses).
"""
from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from physics.lab.exact.dense import solved
from physics.lab.links import Terms


class Constraint(Protocol):
    """Whatever holds particles: `links.Links` does."""

    def at(self, position: np.ndarray, velocity: np.ndarray) -> Terms:
        """C, J and J' v there."""


class Particles(NamedTuple):
    """n particles in d dimensions."""

    mass: np.ndarray                 # (n,) [kg]
    position: np.ndarray             # (n, d) [m]
    velocity: np.ndarray             # (n, d) [m/s]


class Springs(NamedTuple):
    """What pulls C back at the acceleration level."""

    ks: float = 0.0                  # [1/s2]
    kd: float = 0.0                  # [1/s]


class Answer(NamedTuple):
    """What holds particles at one moment."""

    multipliers: np.ndarray          # (m,) lambda
    force: np.ndarray                # (n, d) J^T lambda [N]
    acceleration: np.ndarray         # (n, d) [m/s2]


NO_SPRINGS = Springs()


def resting(mass: np.ndarray, position: np.ndarray) -> Particles:
    """Particles at rest."""
    place = np.array(position, float)
    return Particles(np.array(mass, float), place, np.zeros_like(place))


def multipliers(particles: Particles, terms: Terms, wanted: np.ndarray) -> np.ndarray:
    """(m,) x of (J M^-1 J^T) x = wanted; of redundant constraints the least."""
    masses = np.repeat(particles.mass, particles.position.shape[1])
    matrix = (terms.jacobian / masses) @ terms.jacobian.T
    if len(wanted) == 1 and matrix[0, 0] > 0:
        return wanted / matrix[0]                # what `solved` comes to, without its way there
    return solved(matrix, wanted)


def constraint_force(particles: Particles, force: np.ndarray, constraint: Constraint, springs: Springs = NO_SPRINGS) -> Answer:
    """Forces that make C'' = -(ks C + kd C') beside applied forces (n, d) [N]."""
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
    """Kinetic and potential energy in a field (d,) [m/s2], 0 at rest in the origin [J]."""
    kinetic = 0.5 * particles.mass @ (particles.velocity ** 2).sum(1)
    return float(kinetic - particles.mass @ (particles.position @ np.array(gravity, float)))
