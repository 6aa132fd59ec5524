"""Block descent over bodies: each body moves to the minimum of the energy over its own six coordinates, the others fixed.

    energy(x) = 1/2 (x - y)^T M/h2 (x - y) + sum (w^2 - (w - f)^2) / 2k,      y: the pose after free motion
    w = multiplier - k E,    f = w clamped to its bounds,    E = C(x) - goal,     gradient: M/h2 (x - y) - sum J^T f

k is a row's stiffness [N/m] and f its force [N].  Inside its bounds a row is a spring about E = multiplier / k; at a bound its
force is constant.  The transition is smooth and the sum is convex, with friction's bounds taken at the start of each step.
Two steps are tried, (M/h2 + sum k J^T J) change = - gradient with the rows inside their bounds, and with all rows.  The first
is Newton's; the second minimises a parabola above the energy, so it never increases the energy.  The body takes the step with
the lower energy, and at most STEPS steps.  Bodies of one colour share no row: their order has no effect.
Source: Chen, Liu, Yang, Yuksel, "Vertex Block Descent", SIGGRAPH 2024.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import Bodies
from physics.compile.decorators import formula, kernel, routine
from physics.lab.methods.avbd.bonds import Bonds
from physics.lab.methods.avbd.poses import between, made, mass_of
from physics.lab.methods.avbd.pull import Pull, set_forces, set_limits, update_pull
from physics.lab.rows.displacements import Farthest, displace_bodies
from physics.lab.rows.row import Rows
from physics.lab.rows.row_products import speed_of
from physics.lab.rows.vectors import AXES, four, put_three, turned

STEPS = 4                                        # of a body in a sweep, at most
SMALL = 1e-9                                     # a step below this is the last [m], [rad]


class Descent(NamedTuple):
    """What sweeps over b of n bodies work on."""

    rows: Rows
    pull: Pull
    bonds: Bonds
    bodies: Bodies                # in double precision
    start: np.ndarray             # (n, 8) poses at the beginning of the substep
    free: np.ndarray              # (n, 8) poses y after free motion
    moved: np.ndarray             # (n, 6) displacements since `start`; 0 for bodies that do not move [m], [rad]
    mass: np.ndarray              # (b, 6, 6) M/h2 [kg/s2], [kg m2/s2]
    apart: np.ndarray             # (b, 6) x - y [m], [rad]
    change: np.ndarray            # (n, 6) displacements that are to be made; 0 before and after [m], [rad]
    matrix: np.ndarray            # (6, 6) scratch, as the next two
    down: np.ndarray              # (6,)
    step: np.ndarray              # (2, 6) of a body, by the rows inside their bounds and by all rows
    h: float                      # substep [s]
    most: Farthest                # how far a body may go in it


def descent_of(rows: Rows, pull: Pull, bonds: Bonds, bodies: Bodies, substep: tuple[float, Farthest]) -> Descent:
    """A descent with room for its numbers; `substep` [s], and how far a body may go in it."""
    n, b = len(bodies.pose), len(bonds.body)
    poses, (moved, change) = np.zeros((2, n, 8)), np.zeros((2, n, 6))
    return Descent(rows, pull, bonds, bodies, *poses, moved, np.zeros((b, 6, 6)), np.zeros((b, 6)), change, np.zeros((6, 6)),
                   np.zeros(6), np.zeros((2, 6)), *substep)


@kernel
def solve_rows(descent, kept, sweeps):
    """Sweeps to the target errors `kept` (m,); each moves all bodies, then updates the rows.

    Reads   descent kept sweeps
    Writes  descent.pull descent.bodies.pose descent.bodies.delta descent.moved descent.mass descent.apart descent.change
            descent.matrix descent.down descent.step
    """
    pull, every = descent.pull, descent.bonds.every
    for i in every:
        pull.force[i] = 0.0
    set_errors(descent, kept)
    for _ in range(sweeps):
        move_bodies(descent)
        set_errors(descent, kept)
        update_pull(pull, every)


@routine
def set_errors(descent, goal):
    """Errors less their goals at the present poses, to first order."""
    rows, moved, bodies = descent.rows, descent.moved, descent.bodies
    for row in range(len(moved)):
        if bodies.awake[row] > 0:
            move, turn = made(descent.start, bodies, row, descent.h)
            put_three(moved, row, 0, move)
            put_three(moved, row, 3, turn)
    for i in range(len(goal)):
        descent.pull.error[i] = rows.error[i] + speed_of(rows.jacobian, i, moved, rows.a[i], rows.b[i]) - goal[i]


@kernel
def move_bodies(descent):
    """One sweep over the bodies, by the present errors of the rows.

    Reads   descent
    Writes  descent.pull descent.bodies.pose descent.bodies.delta descent.mass descent.apart descent.change descent.matrix
            descent.down descent.step
    """
    body, color = descent.bonds.body, descent.bonds.color
    for at in range(len(body)):
        set_inertia(descent, at)
    at = 0
    while at < len(body):
        last = at
        while last < len(body) and color[body[last]] == color[body[at]]:
            last += 1
        for _ in range(STEPS):
            longest = 0.0
            for k in range(at, last):
                longest = max(longest, step_body(descent, k))
            if longest < SMALL:
                break
        at = last
    make_changes(descent)


@routine
def make_changes(descent):
    """Displace the bodies by the changes, and clear these."""
    displace_bodies(descent.bodies, descent.change, descent.most)
    for row in range(len(descent.change)):
        for k in range(6):
            descent.change[row, k] = 0.0


@formula
def set_inertia(descent, at):
    """The inertial term of the body number `at`: M/h2 at its pose, and x - y."""
    body, h, whole = descent.bonds.body[at], descent.h, descent.mass
    mass, about = mass_of(descent.bodies, body)
    q = four(descent.bodies.pose, body, 3)
    a, b, c = turned(q, AXES[0]), turned(q, AXES[1]), turned(q, AXES[2])          # columns of the rotation matrix
    for i in range(3):
        whole[at, i, i] = mass / (h * h)
    for i in range(3):
        for j in range(3):
            whole[at, 3 + i, 3 + j] = (about[0] * a[i] * a[j] + about[1] * b[i] * b[j] + about[2] * c[i] * c[j]) / (h * h)
    move, turn = between(descent.free, descent.bodies.pose, body)
    put_three(descent.apart, at, 0, move)
    put_three(descent.apart, at, 3, turn)


@routine
def step_body(descent, at):
    """Move the body number `at` by the one of its two steps with the lower energy; returns its greatest coordinate."""
    pull, bonds, step = descent.pull, descent.bonds, descent.step
    first, last = bonds.first[bonds.body[at]], bonds.first[bonds.body[at] + 1]
    for k in range(first, last):
        i = bonds.row[k]
        pull.want[i] = pull.multiplier[i] - pull.stiffness[i] * pull.error[i]
    set_limits(pull, bonds.row, first, last)
    set_forces(pull, bonds.row, first, last)
    crossing, taken = False, 0
    for k in range(first, last):
        crossing = crossing or not pull.inside[bonds.row[k]]
    set_down(descent, at)
    find_step(descent, at, 0)
    if crossing:
        find_step(descent, at, 1)
        low, other = energy_after(descent, at, 0), energy_after(descent, at, 1)
        taken = 0 if low <= other else 1
    longest = 0.0
    for j in range(6):
        descent.apart[at, j] += step[taken, j]
        descent.change[bonds.body[at], j] += step[taken, j]
        longest = max(longest, abs(step[taken, j]))
    for k in range(first, last):
        pull.error[bonds.row[k]] += change_of(descent, k, taken)
    return longest


@formula
def change_of(descent, k, which):
    """Change of the error of a body's row, number k of the bonds, by a step of the body."""
    i, column, step, total = descent.bonds.row[k], descent.bonds.column[k], descent.step, 0.0
    for j in range(6):
        total += descent.rows.jacobian[i, column + j] * step[which, j]
    return total


@formula
def set_down(descent, at):
    """Minus the gradient of the energy [N], [N m]."""
    bonds, down, mass, apart = descent.bonds, descent.down, descent.mass[at], descent.apart
    for i in range(6):
        total = 0.0
        for j in range(6):
            total += mass[i, j] * apart[at, j]
        down[i] = -total
    for k in range(bonds.first[bonds.body[at]], bonds.first[bonds.body[at] + 1]):
        i, column = bonds.row[k], bonds.column[k]
        for j in range(6):
            down[j] += descent.pull.force[i] * descent.rows.jacobian[i, column + j]


@routine
def find_step(descent, at, which):
    """Step 0, by the rows inside their bounds, or 1, by all rows; the matrix by its lower half."""
    bonds, matrix, step, pull = descent.bonds, descent.matrix, descent.step, descent.pull
    for i in range(6):
        step[which, i] = descent.down[i]
        for j in range(i + 1):
            matrix[i, j] = descent.mass[at, i, j]
    for k in range(bonds.first[bonds.body[at]], bonds.first[bonds.body[at] + 1]):
        row, column = bonds.row[k], bonds.column[k]
        if which == 1 or pull.inside[row]:
            for i in range(6):
                held = pull.stiffness[row] * descent.rows.jacobian[row, column + i]
                for j in range(i + 1):
                    matrix[i, j] += held * descent.rows.jacobian[row, column + j]
    solve(matrix, step, which)


@formula
def solve(matrix, answer, which):
    """matrix^-1 answer[which] in its place, of a positive definite matrix (6, 6) by its lower half, which elimination changes."""
    for j in range(6):
        for i in range(j + 1, 6):
            share = matrix[i, j] / matrix[j, j]
            for k in range(j + 1, i + 1):
                matrix[i, k] -= share * matrix[k, j]
            answer[which, i] -= share * answer[which, j]
    for k in range(6):
        j = 5 - k
        for i in range(j + 1, 6):
            answer[which, j] -= matrix[i, j] * answer[which, i]
        answer[which, j] /= matrix[j, j]


@routine
def energy_after(descent, at, which):
    """Energy of a body [J] after a step, with the upper bounds of before."""
    bonds, pull, mass = descent.bonds, descent.pull, descent.mass[at]
    first, last = bonds.first[bonds.body[at]], bonds.first[bonds.body[at] + 1]
    for k in range(first, last):
        i = bonds.row[k]
        pull.want[i] = pull.multiplier[i] - pull.stiffness[i] * (pull.error[i] + change_of(descent, k, which))
    set_forces(pull, bonds.row, first, last)
    total, springs = 0.0, 0.0
    for i in range(6):
        for j in range(6):
            total += ((descent.apart[at, i] + descent.step[which, i]) * mass[i, j]
                      * (descent.apart[at, j] + descent.step[which, j]))
    for k in range(first, last):
        i = bonds.row[k]
        rest = pull.want[i] - pull.force[i]
        springs += (pull.want[i] * pull.want[i] - rest * rest) / (2.0 * pull.stiffness[i])
    return 0.5 * total + springs
