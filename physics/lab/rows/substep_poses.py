"""Substeps of methods on positions: poses in double precision, and velocities from displacements.

    v = v + h (g + F/m),   x = x0 + h v        the prediction: free motion
    x                                           the method moves bodies until constraints are satisfied
    v = (x - x0) / h,   w = log(q q0*) / h      log: the rotation vector, so that free spin is reproduced exactly

Poses stay in double precision for a whole step, whatever the precision of the world: a difference of poses divided by h would
lose half of the digits.  Source: Mueller et al., "Position Based Dynamics", 2007; for rotations Mueller et al.,
"Detailed Rigid Body Simulation with Extended Position Based Dynamics", 2020, whose 2 (q q0*) / h is log to first order.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST
from physics.bodies.integrate import cap_velocities, integrate_velocities
from physics.bodies.rotation import moved, opposite, product
from physics.constraints.place import place_parts
from physics.contacts.layout import RESTITUTION, SLOTS
from physics.dynamics.parameters import Parameters
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.assembly import assemble_rows
from physics.lab.rows.row import HELD, LIMIT, NORMAL, OF_PARTS, RowParameters, Rows, speeds
from physics.lab.rows.step_start import prepare
from physics.simd.value import W


def begin(state: State, extent: Extent, parameters: Parameters, params: RowParameters) -> tuple[State, Rows]:
    """Fill the constraint blocks; returns the state with poses, velocities and displacements in float64, and all rows."""
    bodies = state.bodies
    prepare(state, extent, parameters)
    place_parts(0, extent.parts, bodies, state.parts, parameters.motion.h)
    state64 = {name: getattr(bodies, name).astype(np.float64) for name in ("pose", "velocity", "delta")}
    return state._replace(bodies=bodies._replace(**state64)), assemble_rows(state, extent, params)


def accelerate(state: State, state64: State, extent: Extent, parameters: Parameters) -> None:
    """Velocities after forces, within their caps; parts are placed at the poses at which the substep begins."""
    bodies, first = state.bodies, FIRST // W
    place_parts(0, extent.parts, bodies, state.parts, parameters.motion.h)
    integrate_velocities(first, extent.bodies, bodies, parameters.motion)
    cap_velocities(first, extent.bodies, bodies, parameters.motion)
    state64.bodies.velocity[:] = bodies.velocity


def displace(state64: State, displacement: np.ndarray) -> None:
    """Move the awake bodies by (n, 6) translations [m] and rotation vectors [rad]."""
    bodies = state64.bodies
    displacement = np.where(bodies.awake[:, None] > 0, displacement, 0)
    bodies.pose[:, :7] = moved(bodies.pose[:, :7], displacement)
    bodies.delta[:, :6] += displacement


def displacements_between(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """(n, 6) translations [m] and rotation vectors [rad] from `start` to `end`, poses (n, 7)."""
    turn = product(end[:, 3:7], opposite(start[:, 3:7]))
    turn = np.where(turn[:, 3:] < 0, -turn, turn)
    sine = np.linalg.norm(turn[:, :3], axis=1, keepdims=True)
    half = np.arctan2(sine, turn[:, 3:])
    longer = np.where(sine > 0, 2 * half / np.where(sine > 0, sine, 1), 2)
    return np.concatenate((end[:, :3] - start[:, :3], longer * turn[:, :3]), 1)


def movable(state64: State) -> np.ndarray:
    """(n,) bool: bodies that constraints can move."""
    return (state64.bodies.awake > 0) & (state64.bodies.local[:, :4] > 0).any(1)


def write(state: State, state64: State, extent: Extent, parameters: Parameters) -> None:
    """Copy poses and velocities at the end of a substep into the world's own arrays."""
    for name in ("pose", "velocity", "delta"):
        getattr(state.bodies, name)[:] = getattr(state64.bodies, name)
    cap_velocities(FIRST // W, extent.bodies, state.bodies, parameters.motion)
    state64.bodies.velocity[:] = state.bodies.velocity


def goals(rows: Rows, params: RowParameters, h: float) -> np.ndarray:
    """(m,) target errors at the end of the substep, from the rows at its beginning [m] or [rad].

    Held rows, limits and contacts: 0, or what `push_speed` leaves of an error from before; springs, motors and friction:
    error - h bias, the error to which their velocity rows would lead.
    """
    rest = np.maximum(np.abs(rows.error) - h * params.contact.push_speed, 0)
    one_sided = (rows.kind == NORMAL) | (rows.kind == LIMIT)
    old = np.where(one_sided, -rest * (rows.error < 0), np.sign(rows.error) * rest)
    return np.where(one_sided | (rows.kind == HELD), old, rows.error - h * rows.bias)


def compliance(rows: Rows) -> np.ndarray:
    """(m,) compliance of rows over h2: displacement of a spring by a unit multiplier [1/kg]; see `goals` for its damping.

    A soft velocity row at its solution is  J V + bias + impulse_scale / mass_scale K impulse = 0; times h, with the multiplier
    h impulse, that is  error - goal + impulse_scale / mass_scale K multiplier = 0.
    """
    return np.where(rows.own, rows.impulse_scale / np.where(rows.mass_scale > 0, rows.mass_scale, 1) * rows.k, 0)


def restitutions(state: State, rows: Rows) -> np.ndarray:
    """(m,) coefficients of restitution of normal rows; 0 for the others."""
    lane = np.where(rows.kind < OF_PARTS, rows.patch, 0) // 4
    found = state.contacts.data.reshape(-1, SLOTS, W)[lane // W, RESTITUTION, lane % W] if len(lane) else np.zeros(0)
    return np.where(rows.kind == NORMAL, found, 0).astype(np.float64)


def bounces(rows: Rows, e: np.ndarray, before: np.ndarray, parameters: Parameters, velocity: np.ndarray) -> np.ndarray:
    """(m,) speeds of separation [m/s], 0: no bounce; as in `dynamics.restitution`.

    `e` (m,) is the restitution, `before` (m,) J V before forces, `velocity` that after forces.
    """
    hits = rows.error + parameters.motion.h * speeds(rows, velocity) < 0
    return np.where((e > 0) & (-before > parameters.restitution_threshold) & hits, -e * before, 0)
