"""The exact answer of a step: impulses of joints, contacts and friction together, as one complementarity problem.

    w = (J M^-1 J^T + compliance) lambda + J V + bias,      lower <= lambda <= upper,
    w = 0 strictly inside, w >= 0 at the lower bound, w <= 0 at the upper one

Friction is a pyramid: each tangent row of a patch lies within +- mu times the sum of the patch's normal impulses, by itself.
How far impulses are from an answer tells the natural map, 0 where they are one:

    r = lambda - clamp(lambda - w / D)           (D the diagonal of the matrix)

It is brought to zero by Newton's method.  Where the clamp says so a row is at a bound, else its w is 0; a row that slides
is mu times unknown normal impulses.  These are not unique under four points of a face, so the matrix is singular: every
step is a proximal one, with e D (lambda - lambda before) added to w, and what the steps come to solves the problem itself.
Newton begins from sweeps of Gauss-Seidel, ever more of them where it goes round in circles; at last blocks of rows are
exchanged (`dense.within`).

Sources: Alart and Curnier, "A mixed formulation for frictional contact problems prone to Newton like solution methods", 1991;
Rockafellar, "Monotone operators and the proximal point algorithm", 1976; Silcowitz, Niebe and Erleben, "A nonsmooth Newton
method for interactive rigid bodies", 2009, for the sweeps before it.
"""
from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from physics.constraints.part import UNLIMITED
from physics.constraints.parts.point import POINT
from physics.definitions.tunable import SettingError
from physics.lab.exact.dense import system, within
from physics.lab.rows.row import NORMAL, Rows, applied, rubs, speeds
from physics.lab.rows.row_sweep import sweep_rows, table_of

EXACT = 1e-10                                    # natural map of an answer, over what stops the fastest row alone, at least 1 N s
REGULAR = (1e-11, 1e-5)                          # e, one after the other: less goes farther, more goes round in circles less,
AT_LAST = (1e-9, 1e-7)                           # and those between
NEWTON = 12                                      # steps of it, before more sweeps
PIVOTING, PROXIMAL = 1e-8, 20                    # e and steps where Newton does not arrive
ROUNDS, SWEEPS, MORE = 7, 20, 3                  # of sweeps and Newton; sweeps of the first round, times as many in the next
GROWING = 1.2                                    # times as large in a round as in the one before: nothing will stop it
NEARLY = 1e-5                                    # natural map, as of EXACT, that is taken for a contradiction by roundings
ROUNDING, STUCK = 4e-7, 0.9                      # less than this, and so much of what was left in the round before: one for sure
PATIENT = 3                                      # rounds after which NEARLY is as good a proof, where nothing helps any more
MOST_ROWS = 1000                                 # a matrix of 8 MB, a second a step


class Unsolved(SettingError):
    """No exact answer was found; the text says how near it came, `nearest` are the impulses (m,) there."""

    def __init__(self, reason: str, nearest: np.ndarray | None = None):
        super().__init__("method", f"solver.method: {reason}")
        self.nearest = nearest


class Problem(NamedTuple):
    """A step's rows as one problem."""

    made: Rows
    velocity: np.ndarray          # (n, 6) of body rows, without any of the impulses [m/s], [rad/s]
    matrix: np.ndarray            # (m, m)
    slip: np.ndarray              # (m,) J V + bias
    diagonal: np.ndarray          # (m,)
    ties: np.ndarray              # (m, m) friction rows' limits = ties @ impulses
    scale: float                  # what stops the fastest row alone, at least 1 [N s]


class Candidate(NamedTuple):
    """Impulses that may be the answer, and how far they are from it."""

    impulse: np.ndarray           # (m,)
    left: float                   # `residual` [N s]


def problem(made: Rows, velocity: np.ndarray) -> Problem:
    """The problem of these rows from velocity rows (n, 6) without any of their impulses.

    Raises Unsolved for too many rows, and for surfaces that turn.
    """
    if len(made.a) > MOST_ROWS:
        raise Unsolved(f"the exact answer of {len(made.a)} rows would take too long; at most {MOST_ROWS} are solved")
    if np.any(made.swirl):
        raise Unsolved("surfaces that turn are not solved exactly")
    matrix = system(made)
    diagonal = np.diag(matrix)
    diagonal, slip = np.where(diagonal > 0, diagonal, 1.0), speeds(made, velocity) + made.bias
    pressing = (made.patch[:, None] == made.patch[None, :]) & (made.kind == NORMAL)[None, :] & rubs(made)[:, None]
    return Problem(made, velocity, matrix, slip, diagonal, made.friction[:, None] * pressing,
                   max(1.0, np.abs(slip / diagonal).max(initial=0.0)))


def bounds(one: Problem, impulse: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(lower, upper) of every row's impulse, those of friction by the normal impulses among `impulse`."""
    made = one.made
    rubbing, limit = rubs(made), np.maximum(one.ties @ impulse, 0)
    free = (made.part_kind == POINT) & (made.upper >= UNLIMITED)
    return (np.where(rubbing, -limit, np.where(free, -np.inf, made.lower)),
            np.where(rubbing, limit, np.where(free, np.inf, made.upper)))


def natural_map(one: Problem, impulse: np.ndarray) -> np.ndarray:
    """(m,) how far each row is from an answer [N s] or [N m s]."""
    return impulse - np.clip(_aim(one, impulse), *bounds(one, impulse))


def _aim(one: Problem, impulse: np.ndarray) -> np.ndarray:
    """(m,) where each row would go by itself, without bounds."""
    return impulse - (one.matrix @ impulse + one.slip) / one.diagonal


def residual(one: Problem, impulse: np.ndarray) -> float:
    """The largest of the natural map [N s]."""
    return float(np.abs(natural_map(one, impulse)).max(initial=0.0))


def dual_energy(one: Problem, impulse: np.ndarray) -> float:
    """lambda . matrix lambda / 2 + slip . lambda [J]: what every sweep of Gauss-Seidel without friction lowers."""
    return float(impulse @ (0.5 * one.matrix @ impulse + one.slip))


def solve(one: Problem, start: np.ndarray | None = None) -> np.ndarray:
    """(m,) impulses whose natural map is at most EXACT.  Raises Unsolved."""
    answer, left = np.zeros(len(one.slip)) if start is None else start.copy(), np.inf
    for turn in range(ROUNDS):
        before, answer = answer, swept(one, answer, SWEEPS * MORE**turn)
        nearest = begun = Candidate(answer, residual(one, answer))
        if begun.left <= EXACT * one.scale:
            return answer
        last = turn == ROUNDS - 1
        for attempt in (*(partial(_newton, share=share) for share in REGULAR + AT_LAST * last), *[_pivoted] * last):
            found = attempt(one, begun)
            if found is None:
                continue
            if found.left <= EXACT * one.scale:
                return found.impulse
            if found.left < nearest.left:
                nearest = found
        if STUCK * left < nearest.left <= (ROUNDING if turn < PATIENT else NEARLY) * one.scale:
            raise Unsolved(f"rows contradict each other: {nearest.left:.1e} N s are left of the exact answer", nearest.impulse)
        left = nearest.left
    if np.linalg.norm(answer) > GROWING * np.linalg.norm(before):
        raise Unsolved(f"there is no exact answer: constraints contradict each other, and impulses of {len(answer)} rows grow "
                       "without end", answer)
    raise Unsolved(f"the exact answer of {len(answer)} rows was not found: {begun.left:.1e} N s are left "
                   f"after {ROUNDS} rounds of sweeps and Newton steps", answer)


def nearly(one: Problem, start: np.ndarray | None = None) -> np.ndarray:
    """(m,) as `solve`, or what is nearest where rows contradict each other by roundings.  Raises Unsolved."""
    try:
        return solve(one, start)
    except Unsolved as error:
        if answers(one, error.nearest, NEARLY):
            return error.nearest
        raise


def swept(one: Problem, impulse: np.ndarray, sweeps: int) -> np.ndarray:
    """(m,) impulses after so many sweeps of Gauss-Seidel."""
    made = one.made._replace(impulse=impulse, relaxation=np.ones(len(impulse)))
    table, velocity, order = table_of(made, False), applied(made, impulse, one.velocity), np.arange(len(impulse))
    for _ in range(sweeps):
        sweep_rows(order, table, velocity)
    return table.impulse


def _newton(one: Problem, start: Candidate, share: float) -> Candidate | None:
    """The answer, or what is nearest where rows contradict each other by roundings; None when these steps, with e = `share`, do
    not come to it."""
    impulse, now = start
    m, rubbing, ridge = len(impulse), rubs(one.made), share * one.diagonal
    for _ in range(NEWTON):
        lower, upper = bounds(one, impulse)
        aim = _aim(one, impulse)
        side = np.where(aim <= lower, -1, np.where(aim >= upper, 1, 0))
        inside, sliding = side == 0, (side != 0) & rubbing
        left = np.where(inside[:, None], one.matrix + np.diag(ridge), np.eye(m) - np.where(sliding, side, 0)[:, None] * one.ties)
        held = np.where(sliding, 0.0, np.where(side < 0, lower, np.where(side > 0, upper, 0.0)))
        try:
            impulse = np.linalg.solve(left, np.where(inside, ridge * impulse - one.slip, held))
        except np.linalg.LinAlgError:
            return None
        before, now = now, residual(one, impulse)
        if now <= EXACT * one.scale or STUCK * before < now <= ROUNDING * one.scale:
            return Candidate(impulse, now)
    return None


def answers(one: Problem, impulse: np.ndarray, tolerance: float) -> bool:
    """Whether the natural map is at most so much of what stops the fastest row alone, or of 1 N s."""
    return residual(one, impulse) <= tolerance * one.scale


def _pivoted(one: Problem, start: Candidate) -> Candidate | None:
    """The answer, or None: proximal steps with friction's bounds as they were, each by block principal pivoting."""
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
