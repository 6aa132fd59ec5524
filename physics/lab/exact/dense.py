"""The direct solution: impulses of all rows at once instead of by iterated sweeps, and a step of joints with it.

    (J M^-1 J^T + compliance) lambda = -(J V + bias),            compliance = impulse_scale / mass_scale K of a soft row's group

Redundant rows (a closed loop of hinges) leave lambda undetermined; the solution of least norm is taken, with rows in units of
sqrt(K).  Block principal pivoting decides which rows are held at a bound and which are solved for.  After each substep the same
matrix corrects poses, dx = -M^-1 J^T (J M^-1 J^T)^-1 C, until errors vanish, so joints do not drift.
For joints of small worlds; contacts are refused.  Sources: Baraff, "Linear-Time Dynamics", 1996 (the system); Judice and Pires,
"Block principal pivoting", 1994.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from physics.bodies.caps import cap_velocities
from physics.bodies.integrate import integrate_positions, integrate_velocities
from physics.bodies.rotation import moved
from physics.bodies.tumbling import TO_POSE, TO_ROWS
from physics.constraints.parts.point import POINT
from physics.constraints.place import place_parts
from physics.dynamics.parameters import Parameters
from physics.dynamics.results import keep_results
from physics.dynamics.substeps import Extent, State
from physics.lab.exact.problem import find_system
from physics.lab.rows.assembly import assemble_rows, refresh
from physics.lab.rows.row import (
    HELD,
    LIMIT,
    RowParameters,
    Rows,
    applied,
    is_friction,
    matrix_between,
    row_parameters,
    speeds,
)
from physics.lab.rows.step_start import prepare, turn_spins
from physics.lab.rows.stored_impulses import store_part_impulses
from physics.parallel.team import by_oneself

RANK = 1e-10                                     # relative pivot below which a row is redundant
PIVOTS = 100                                     # exchanges of rows between "at a bound" and "solved for", at most
PASSES = 12                                      # of correction, at most
EXACT = 1e-13                                    # error that needs no correction [m] or [rad]
LEAST_GAIN = 0.5                                 # a pass that leaves more than this share of the error is the last


def impulses(rows: Rows, velocity: np.ndarray) -> np.ndarray:
    """(m,) impulses [N s] that solve all rows together, from velocities (n, 6) by body row without constraint impulses.

    Raises ValueError for friction and for springs of points at their largest force, because their rows bound each other, and
    ArithmeticError when no choice of active bounds fits.
    """
    friction = is_friction(rows) & (rows.friction > 0)
    if friction.any():
        raise ValueError(f"the direct solution takes no friction; {friction.sum()} of {len(rows.a)} rows have it")
    point = rows.part_kind == POINT
    lower, upper = np.where(point, -np.inf, rows.lower), np.where(point, np.inf, rows.upper)
    answer = within(system(rows), speeds(rows, velocity) + rows.bias, lower, upper)
    pulls = np.sqrt(np.bincount(rows.group[point], answer[point] ** 2, len(rows.a)))
    over = point & (pulls[rows.group] > rows.upper)
    if over.any():
        raise ValueError(f"the direct solution takes no spring at its largest force; part {rows.part[over][0]} needs "
                         f"{pulls[rows.group[over][0]]:.4g} N s of {rows.upper[over][0]:.4g}")
    return answer


def system(rows: Rows) -> np.ndarray:
    """(m, m) J M^-1 J^T of all rows, plus the compliance of soft ones [1/kg]."""
    full = np.empty((len(rows.a), len(rows.a)))
    find_system(rows, full)
    return full


def solved(matrix: np.ndarray, right: np.ndarray) -> np.ndarray:
    """x of matrix x = right for a symmetric matrix without negative eigenvalues; the least x where it is singular."""
    diagonal = np.diag(matrix)
    unit = np.where(diagonal > 0, 1 / np.sqrt(np.where(diagonal > 0, diagonal, 1)), 0)
    scaled, wanted = unit[:, None] * matrix * unit, unit * right
    try:
        root = np.linalg.cholesky(scaled)
        if np.diag(root).min(initial=1) ** 2 > RANK:
            return unit * np.linalg.solve(root.T, np.linalg.solve(root, wanted))
    except np.linalg.LinAlgError:
        pass                                     # not positive definite: redundant rows
    return unit * np.linalg.lstsq(scaled, wanted, rcond=RANK)[0]


def within(matrix: np.ndarray, slip: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    """lambda of w = matrix lambda + slip: w = 0 inside the bounds, w >= 0 at the lower, w <= 0 at the upper one."""
    m = len(slip)
    at = np.zeros(m, int)                        # -1, 1: held at the lower, the upper bound; 0: solved for
    least, pivots = m + 1, 0
    while True:
        free = np.flatnonzero(at == 0)
        answer = np.where(at < 0, lower, np.where(at > 0, upper, 0.0))
        answer[free] = solved(matrix[np.ix_(free, free)], -(slip + matrix @ answer)[free])
        rest = matrix @ answer + slip
        room = 1e-9 * (1 + np.abs(answer))
        wrong = np.where(at == 0, np.where(answer < lower - room, -1, np.where(answer > upper + room, 1, 0)),
                         np.where(at * rest > 1e-12 * (1 + np.abs(slip)), 2, 0))
        bad = np.flatnonzero(wrong)
        if not len(bad):
            return answer
        pivots += 1
        if pivots > PIVOTS:
            raise ArithmeticError(f"direct solution: {len(bad)} of {m} rows fit neither their bounds nor their speeds")
        if len(bad) < least:
            least = len(bad)
        else:
            bad = bad[-1:]                       # one at a time, which always terminates
        at[bad] = np.where(wrong[bad] == 2, 0, wrong[bad])


def held(rows: Rows) -> np.ndarray:
    """(m,) bool: rows whose errors are corrected: held rows, and limits beyond their bounds."""
    return (rows.kind == HELD) | (rows.kind == LIMIT) & (rows.error < 0)


def correct(rows: Rows, state: State, params: RowParameters) -> Rows:
    """Move the bodies until no held row has an error; returns the rows at the new poses."""
    last = np.inf
    for _ in range(PASSES):
        mine = np.flatnonzero(held(rows))
        worst = np.abs(rows.error[mine]).max(initial=0)
        if worst < EXACT or worst > LEAST_GAIN * last:
            break
        last = worst
        answer = np.zeros(len(rows.a))
        answer[mine] = solved(matrix_between(rows)[np.ix_(mine, mine)], -rows.error[mine])
        move(state, applied(rows, answer, np.zeros((len(state.bodies.uid), 6))))
        rows = refresh(rows, state, params)
    return rows


def move(state: State, displacement: np.ndarray) -> None:
    """Move bodies by (n, 6) translations [m] and rotation vectors [rad]."""
    state.bodies.pose[:, :7] = moved(state.bodies.pose[:, :7].astype(np.float64), displacement)
    state.bodies.delta[:, :6] += displacement


def advance(state: State, extent: Extent, parameters: Parameters, work: Callable = by_oneself) -> None:
    """One step of joints alone, each substep solved exactly.  Raises ValueError when bodies touch."""
    if extent.contacts:
        raise ValueError("the direct solution cannot solve contacts")
    p, bodies, parts, params = parameters, state.bodies, state.parts, row_parameters(parameters, "relax")
    first, last = extent.first_body, extent.bodies
    prepare(state, extent, p)
    place_parts(0, extent.parts, bodies, parts, p.motion.h)
    rows = assemble_rows(state, extent, params)
    rows = rows._replace(impulse=0 * rows.impulse)
    for _ in range(p.substeps):
        turn_spins(extent, bodies, p.motion, TO_ROWS)
        place_parts(0, extent.parts, bodies, parts, p.motion.h)
        rows = refresh(rows, state, params)
        integrate_velocities(first, last, bodies, p.motion)
        velocity = bodies.velocity[:, :6].astype(np.float64)
        answer = impulses(rows, velocity)
        bodies.velocity[:, :6] = applied(rows, answer, velocity)
        store_part_impulses(state, extent, rows, answer)
        integrate_positions(first, last, bodies, p.motion)
        rows = correct(refresh(rows, state, params), state, params)
        turn_spins(extent, bodies, p.motion, TO_POSE)
        cap_velocities(first, last, bodies, p.motion)
    by_oneself(lambda team: keep_results(team, state, extent, p))
