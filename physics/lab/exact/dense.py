"""The direct solution: impulses of all rows at once, where sweeps only come closer and closer, and a step by it.

    (J M^-1 J^T + compliance) lambda = -(J V + bias),            compliance = impulse_scale / mass_scale K of a soft row's group

Redundant rows (a closed loop of hinges) leave lambda open; of all that fit, the least is taken, row by row in units of
sqrt(K).  Rows with bounds are held at a bound or solved for, whichever fits: block principal pivoting.  After each substep
poses are corrected by the same matrix, dx = -M^-1 J^T (J M^-1 J^T)^-1 C, until errors are gone, so nothing drifts.
For joints of small worlds; contacts are refused.  Sources: Baraff, "Linear-Time Dynamics", 1996 (the system); Judice and Pires,
"Block principal pivoting", 1994.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from physics.bodies.integrate import cap_velocities, integrate_positions, integrate_velocities
from physics.bodies.rotation import moved
from physics.constraints.parts.point import POINT
from physics.constraints.place import place_parts
from physics.dynamics.parameters import Parameters
from physics.dynamics.results import keep_results
from physics.dynamics.substeps import Extent, State
from physics.lab.rows.assembly import refresh, rows
from physics.lab.rows.row import HELD, LIMIT, OF_PARTS, Laws, Rows, applied, laws_of, matrix_between, rubs, speeds
from physics.lab.rows.step_start import prepare
from physics.lab.rows.stored_impulses import store_part_impulses
from physics.parallel.team import by_oneself

RANK = 1e-10                                     # rows that are others' sums to this share of their own K are redundant
PIVOTS = 100                                     # exchanges of rows between "at a bound" and "solved for", at most
PASSES = 12                                      # of correction, at most
EXACT = 1e-13                                    # error that needs no correction [m] or [rad]
LEAST_GAIN = 0.5                                 # a pass that leaves more than this share of the error is the last


def impulses(made: Rows, velocity: np.ndarray) -> np.ndarray:
    """(m,) impulses [N s] that solve all rows together, from velocity rows (n, 6) without any of them.

    Raises ValueError for friction and for springs of points at their largest force, whose rows bound each other, and
    ArithmeticError when no choice of bounds fits.
    """
    rubbing = rubs(made) & (made.friction > 0)
    if rubbing.any():
        raise ValueError(f"the direct solution takes no friction; {rubbing.sum()} of {len(made.a)} rows have it")
    point = made.part_kind == POINT
    lower, upper = np.where(point, -np.inf, made.lower), np.where(point, np.inf, made.upper)
    answer = within(system(made), speeds(made, velocity) + made.bias, lower, upper)
    pulls = np.sqrt(np.bincount(made.group[point], answer[point] ** 2, len(made.a)))
    over = point & (pulls[made.group] > made.upper)
    if over.any():
        raise ValueError(f"the direct solution takes no spring at its largest force; part {made.part[over][0]} needs "
                         f"{pulls[made.group[over][0]]:.4g} N s of {made.upper[over][0]:.4g}")
    return answer


def system(made: Rows) -> np.ndarray:
    """(m, m) J M^-1 J^T of all rows, and what soft ones give way besides [1/kg]."""
    between = matrix_between(made)
    share = made.impulse_scale / np.where(made.mass_scale > 0, made.mass_scale, 1)
    if not share.any():
        return between
    together = (made.group[:, None] == made.group[None, :]) & (made.kind >= OF_PARTS)[:, None]
    return between + np.where(together | np.eye(len(made.a), dtype=bool), share[:, None] * between, 0)


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
            bad = bad[-1:]                       # one at a time, which always ends
        at[bad] = np.where(wrong[bad] == 2, 0, wrong[bad])


def held(made: Rows) -> np.ndarray:
    """(m,) bool: rows whose error correction takes away: those that are held, and limits that are passed."""
    return (made.kind == HELD) | (made.kind == LIMIT) & (made.error < 0)


def correct(made: Rows, state: State, laws: Laws) -> Rows:
    """Move the bodies until no held row has an error left; returns the rows there."""
    last = np.inf
    for _ in range(PASSES):
        mine = np.flatnonzero(held(made))
        worst = np.abs(made.error[mine]).max(initial=0)
        if worst < EXACT or worst > LEAST_GAIN * last:
            break
        last = worst
        answer = np.zeros(len(made.a))
        answer[mine] = solved(matrix_between(made)[np.ix_(mine, mine)], -made.error[mine])
        move(state, applied(made, answer, np.zeros((len(state.bodies.uid), 6))))
        made = refresh(made, state, laws)
    return made


def move(state: State, way: np.ndarray) -> None:
    """Displace bodies by (n, 6) translations [m] and rotation vectors [rad]."""
    state.bodies.pose[:, :7] = moved(state.bodies.pose[:, :7].astype(np.float64), way)
    state.bodies.delta[:, :6] += way


def advance(state: State, extent: Extent, parameters: Parameters, work: Callable = by_oneself) -> None:
    """One step of joints alone, each substep solved exactly.  Raises ValueError when bodies touch."""
    if extent.contacts:
        raise ValueError("the direct solution cannot solve contacts")
    p, bodies, parts, laws = parameters, state.bodies, state.parts, laws_of(parameters, "relax")
    first, last = extent.first_body, extent.bodies
    prepare(state, extent, p)
    place_parts(0, extent.parts, bodies, parts, p.motion.h)
    made = rows(state, extent, laws)
    made = made._replace(impulse=0 * made.impulse)
    for _ in range(p.substeps):
        place_parts(0, extent.parts, bodies, parts, p.motion.h)
        made = refresh(made, state, laws)
        integrate_velocities(first, last, bodies, p.motion)
        velocity = bodies.velocity[:, :6].astype(np.float64)
        answer = impulses(made, velocity)
        bodies.velocity[:, :6] = applied(made, answer, velocity)
        store_part_impulses(state, extent, made, answer)
        integrate_positions(first, last, bodies, p.motion)
        made = correct(refresh(made, state, laws), state, laws)
        cap_velocities(first, last, bodies, p.motion)
    by_oneself(lambda team: keep_results(team, state, extent, p.motion.h))
