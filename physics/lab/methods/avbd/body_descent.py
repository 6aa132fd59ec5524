"""Block descent over bodies: each body moves towards the least energy over its own six coordinates, the others fixed.

    energy(x) = 1/2 (x - y)^T M/h2 (x - y) + sum of the rows' energies,      y: the pose after free motion
    (M/h2 + sum k J^T J + G) change = - M/h2 (x - y) + sum J^T f             equations 4 to 6, 13 and 17

k is a row's stiffness [N/m], f its force [N] at the present poses, see `pull`, and G its geometric stiffness, see `bending`.
Rows of joints have their J at the present poses; contacts are linear within a substep, C = C0 + J (x - x0).  A body is moved at
once, so the next ones meet it where it is.  Bodies of one colour share no row: their order has no effect.
Sources: Chen, Liu, Yang, Yuksel, "Vertex Block Descent", SIGGRAPH 2024; Giles, Diaz, Yuksel, "Augmented Vertex Block Descent",
SIGGRAPH 2025.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import Bodies
from physics.compile.decorators import formula, kernel, routine
from physics.constraints.block import Parts
from physics.lab.methods.avbd.bending import add_bending
from physics.lab.methods.avbd.bonds import Bonds
from physics.lab.methods.avbd.poses import between, made, mass_of
from physics.lab.methods.avbd.pull import Pull, pull_by_errors
from physics.lab.methods.avbd.stiffness import grow
from physics.lab.rows.displacements import Farthest, displace_body
from physics.lab.rows.placed_rows import place_part_row
from physics.lab.rows.row import OF_PARTS, Rows
from physics.lab.rows.row_products import speed_of
from physics.lab.rows.vectors import AXES, four, put_three, three, turned


class Descent(NamedTuple):
    """What sweeps over b of n bodies work on."""

    rows: Rows
    pull: Pull
    bonds: Bonds
    bodies: Bodies                # in double precision
    parts: Parts                  # of the joints
    start: np.ndarray             # (n, 8) poses at the beginning of the substep
    free: np.ndarray              # (n, 8) poses y after free motion
    moved: np.ndarray             # (n, 6) displacements since `start`; 0 for bodies that do not move [m], [rad]
    matrix: np.ndarray            # (6, 6) scratch, as the next two
    down: np.ndarray              # (6,) minus the gradient of the energy [N], [N m]; then the step
    bent: np.ndarray              # (6,) the diagonal of G
    h: float                      # substep [s]
    most: Farthest                # how far a body may go in it


def descent_of(rows: Rows, pull: Pull, bonds: Bonds, bodies: Bodies, parts: Parts) -> Descent:
    """A descent with room for its numbers; `h` and `most` are to be replaced."""
    n = len(bodies.pose)
    poses, vectors = np.zeros((2, n, 8)), np.zeros((2, 6))
    return Descent(rows, pull, bonds, bodies, parts, *poses, np.zeros((n, 6)), np.zeros((6, 6)), *vectors, 0.0,
                   Farthest(0.0, 0.0))


@kernel
def solve_rows(descent, goal, sweeps):
    """Sweeps to the target errors `goal` (m,); each moves all bodies, then updates the rows.

    Reads   descent goal sweeps
    Writes  descent.pull descent.rows.error descent.rows.jacobian descent.rows.response descent.rows.k descent.rows.active
            descent.rows.curvature descent.rows.strain descent.rows.reach descent.bodies.pose descent.bodies.delta descent.moved
            descent.matrix descent.down descent.bent
    """
    pull, every = descent.pull, descent.bonds.every
    for _ in range(sweeps):
        sweep_bodies(descent, goal)
        for i in every:
            set_error(descent, i, goal)
        pull_by_errors(pull, every, 0, len(every))
        grow(pull, every)


@kernel
def correct_bodies(descent, goal):
    """One sweep to the target errors `goal` (m,) that changes no multiplier and no stiffness.

    Reads   descent goal
    Writes  descent.pull descent.rows.error descent.rows.jacobian descent.rows.response descent.rows.k descent.rows.active
            descent.rows.curvature descent.rows.strain descent.rows.reach descent.bodies.pose descent.bodies.delta descent.moved
            descent.matrix descent.down descent.bent
    """
    sweep_bodies(descent, goal)


@kernel
def find_moved(descent):
    """The displacements of the bodies since the beginning of the substep.

    Reads   descent.bodies.awake descent.bodies.pose descent.bodies.velocity descent.start descent.h
    Writes  descent.moved
    """
    for body in range(len(descent.moved)):
        if descent.bodies.awake[body] > 0:
            set_moved(descent, body)


@formula
def set_moved(descent, body):
    """The displacement of one body."""
    move, turn = made(descent.start, descent.bodies, body, descent.h)
    put_three(descent.moved, body, 0, move)
    put_three(descent.moved, body, 3, turn)


@routine
def set_error(descent, i, goal):
    """Error of a row less its goal at the present poses, with J of a joint's row there."""
    rows = descent.rows
    if rows.kind[i] >= OF_PARTS:
        place_part_row(rows, i, descent.bodies, descent.parts, descent.h)
        descent.pull.error[i] = rows.error[i] - goal[i]
    else:
        descent.pull.error[i] = rows.error[i] + speed_of(rows.jacobian, i, descent.moved, rows.a[i], rows.b[i]) - goal[i]


@routine
def sweep_bodies(descent, goal):
    """Move all bodies once, one after the other."""
    for body in descent.bonds.body:
        move_body(descent, body, goal)


@routine
def move_body(descent, body, goal):
    """Move a body by its step."""
    bonds, pull, rows, down, bent = descent.bonds, descent.pull, descent.rows, descent.down, descent.bent
    first, last = bonds.first[body], bonds.first[body + 1]
    for k in range(first, last):
        set_error(descent, bonds.row[k], goal)
    pull_by_errors(pull, bonds.row, first, last)
    set_inertia(descent, body)
    for k in range(first, last):
        i, column = bonds.row[k], bonds.column[k]
        add_bending(descent, i, column, abs(pull.force[i]), bent)
        for j in range(6):
            down[j] += pull.force[i] * rows.jacobian[i, column + j]
            held = pull.stiffness[i] * rows.jacobian[i, column + j]
            for c in range(j + 1):
                descent.matrix[j, c] += held * rows.jacobian[i, column + c]
    for j in range(6):
        descent.matrix[j, j] += bent[j]
    solve(descent.matrix, down)
    displace_body(descent.bodies, body, three_of(down, 0), three_of(down, 3), descent.most)
    set_moved(descent, body)


@formula
def three_of(vector, first):
    """Three numbers of a vector."""
    return vector[first], vector[first + 1], vector[first + 2]


@formula
def set_inertia(descent, body):
    """Begin the matrix with M/h2 at the body's pose and `down` with - M/h2 (x - y); `bent` as 0."""
    h, matrix, down, bodies = descent.h, descent.matrix, descent.down, descent.bodies
    mass, about = mass_of(bodies, body)
    q = four(bodies.pose, body, 3)
    a, b, c = turned(q, AXES[0]), turned(q, AXES[1]), turned(q, AXES[2])          # columns of the rotation matrix
    move, turn = between(descent.free, bodies.pose, body)
    for i in range(6):
        descent.bent[i] = 0.0
        for j in range(6):
            matrix[i, j] = 0.0
    for i in range(3):
        matrix[i, i] = mass / (h * h)
        down[i] = -mass / (h * h) * move[i]
        total = 0.0
        for j in range(3):
            held = (about[0] * a[i] * a[j] + about[1] * b[i] * b[j] + about[2] * c[i] * c[j]) / (h * h)
            matrix[3 + i, 3 + j] = held
            total += held * turn[j]
        down[3 + i] = -total


@formula
def solve(matrix, answer):
    """matrix^-1 answer in its place, of a positive definite matrix (6, 6) by its lower half, which elimination changes."""
    for j in range(6):
        for i in range(j + 1, 6):
            share = matrix[i, j] / matrix[j, j]
            for k in range(j + 1, i + 1):
                matrix[i, k] -= share * matrix[k, j]
            answer[i] -= share * answer[j]
    for k in range(6):
        j = 5 - k
        for i in range(j + 1, 6):
            answer[j] -= matrix[i, j] * answer[i]
        answer[j] /= matrix[j, j]
