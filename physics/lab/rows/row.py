"""A row: one scalar constraint between two bodies as explicit numbers, in double precision; many of them in one table.

    J V = J . (v_a w_a v_b w_b),     K = J M^-1 J^T,     change = -(mass_scale (J V + bias) + impulse_scale K impulse) / K

What every kind has stands in `Rows`; what only contacts or only parts of joints have is 0 (or -1) in the others.
Sources: Catto, "Iterative Dynamics", GDC 2005; J and K as in Baraff's and Witkin's course notes.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.constraints.part import HOLD
from physics.constraints.part import LIMIT as LIMIT_USE
from physics.constraints.part import MOTOR as MOTOR_USE
from physics.constraints.part import SPRING as SPRING_USE
from physics.dynamics.parameters import ContactRowParameters, JointRowParameters, Parameters

NORMAL, FRICTION, TWIST = 0, 1, 2                                 # kinds of rows: of contacts,
OF_PARTS = 3                                                      # and from here on of parts of joints, by their use
HELD, LIMIT, MOTOR, SPRING = (OF_PARTS + use for use in (HOLD, LIMIT_USE, MOTOR_USE, SPRING_USE))
SYMMETRIC = np.array(((0, 1, 2), (1, 3, 4), (2, 4, 5)))           # places of xx xy xz yy yz zz in a 3x3 matrix


class Laws(NamedTuple):
    """How rows answer their errors."""

    contact: ContactRowParameters
    joint: JointRowParameters


class Rows(NamedTuple):
    """m rows.  Rows of one `group` are solved together: two normal rows, two friction rows, the rows of a part."""

    kind: np.ndarray              # (m,) NORMAL, FRICTION, TWIST, HELD, LIMIT, MOTOR or SPRING
    group: np.ndarray             # (m,) number of the group's first row
    a: np.ndarray                 # (m,) body row
    b: np.ndarray                 # (m,) body row
    error: np.ndarray             # (m,) separation; way along a tangent, turn; what a joint's row holds at 0 [m] or [rad]
    jacobian: np.ndarray          # (m, 12) for v_a w_a v_b w_b; of a limit at its upper bound: of minus the measure
    response: np.ndarray          # (m, 12) M^-1 J^T: what a unit impulse does to the four
    k: np.ndarray                 # (m,) diagonal of J M^-1 J^T [1/kg] or [1/(kg m2)]
    effective_mass: np.ndarray    # (m,) the one that the solver uses; of a group: diagonal of the inverse of its K
    bias: np.ndarray              # (m,) [m/s] or [rad/s]
    mass_scale: np.ndarray        # (m,)
    impulse_scale: np.ndarray     # (m,)
    lower: np.ndarray             # (m,) bounds of the impulse [N s] or [N m s]; of a group: of its length
    upper: np.ndarray             # (m,)
    impulse: np.ndarray           # (m,) of the substep so far [N s] or [N m s]
    component: np.ndarray         # (m,) which row of the part; which point, of friction which tangent, of twist 2
    # of contacts
    target: np.ndarray            # (m,) speed to bounce off with, of normal rows [m/s]
    patch: np.ndarray             # (m,) friction is limited by the sum of the normal impulses of the same patch; -1: none
    friction: np.ndarray          # (m,) of friction rows; of twist rows times the patch's radius [m]
    run: np.ndarray               # (m,) of these: how fast b's surface runs past a's [m/s] or [rad/s]
    swirl: np.ndarray             # (m, 3) and how much faster by v_b - v_a, where a surface turns
    axis: np.ndarray              # (m, 3) u, fixed in the world
    arm_a: np.ndarray             # (m, 3) world [m]
    arm_b: np.ndarray             # (m, 3) world [m]
    local_a: np.ndarray           # (m, 3) arm in a's frame [m]
    local_b: np.ndarray           # (m, 3) arm in b's frame [m]
    offset: np.ndarray            # (m,) error = u . (x_b + r_b - x_a - r_a) + offset [m]
    # of parts of joints
    part: np.ndarray              # (m,) part number; -1: a contact
    part_kind: np.ndarray         # (m,) its kind; -1: a contact
    own: np.ndarray               # (m,) bool: springs and motors, which answer by numbers of their own, not by the law
    bears: np.ndarray             # (m,) bool: limits that bore as the substep began, see dynamics.joints.limit
    own_rate: np.ndarray          # (m,) bias_rate of these [1/s]
    speed: np.ndarray             # (m,) a motor's target [m/s] or [rad/s]
    relaxation: np.ndarray        # (m,) change of the impulse over what the row asks for
    curvature: np.ndarray         # (m,) h/2 times the second derivative of the error at constant velocities [m/s] or [rad/s]


INTEGERS = ("kind", "group", "a", "b", "patch", "part", "part_kind", "component")
VECTORS = {"jacobian": 12, "response": 12} | dict.fromkeys(("axis", "arm_a", "arm_b", "local_a", "local_b", "swirl"), 3)
NONE = ("patch", "part", "part_kind")
SWITCHES = ("own", "bears")
WIDTH = sum(VECTORS.get(name, 1) for name in Rows._fields if name not in (*INTEGERS, *SWITCHES))


def rubs(made: Rows) -> np.ndarray:
    """(m,) bool: rows of friction, bounded by the normal impulses of their patch."""
    return np.isin(made.kind, (FRICTION, TWIST))


def laws_of(parameters: Parameters, which: str = "solve") -> Laws:
    """The laws of a step for one of its sweeps: solve, relax or push."""
    return Laws(getattr(parameters, which), getattr(parameters.joints, which))


def blank(m: int) -> Rows:
    """m rows of nothing."""
    numbers = np.zeros(m * WIDTH)                              # one piece of memory for all: a step makes many tables
    columns, at = {}, 0
    for name in Rows._fields:
        if name in INTEGERS:
            columns[name] = np.full(m, -1 if name in NONE else 0, np.int64)
        elif name in SWITCHES:
            columns[name] = np.zeros(m, bool)
        else:
            width = VECTORS.get(name, 1)
            columns[name] = numbers[at:at + m * width].reshape((m, width) if name in VECTORS else m)
            at += m * width
    return Rows(**columns)


def taken(made: Rows, rows: np.ndarray) -> Rows:
    """Some of the rows; `group` keeps its numbers."""
    return Rows(*(column[rows] for column in made))


def put(made: Rows, rows: np.ndarray, some: Rows) -> Rows:
    """The table with `some` in the place of these rows."""
    columns = []
    for column, new in zip(made, some):
        column = column.copy()
        column[rows] = new
        columns.append(column)
    return Rows(*columns)


def with_response(made: Rows, masses: tuple[np.ndarray, ...]) -> Rows:
    """With M^-1 J^T and K; masses = (1/m_a, I_a^-1, 1/m_b, I_b^-1), (m,) and (m, 3, 3), in the world."""
    mass_a, inertia_a, mass_b, inertia_b = masses
    va, wa, vb, wb = np.split(made.jacobian, 4, axis=1)
    response = np.concatenate((mass_a[:, None] * va, np.einsum("mij,mj->mi", inertia_a, wa),
                               mass_b[:, None] * vb, np.einsum("mij,mj->mi", inertia_b, wb)), 1)
    return made._replace(response=response, k=(made.jacobian * response).sum(1))


def matrix_between(made: Rows) -> np.ndarray:
    """(m, m) J M^-1 J^T of all rows: how an impulse of one row changes the speed of another [1/kg]."""
    full = np.zeros((len(made.a), len(made.a)))
    for body, part in ((made.a, slice(0, 6)), (made.b, slice(6, 12))):
        for other, other_part in ((made.a, slice(0, 6)), (made.b, slice(6, 12))):
            shared = (body[:, None] == other[None, :]) & (body[:, None] >= FIRST)
            full += np.where(shared, made.jacobian[:, part] @ made.response[:, other_part].T, 0)
    return full


def speeds(made: Rows, velocity: np.ndarray) -> np.ndarray:
    """(m,) J V from the velocity rows of the bodies [m/s]."""
    motion = np.concatenate((velocity[made.a, :6], velocity[made.b, :6]), 1)
    return (made.jacobian * motion).sum(1)


def applied(made: Rows, impulses: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    """Velocity rows (n, 6) after impulses (m,) of all rows; rows that nothing moves stay as they are."""
    after = velocity.copy()
    np.add.at(after, made.a, impulses[:, None] * made.response[:, :6])
    np.add.at(after, made.b, impulses[:, None] * made.response[:, 6:])
    return after
