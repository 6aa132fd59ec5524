"""The force-based method: joints of rigid bodies held by forces, at the acceleration level.

    C'' = J a + J' v = -(ks C + kd C'),    C' = J v
    (J M^-1 J^T) lambda = -(J' v + J M^-1 F) - (ks C + kd C'),    v += h M^-1 (F + J^T lambda),    x += h v

for all rows of a substep together; ks is `force_stiffness`, kd `force_damping`.  J M^-1 J^T contains the masses, so heavy
bodies get the force that they need.  F / m is every other change of velocity in the substep: gravity, forces, damping, the
gyroscopic term.  Velocity errors are not corrected: with ks = kd = 0 joints drift, otherwise they oscillate about C = 0, and
an explicit substep is stable only for 2 kd h + ks h^2 < 4.

Rows without an acceleration form enter the same system as velocity rows: a limit stops a body at the bound within the substep,
J v >= -C / h, and pulls it back by ks once it is passed; motors reach their speed with the force that they have; springs of
joints are the implicit ones of all methods.  An impact has no acceleration, so contacts are refused.
`physics.lab.particles` has the same method for particles, where its errors can be studied.
Sources: Baraff and Witkin, "Physically Based Modeling", SIGGRAPH 1997; Baumgarte, "Stabilization of constraints and integrals
of motion in dynamical systems", 1972, for the springs; rows and J' v: `physics.lab.rows.parts`.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from physics.bodies.caps import cap_velocities
from physics.bodies.inertia import world_inertia
from physics.bodies.integrate import integrate_positions, integrate_velocities
from physics.bodies.tumbling import TO_POSE, TO_ROWS
from physics.constraints.parts.point import POINT
from physics.constraints.place import place_parts
from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.dynamics.parameters import Parameters
from physics.dynamics.results import keep_results
from physics.dynamics.substeps import Extent, State
from physics.lab.exact.dense import system, within
from physics.lab.rows.assembly import assemble_rows, refresh, with_parts_placed
from physics.lab.rows.row import HELD, LIMIT, Rows, applied, row_parameters, speeds
from physics.lab.rows.step_start import prepare, turn_spins
from physics.lab.rows.stored_impulses import store_row_impulses
from physics.parallel.team import by_oneself

NAME = "force_based"
COMPLIANCE = 1e-9                                # over K: redundant rows share their load, contradictory ones have a solution
MOMENT = 1e-7                                    # a substep so short that points have no way to turn in it [s]
_kinds = only(NAME, JOINT, MOTOR, SPRING)


def supports(kinds: set[str]) -> str | None:
    """None, or the reason why the method cannot solve these kinds."""
    reason = _kinds(kinds)
    return f"{reason}: an impact has no acceleration" if reason and CONTACT in kinds else reason


def advance(state: State, extent: Extent, parameters: Parameters, work: Callable = by_oneself) -> None:
    """One step of joints."""
    p, bodies, first, last = parameters, state.bodies, extent.first_body, extent.bodies
    prepare(state, extent, p)
    place_parts(0, extent.parts, bodies, state.parts, p.motion.h)
    params = row_parameters(p, "relax")
    rows = assemble_rows(state, extent, params)
    for substep in range(p.substeps):
        if substep > 0:
            world_inertia(first, last, bodies)
        turn_spins(extent, bodies, p.motion, TO_ROWS)
        place_parts(0, extent.parts, bodies, state.parts, p.motion.h)
        rows = refresh(rows, state, params)
        before, growth = bodies.velocity[:, :6].astype(np.float64), accelerations(rows, state)
        integrate_velocities(first, last, bodies, p.motion)
        velocity = bodies.velocity[:, :6].astype(np.float64)
        impulse = impulses(with_acceleration_bias(rows, before, growth, p), velocity)
        bodies.velocity[:, :6] = applied(rows, impulse, velocity)
        store_row_impulses(state, extent, rows, impulse)
        integrate_positions(first, last, bodies, p.motion)
        turn_spins(extent, bodies, p.motion, TO_POSE)
        cap_velocities(first, last, bodies, p.motion)
    by_oneself(lambda team: keep_results(team, state, extent, p))


def accelerations(rows: Rows, state: State) -> np.ndarray:
    """(m,) J' v at the present poses and velocities [m/s2] or [rad/s2]: curvature is h/2 J' v in a short substep."""
    return 2 / MOMENT * with_parts_placed(rows, state, MOMENT).curvature


def with_acceleration_bias(rows: Rows, before: np.ndarray, growth: np.ndarray, parameters: Parameters) -> Rows:
    """The rows with the bias for which J v' + bias = 0 sets the acceleration; `before` are velocities (n, 6) before forces.

    (J v' - J v) / h + J' v = -(ks C + kd J v), where `growth` is J' v; of springs and motors -J' v of the held rows as these feel
    them, instead of the curvature that `bias` has.
    """
    h, ks, kd = parameters.motion.h, parameters.force_stiffness, parameters.force_damping
    rate = speeds(rows, before)
    held = -rate + h * (ks * rows.error + kd * rate + growth)
    limit = np.where(rows.error > 0, rows.error / h, h * ks * rows.error)
    stiff = (rows.kind == HELD) | (rows.kind == LIMIT)
    own = rows.bias + (h * growth - parameters.joints.solve.curvature * rows.curvature) * rows.own
    return rows._replace(bias=np.where(rows.kind == HELD, held, np.where(rows.kind == LIMIT, limit, own)),
                         impulse_scale=np.where(stiff, 0.0, rows.impulse_scale))


def impulses(rows: Rows, velocity: np.ndarray) -> np.ndarray:
    """(m,) h lambda [N s] of all rows together, from velocities (n, 6) without constraint impulses; the largest force of a point
    bounds each of its rows.  Raises ArithmeticError when no choice of active bounds fits.
    """
    lower = np.where(rows.part_kind == POINT, -rows.upper, rows.lower)
    matrix = system(rows) + np.diag(COMPLIANCE * rows.k)
    return within(matrix, speeds(rows, velocity) + rows.bias, lower, rows.upper)


METHOD = Method(NAME, "Joints held by forces, from accelerations: how it drifts, and what springs do about it", supports, advance,
                "contacts, which it refuses, and lengths, which drift: in shootout_chain a joint opens by 178 mm")
