"""The exact solution of a step: impulses of joints, contacts and friction together, as one complementarity problem.

    w = (J M^-1 J^T + compliance) lambda + J V + bias,      lower <= lambda <= upper,
    w = 0 strictly inside, w >= 0 at the lower bound, w <= 0 at the upper one

Friction is a pyramid: each tangent row of a patch is bounded by mu times the sum of the patch's normal impulses, by itself.
The natural map measures how far impulses are from a solution; it is 0 there:

    r = lambda - clamp(lambda - w / D)           (D the diagonal of the matrix)

Newton's method finds its zero.  The clamp decides whether a row is at a bound or has w = 0; a sliding row is mu times unknown
normal impulses.  Under four points of a face these are not unique and the matrix is singular, so every step is a proximal one,
with e D (lambda - lambda before) added to w; the limit of the steps solves the problem itself.  Newton starts from sweeps of
Gauss-Seidel, more and more of them where it cycles; the last resort is block pivoting (`dense.within`).

Sources: Alart and Curnier, "A mixed formulation for frictional contact problems prone to Newton like solution methods", 1991;
Rockafellar, "Monotone operators and the proximal point algorithm", 1976; Silcowitz, Niebe and Erleben, "A nonsmooth Newton
method for interactive rigid bodies", 2009, for the sweeps before it.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.definitions.tunable import SettingError
from physics.lab.exact.dense import within
from physics.lab.exact.newton import (
    EXACT,
    FEW,
    NEWTON,
    ROUNDING,
    STUCK,
    Work,
    state_newton_system,
    step_from,
    sweep_from,
    work_for,
)
from physics.lab.exact.problem import TURNING, Problem, find_natural_map, find_residual, stated, unbounded
from physics.lab.rows.bias import patches
from physics.lab.rows.row import Rows, applied
from physics.lab.sweeps.gauss_seidel import sweep_rows
from physics.lab.sweeps.table import table_of

REGULAR = (1e-11, 1e-5)                          # e, tried in this order: a small e makes long steps, a large e cycles less
AT_LAST = (1e-9, 1e-7)                           # e, in the last round besides
PIVOTED = 0.0                                    # in place of e: block pivoting
PIVOTING, PROXIMAL = 1e-8, 20                    # e and steps of block pivoting
ROUNDS, SWEEPS, MORE = 7, 20, 3                  # rounds of sweeps and Newton; sweeps of the first, factor for each next one
GROWING = 1.2                                    # growth of impulses in the last round that shows divergence
NEARLY = 1e-5                                    # natural map over `Problem.scale` that rounding of redundant rows explains
PATIENT = 3                                      # rounds after which NEARLY proves a contradiction as well
MOST_ROWS = 1000                                 # a matrix of 8 MB, a second a step


class Unsolved(SettingError):
    """No exact solution was found; the text says how near it came, `nearest` are the impulses (m,) there."""

    def __init__(self, reason: str, nearest: np.ndarray | None = None):
        super().__init__("method", f"solver.method: {reason}")
        self.nearest = nearest


class Candidate(NamedTuple):
    """Impulses that may be the solution, and their residual."""

    impulse: np.ndarray           # (m,)
    left: float                   # `residual` [N s]


def problem(rows: Rows, velocity: np.ndarray) -> Problem:
    """The problem of these rows from velocities (n, 6) by body row, without their impulses.

    Raises Unsolved for too many rows, and for surfaces that spin.
    """
    if len(rows.a) > MOST_ROWS:
        raise Unsolved(f"the exact answer of {len(rows.a)} rows would take too long; at most {MOST_ROWS} are solved")
    one = stated(rows, velocity)
    if one.scale == TURNING:
        raise Unsolved("surfaces that turn are not solved exactly")
    return one


def bounds(one: Problem, impulse: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(lower, upper) bounds of every row; those of friction follow from the normal impulses in `impulse`."""
    limits = unbounded(len(impulse), patches(one.rows))
    find_residual(one, impulse, limits)
    return limits.lower, limits.upper


def natural_map(one: Problem, impulse: np.ndarray) -> np.ndarray:
    """(m,) the natural map [N s] or [N m s], 0 at a solution."""
    found = np.empty(len(impulse))
    find_natural_map(one, impulse, unbounded(len(impulse), patches(one.rows)), found)
    return found


def residual(one: Problem, impulse: np.ndarray) -> float:
    """The largest absolute value of the natural map [N s]."""
    return find_residual(one, impulse, unbounded(len(impulse), patches(one.rows)))


def dual_energy(one: Problem, impulse: np.ndarray) -> float:
    """lambda . matrix lambda / 2 + slip . lambda [J], which every sweep of Gauss-Seidel without friction lowers."""
    return float(impulse @ (0.5 * one.matrix @ impulse + one.slip))


def solve(one: Problem, start: np.ndarray | None = None) -> np.ndarray:
    """(m,) impulses whose natural map is at most EXACT.  Raises Unsolved."""
    answer, left = np.zeros(len(one.slip)) if start is None else start, np.inf
    work = work_for(len(answer), patches(one.rows))
    for number in range(ROUNDS):
        before, begun = answer, swept(one, answer, SWEEPS * MORE**number, work)
        nearest, answer = begun, begun.impulse
        if begun.left <= EXACT * one.scale:
            return answer
        last = number == ROUNDS - 1
        for share in (*REGULAR, *AT_LAST, PIVOTED) if last else REGULAR:
            found = _pivoted(one, begun) if share == PIVOTED else _newton(one, begun, share, work)
            if found is None:
                continue
            if found.left <= EXACT * one.scale:
                return found.impulse
            if found.left < nearest.left:
                nearest = found
        if STUCK * left < nearest.left <= (ROUNDING if number < PATIENT else NEARLY) * one.scale:
            raise Unsolved(f"rows contradict each other: {nearest.left:.1e} N s are left of the exact answer", nearest.impulse)
        left = nearest.left
    if np.linalg.norm(answer) > GROWING * np.linalg.norm(before):
        raise Unsolved(f"there is no exact answer: constraints contradict each other, and impulses of {len(answer)} rows grow "
                       "without end", answer)
    raise Unsolved(f"the exact answer of {len(answer)} rows was not found: {begun.left:.1e} N s are left "
                   f"after {ROUNDS} rounds of sweeps and Newton steps", answer)


def nearly(one: Problem, start: np.ndarray | None = None) -> np.ndarray:
    """(m,) as `solve`; the nearest impulses where rows contradict each other by rounding.  Raises Unsolved."""
    try:
        return solve(one, start)
    except Unsolved as error:
        if answers(one, error.nearest, NEARLY):
            return error.nearest
        raise


def swept(one: Problem, start: np.ndarray, sweeps: int, work: Work) -> Candidate:
    """What sweeps of Gauss-Seidel make of the impulses `start`."""
    if len(start) <= FEW:
        impulse = start.copy()
        return Candidate(impulse, sweep_from(one, impulse, sweeps, work))
    rows = one.rows._replace(impulse=start, relaxation=np.ones(len(start)))
    table, velocity, order = table_of(rows, False), applied(rows, start, one.velocity), np.arange(len(start))
    for _ in range(sweeps):
        sweep_rows(order, table, velocity)
    return Candidate(table.impulse, find_residual(one, table.impulse, work.limits))


def _newton(one: Problem, start: Candidate, share: float, work: Work) -> Candidate | None:
    """The solution, or the nearest impulses where rows contradict each other by rounding; None when Newton steps with e = `share`
    do not converge."""
    impulse, now = start.impulse.copy(), start.left
    if len(impulse) <= FEW:
        now = step_from(one, impulse, (now, share), work)
        return Candidate(impulse, now) if now >= 0 else None
    for _ in range(NEWTON):
        state_newton_system(one, impulse, share, work)
        try:
            impulse = np.linalg.solve(work.left, work.right)
        except np.linalg.LinAlgError:
            return None
        before, now = now, find_residual(one, impulse, work.limits)
        if now <= EXACT * one.scale or STUCK * before < now <= ROUNDING * one.scale:
            return Candidate(impulse, now)
    return None


def answers(one: Problem, impulse: np.ndarray, tolerance: float) -> bool:
    """Whether the natural map is at most `tolerance` times `Problem.scale`."""
    return residual(one, impulse) <= tolerance * one.scale


def _pivoted(one: Problem, start: Candidate) -> Candidate | None:
    """The solution, or None: proximal steps by block principal pivoting, with friction's bounds from the step before."""
    impulse, ridge = start.impulse, PIVOTING * one.diagonal
    matrix = one.matrix + np.diag(ridge)
    for _ in range(PROXIMAL):
        try:
            impulse = within(matrix, one.slip - ridge * impulse, *bounds(one, impulse))
        except ArithmeticError:
            return None
        left = residual(one, impulse)
        if left <= EXACT * one.scale:
            return Candidate(impulse, left)
    return None
