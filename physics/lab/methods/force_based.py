"""The force-based method: joints held at the acceleration level, by forces, in worlds of rigid bodies.

    C'' = J a + J' v = -(ks C + kd C'),    C' = J v
    (J M^-1 J^T) lambda = -(J' v + J M^-1 F) - (ks C + kd C'),    v += h M^-1 (F + J^T lambda),    x += h v

for all rows of a substep together; ks is `force_stiffness`, kd `force_damping`, and J M^-1 J^T has the masses in it, so that
heavy bodies get the force that they need.  F / m are all other changes of velocity in the substep: gravity, forces, damping,
the gyroscopic term.  Velocities are never looked at again: with ks = kd = 0 joints drift, with both they swing about their
place, and an explicit substep stands only 2 kd h + ks h^2 < 4.

What cannot be said in accelerations is said in velocities, in the same system: a limit that a body comes to stops it within
the substep, J v >= -C / h, and is opened again by ks once it is passed; motors reach their speed with the force that they
have; springs of joints are the implicit ones that all methods have.  A contact would be all impact: contacts are refused.
`physics.lab.particles` has the same for particles, where its errors can be studied.
Sources: Baraff and Witkin, "Physically Based Modeling", SIGGRAPH 1997; Baumgarte, "Stabilization of constraints and integrals
of motion in dynamical systems", 1972, for the springs; rows and J' v: `physics.lab.rows.parts`.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from physics.bodies.inertia import world_inertia
from physics.bodies.integrate import cap_velocities, integrate_positions, integrate_velocities
from physics.constraints.parts.point import POINT
from physics.constraints.place import place_parts
from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.dynamics.parameters import Parameters
from physics.dynamics.results import keep_results
from physics.dynamics.substeps import Extent, State
from physics.lab.exact.dense import system, within
from physics.lab.rows.assembly import refresh, rows
from physics.lab.rows.row import HELD, LIMIT, Rows, applied, laws_of, speeds
from physics.lab.rows.step_start import prepare
from physics.lab.rows.stored_impulses import note
from physics.parallel.team import by_oneself

NAME = "force_based"
GIVE = 1e-9                                      # of K: redundant rows share their load, and contradictory ones have an answer
_kinds = only(NAME, JOINT, MOTOR, SPRING)


def supports(kinds: set[str]) -> str | None:
    """None without contacts, else why not."""
    reason = _kinds(kinds)
    return f"{reason}: an impact has no acceleration" if reason and CONTACT in kinds else reason


def advance(state: State, extent: Extent, parameters: Parameters, work: Callable = by_oneself) -> None:
    """One step of joints."""
    p, bodies, first, last = parameters, state.bodies, extent.first_body, extent.bodies
    prepare(state, extent, p)
    for substep in range(p.substeps):
        if substep > 0:
            world_inertia(first, last, bodies)
        place_parts(0, extent.parts, bodies, state.parts, p.motion.h)
        laws = laws_of(p, "relax")
        made = refresh(rows(state, extent, laws), state, laws)
        before = bodies.velocity[:, :6].astype(np.float64)
        integrate_velocities(first, last, bodies, p.motion)
        velocity = bodies.velocity[:, :6].astype(np.float64)
        impulse = impulses(asked(made, before, p), velocity)
        bodies.velocity[:, :6] = applied(made, impulse, velocity)
        note(state, extent, made, impulse)
        integrate_positions(first, last, bodies, p.motion)
        cap_velocities(first, last, bodies, p.motion)
    by_oneself(lambda team: keep_results(team, state, extent, p.motion.h))


def asked(made: Rows, before: np.ndarray, parameters: Parameters) -> Rows:
    """The rows with the bias that makes J v' + bias = 0 the wanted acceleration; `before`: velocities (n, 6) without forces.

    (J v' - J v) / h + J' v = -(ks C + kd J v), where `curvature` is h/2 J' v.
    """
    h, ks, kd = parameters.motion.h, parameters.force_stiffness, parameters.force_damping
    rate = speeds(made, before)
    held = -rate + h * (ks * made.error + kd * rate) + 2 * made.curvature
    limit = np.where(made.error > 0, made.error / h, h * ks * made.error)
    stiff = (made.kind == HELD) | (made.kind == LIMIT)
    return made._replace(bias=np.where(made.kind == HELD, held, np.where(made.kind == LIMIT, limit, made.bias)),
                         impulse_scale=np.where(stiff, 0.0, made.impulse_scale))


def impulses(made: Rows, velocity: np.ndarray) -> np.ndarray:
    """(m,) h lambda [N s] of all rows together, from velocities (n, 6) without any of them; the largest force of a point holds
    for each of its rows.  Raises ArithmeticError when no choice of bounds fits.
    """
    lower = np.where(made.part_kind == POINT, -made.upper, made.lower)
    matrix = system(made) + np.diag(GIVE * made.k)
    return within(matrix, speeds(made, velocity) + made.bias, lower, made.upper)


METHOD = Method(NAME, "Joints held by forces, from accelerations: how it drifts, and what springs do about it", supports, advance)
