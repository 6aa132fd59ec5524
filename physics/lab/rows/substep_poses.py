"""Substeps of methods on positions: poses in double precision, and velocities from displacements.

    v = v + h (g + F/m),   x = x0 + h v        the prediction: free motion
    x                                           the method moves bodies until constraints are satisfied
    v = (x - x0) / h,   w = log(q q0*) / h      log: the rotation vector, so that free spin is reproduced exactly; of a body that
                                                spins fast the one near its free turn, see `displacements`

Poses stay in double precision for a whole step, whatever the precision of the world: a difference of poses divided by h would
lose half of the digits.  Source: Mueller et al., "Position Based Dynamics", 2007; for rotations Mueller et al.,
"Detailed Rigid Body Simulation with Extended Position Based Dynamics", 2020, whose 2 (q q0*) / h is log to first order.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import EXCEEDED, FIRST, TOUCHES
from physics.bodies.caps import cap_velocities
from physics.bodies.free_rotation import spin_after_turn
from physics.bodies.integrate import LARGEST_LINEAR_TURN, integrate_velocities
from physics.bodies.tumbling import CONSERVING, MEAN, TO_ROWS, change_spins, tumbling
from physics.compile.decorators import formula, kernel
from physics.constraints.place import place_parts
from physics.contacts.layout import RESTITUTION, SLOTS
from physics.dynamics.parameters import Parameters
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.assembly import assemble_rows
from physics.lab.rows.bias import own_bias
from physics.lab.rows.lanes import lane_base, slot
from physics.lab.rows.row import HELD, LIMIT, NORMAL, RowParameters, Rows
from physics.lab.rows.row_products import speed_of
from physics.lab.rows.step_start import prepare
from physics.lab.rows.vectors import four, put_three, three
from physics.simd.value import W
from physics.simd.vec3 import sub


def begin(state: State, extent: Extent, parameters: Parameters, params: RowParameters) -> tuple[State, Rows]:
    """Fill the constraint blocks; returns the state with poses, velocities and displacements in float64, and all rows."""
    bodies = state.bodies
    prepare(state, extent, parameters)
    place_parts(0, extent.parts, bodies, state.parts, parameters.motion.h)
    state64 = {name: getattr(bodies, name).astype(np.float64) for name in ("pose", "velocity", "delta")}
    state64["excess_turn"] = np.zeros_like(state64["delta"])             # `delta` has all
    state64["excess_turn"][:, TOUCHES] = bodies.excess_turn[:, TOUCHES]
    return state._replace(bodies=bodies._replace(**state64)), assemble_rows(state, extent, params)


def accelerate(state: State, state64: State, extent: Extent, parameters: Parameters) -> None:
    """Velocities after forces, within their caps; parts are placed at the poses at which the substep begins.

    With the conserving gyroscopic term they are the mean spins of the substep, see `bodies.tumbling` and `end_spins`.
    """
    bodies, first, motion = state.bodies, FIRST // W, parameters.motion
    if motion.gyroscopic >= CONSERVING:
        motion = motion._replace(gyroscopic=MEAN)
    if motion.gyroscopic > CONSERVING:
        change_spins(first, extent.bodies, bodies, TO_ROWS)
    place_parts(0, extent.parts, bodies, state.parts, parameters.motion.h)
    integrate_velocities(first, extent.bodies, bodies, motion)
    cap_velocities(first, extent.bodies, bodies, motion)
    state64.bodies.velocity[:] = bodies.velocity


def end_spins(state: State, state64: State, start: np.ndarray, parameters: Parameters) -> None:
    """Spins of the tumbling bodies at the end of a substep from their mean, with the conserving term; `start` are its poses."""
    if parameters.motion.gyroscopic >= CONSERVING:
        end_mean_spins(state64.bodies, state.bodies.spin_change, start)


@kernel
def end_mean_spins(bodies, change, start):
    """`end_spins`.

    Reads   bodies.pose bodies.velocity bodies.local bodies.awake change start
    Writes  bodies.velocity change
    """
    for body in range(len(start)):
        inverse = three(bodies.local, body, 0)
        if bodies.awake[body] > 0 and tumbling(inverse[0], inverse[1], inverse[2]):
            w = sub(three(bodies.velocity, body, 3), three(change, body, 0))
            put_three(bodies.velocity, body, 3, spin_after_turn(four(start, body, 3), w, four(bodies.pose, body, 3), inverse))
        change[body, :] = 0


def movable(state64: State) -> np.ndarray:
    """(n,) bool: bodies that constraints can move."""
    return (state64.bodies.awake > 0) & (state64.bodies.local[:, :4] > 0).any(1)


def write(state: State, state64: State, extent: Extent, parameters: Parameters, substeps: int) -> None:
    """Copy poses and velocities into the world's own arrays, at the end of so many substeps of the step.

    `bodies.delta` has no more of a body's turn than in `bodies.integrate`, `bodies.excess_turn` the rest.
    """
    for name in ("pose", "velocity", "delta"):
        getattr(state.bodies, name)[:] = getattr(state64.bodies, name)
    turn, most = state.bodies.delta[:, 3:6], substeps * LARGEST_LINEAR_TURN
    length = np.linalg.norm(turn, axis=1)
    long = length > most
    turn[long] *= (most / length[long])[:, None]
    state.bodies.excess_turn[:, :3] = state64.bodies.delta[:, 3:6] - turn
    state.bodies.excess_turn[0, EXCEEDED] = 1
    cap_velocities(FIRST // W, extent.bodies, state.bodies, parameters.motion)
    state64.bodies.velocity[:] = state.bodies.velocity


def goals(rows: Rows, params: RowParameters, h: float) -> np.ndarray:
    """(m,) target errors at the end of the substep, from the rows at its beginning [m] or [rad].

    Held rows, limits and contacts: 0, or what `push_speed` leaves of an error from before; springs, motors and friction:
    error - h bias, the error to which their velocity rows would lead.
    """
    found = np.empty(len(rows.a))
    find_goals(rows, h * params.contact.push_speed, h * params.joint.push_speed, h, found)
    return found


@kernel
def find_goals(rows, push, pull, h, found):
    """`goals`; an error is pushed back by `push` [m], one of a joint by `pull` [m] or [rad] in the substep.

    Reads   rows.kind rows.error rows.bias rows.own rows.own_rate rows.speed
            rows.to_lower rows.to_upper
    Writes  found
    """
    for i in range(len(found)):
        error, one_sided = rows.error[i], rows.kind[i] == NORMAL or rows.kind[i] == LIMIT
        rest = max(abs(error) - (push if rows.kind[i] == NORMAL else pull), 0.0)
        if one_sided:
            found[i] = -rest if error < 0 else 0.0
        elif rows.kind[i] == HELD:
            found[i] = -rest if error < 0 else rest
        else:
            found[i] = error - h * (own_bias(rows, i, (1.0 / h, 1.0 / h)) if rows.own[i] else rows.bias[i])


def compliance(rows: Rows) -> np.ndarray:
    """(m,) compliance of rows over h2: displacement of a spring by a unit multiplier [1/kg]; see `goals` for its damping.

    A soft velocity row at its solution is  J V + bias + impulse_scale / mass_scale K impulse = 0; times h, with the multiplier
    h impulse, that is  error - goal + impulse_scale / mass_scale K multiplier = 0.
    """
    found = np.empty(len(rows.a))
    find_compliance(rows, found)
    return found


@kernel
def find_compliance(rows, found):
    """`compliance`.

    Reads   rows.own rows.impulse_scale rows.mass_scale rows.k
    Writes  found
    """
    for i in range(len(found)):
        share = rows.mass_scale[i] if rows.mass_scale[i] > 0 else 1.0
        found[i] = rows.impulse_scale[i] / share * rows.k[i] if rows.own[i] else 0.0


def restitutions(state: State, rows: Rows) -> np.ndarray:
    """(m,) coefficients of restitution of normal rows; 0 for the others."""
    found = np.empty(len(rows.a))
    find_restitutions(state.contacts, rows, found)
    return found


@kernel
def find_restitutions(contacts, rows, found):
    """`restitutions`.

    Reads   contacts.data rows.kind rows.patch
    Writes  found
    """
    for i in range(len(found)):
        found[i] = 0.0
        if rows.kind[i] == NORMAL:
            found[i] = slot(contacts.data, lane_base(rows.patch[i] // 4, SLOTS), RESTITUTION)


def bounces(rows: Rows, e: np.ndarray, before: np.ndarray, parameters: Parameters, velocity: np.ndarray) -> np.ndarray:
    """(m,) speeds of separation [m/s], 0: no bounce; as in `dynamics.restitution`.

    `e` (m,) is the restitution, `before` (m,) J V before forces, `velocity` that after forces.
    """
    leaving = -e * before
    find_bounces(rows, parameters, velocity, before, leaving)
    return leaving


@kernel
def find_bounces(rows, parameters, velocity, before, leaving):
    """`bounces`, from -e `before` in `leaving`.

    Reads   rows.error rows.a rows.b rows.jacobian parameters velocity before leaving
    Writes  leaving
    """
    h, least = parameters.motion.h, parameters.restitution_threshold
    for i in range(len(leaving)):
        hits = rows.error[i] + h * speed_of(rows.jacobian, i, velocity, rows.a[i], rows.b[i]) < 0
        if not (leaving[i] > 0 and -before[i] > least and hits):
            leaving[i] = 0.0
