"""A row: one scalar constraint between two bodies as explicit numbers, in double precision; many of them in one table.

    J V = J . (v_a w_a v_b w_b),     K = J M^-1 J^T,     change = -(mass_scale (J V + bias) + impulse_scale K impulse) / K

`Rows` has the fields of all kinds; those that only contacts or only parts of joints use are 0 (or -1) elsewhere.
Sources: Catto, "Iterative Dynamics", GDC 2005; J and K as in Baraff's and Witkin's course notes.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.compile.decorators import formula, kernel
from physics.constraints.part import HOLD, NEVER
from physics.constraints.part import LIMIT as LIMIT_USE
from physics.constraints.part import MOTOR as MOTOR_USE
from physics.constraints.part import SPRING as SPRING_USE
from physics.dynamics.parameters import ContactRowParameters, JointRowParameters, Parameters
from physics.lab.rows.row_products import speed_of

NORMAL, FRICTION, TWIST, ROLLING, SPINNING = range(5)             # kinds of rows: of contacts,
OF_PARTS = 5                                                      # and from here on of parts of joints, by their use
HELD, LIMIT, MOTOR, SPRING = (OF_PARTS + use for use in (HOLD, LIMIT_USE, MOTOR_USE, SPRING_USE))
PATCHES = 4                                                       # that a contact can have: one for each point
PLACE = 5                                                         # sort key: colour, joint or contact, block, lane, row


class RowParameters(NamedTuple):
    """How rows respond to their errors."""

    contact: ContactRowParameters
    joint: JointRowParameters


class Rows(NamedTuple):
    """m rows.  Rows of one `group` are solved together: two normal rows, two of friction or of rolling, the rows of a part."""

    kind: np.ndarray              # (m,) NORMAL, FRICTION, TWIST, ROLLING, SPINNING, HELD, LIMIT, MOTOR or SPRING
    group: np.ndarray             # (m,) number of the group's first row
    a: np.ndarray                 # (m,) body row
    b: np.ndarray                 # (m,) body row
    error: np.ndarray             # (m,) separation; displacement along a tangent; turn about an axis; error of a joint's row
    jacobian: np.ndarray          # (m, 12) for v_a w_a v_b w_b; of a limit at its upper bound: of minus the measure
    response: np.ndarray          # (m, 12) M^-1 J^T: what a unit impulse does to the four
    k: np.ndarray                 # (m,) diagonal of J M^-1 J^T [1/kg] or [1/(kg m2)]
    effective_mass: np.ndarray    # (m,) as the solver uses it; of a group: diagonal of the inverse of its K
    bias: np.ndarray              # (m,) [m/s] or [rad/s]
    mass_scale: np.ndarray        # (m,)
    impulse_scale: np.ndarray     # (m,)
    lower: np.ndarray             # (m,) bounds of the impulse [N s] or [N m s]; of a group: of its length
    upper: np.ndarray             # (m,)
    impulse: np.ndarray           # (m,) of the substep so far [N s] or [N m s]
    component: np.ndarray         # (m,) row of the part; point of a normal row; tangent; 2 for twist and spinning
    # of contacts
    restitution: np.ndarray       # (m,) of normal rows
    target: np.ndarray            # (m,) speed of separation after a bounce, of normal rows [m/s]
    patch: np.ndarray             # (m,) friction is limited by the sum of the normal impulses of the same patch, resistance by
                                  #      that of the patches of its contact, see `pressing`; -1: none
    friction: np.ndarray          # (m,) of friction rows; of twist rows times the patch's radius, of resistance its arm [m]
    surface_velocity: np.ndarray  # (m,) of the same rows: velocity of b's surface against a's [m/s] or [rad/s]
    turning_slip: np.ndarray      # (m,) of contacts: slip, and speed of rolling points, that turning adds by now [m/s]
    surface_jacobian: np.ndarray  # (m, 3) its derivative with respect to v_b - v_a, where a surface spins
    axis: np.ndarray              # (m, 3) u, fixed in the world
    arm_a: np.ndarray             # (m, 3) world [m]
    arm_b: np.ndarray             # (m, 3) world [m]
    local_a: np.ndarray           # (m, 3) arm in a's frame, less its round part [m]
    local_b: np.ndarray           # (m, 3) arm in b's frame, less its round part [m]
    round_a: np.ndarray           # (m, 3) part of the arm that does not turn with a round body a, world [m]; see `anchored_rows`
    round_b: np.ndarray           # (m, 3) of a round body b
    offset: np.ndarray            # (m,) error = u . (x_b + r_b - x_a - r_a) + offset [m]
    # of parts of joints
    part: np.ndarray              # (m,) part number; -1: a contact
    part_kind: np.ndarray         # (m,) its kind; -1: a contact
    own: np.ndarray               # (m,) bool: springs and motors, which have softness of their own
    active: np.ndarray            # (m,) bool: limits that were active as the substep began, see `constraints.limit`
    feels: np.ndarray             # (m,) bool: rows that include what their joint's held rows answer, see `constraints.reaction`
    reach: np.ndarray             # (m,) share of the error that the row may remove at once, see `constraints.parts.point`
    own_rate: np.ndarray          # (m,) bias_rate of springs and motors [1/s]
    speed: np.ndarray             # (m,) a motor's target [m/s] or [rad/s]
    to_lower: np.ndarray          # (m,) of motors: how far it is to the stops of the axis at J V = 0 [m] or [rad]
    to_upper: np.ndarray          # (m,)
    relaxation: np.ndarray        # (m,) factor on the change of the impulse
    strain: np.ndarray            # (m,) of those: share of the errors of held rows in theirs
    curvature: np.ndarray         # (m,) h/2 times the second derivative of the error at constant velocities [m/s] or [rad/s]


INTEGERS = ("kind", "group", "a", "b", "component", "patch", "part", "part_kind")
FIRST_NONE = INTEGERS.index("patch")                              # from here on -1 stands for none
SWITCHES = ("own", "active", "feels")
TWELVES = ("jacobian", "response")
THREES = ("axis", "arm_a", "arm_b", "local_a", "local_b", "round_a", "round_b", "surface_jacobian")
ONES = tuple(name for name in Rows._fields if name not in (*INTEGERS, *SWITCHES, *TWELVES, *THREES))


def is_friction(rows: Rows) -> np.ndarray:
    """(m,) bool: rows of friction, twist, rolling and spinning, which normal impulses bound."""
    return (rows.kind >= FRICTION) & (rows.kind < OF_PARTS)


@formula
def is_bounded(kind):
    """`is_friction` of one kind."""
    return kind >= FRICTION and kind < OF_PARTS


@formula
def turns_about(kind):
    """Whether rows of this kind are about turning alone: of twist, rolling and spinning."""
    return kind >= TWIST and kind < OF_PARTS


@formula
def as_disc(kind, cone):
    """Whether the two rows of a group of this kind are bounded as a vector: rolling always, friction in a cone."""
    return kind == ROLLING or (cone and kind == FRICTION)


@formula
def pressing(normal, kind, patch):
    """The normal impulse that bounds a row, from those of all patches: that of its own one; of rolling and spinning rows that of
    all that a contact can have."""
    if kind < ROLLING:
        return normal[patch]
    return normal[patch] + normal[patch + 1] + normal[patch + 2] + normal[patch + 3]


def pressing_on(rows: Rows, impulse: np.ndarray) -> np.ndarray:
    """(m,) `pressing` of the rows of contacts, at these impulses; of others without meaning."""
    normal, patch = rows.kind == NORMAL, np.maximum(rows.patch, 0)
    sums = np.bincount(rows.patch[normal], impulse[normal], int(patch.max(initial=0)) // PATCHES * PATCHES + PATCHES)
    whole = np.repeat(sums.reshape(-1, PATCHES).sum(1), PATCHES)
    return np.where(rows.kind >= ROLLING, whole[patch], sums[patch])


def row_parameters(parameters: Parameters, which: str = "solve") -> RowParameters:
    """The row parameters of one of a step's sweeps: solve, relax or push."""
    return RowParameters(getattr(parameters, which), getattr(parameters.joints, which))


def blank(m: int) -> Rows:
    """m rows of zeros, without stops."""
    first, second = 12 * len(TWELVES) * m, (12 * len(TWELVES) + 3 * len(THREES)) * m
    numbers = np.zeros(second + len(ONES) * m)
    twelves, threes, ones = numbers[:first], numbers[first:second], numbers[second:]
    whole, switches = np.zeros((len(INTEGERS), m), np.int64), np.zeros((len(SWITCHES), m), bool)
    whole[FIRST_NONE:] = -1
    columns = {}
    for names, found in ((TWELVES, twelves.reshape(len(TWELVES), m, 12)), (THREES, threes.reshape(len(THREES), m, 3)),
                         (ONES, ones.reshape(len(ONES), m)), (INTEGERS, whole), (SWITCHES, switches)):
        columns.update(zip(names, found))
    columns["to_lower"][:], columns["to_upper"][:] = -NEVER, NEVER
    return Rows(**columns)


def taken(rows: Rows, index: np.ndarray) -> Rows:
    """Some of the rows; `group` keeps its numbers."""
    return Rows(*(column[index] for column in rows))


def put(rows: Rows, index: np.ndarray, some: Rows) -> Rows:
    """The table with `some` in the place of these rows."""
    columns = []
    for column, new in zip(rows, some):
        column = column.copy()
        column[index] = new
        columns.append(column)
    return Rows(*columns)


def matrix_between(rows: Rows) -> np.ndarray:
    """(m, m) J M^-1 J^T of all rows: change of a row's speed by a unit impulse of another row [1/kg]."""
    full = np.empty((len(rows.a), len(rows.a)))
    set_between(rows, full)
    return full


@kernel
def set_between(rows, full):
    """J M^-1 J^T of all rows.

    Reads   rows.a rows.b rows.jacobian rows.response
    Writes  full
    """
    for i in range(len(full)):
        for j in range(len(full)):
            full[i, j] = between(rows, i, j)


@formula
def between(rows, i, j):
    """Change of the speed of row i by a unit impulse of row j, by way of the bodies that they share."""
    total, a, b = 0.0, rows.a[i], rows.b[i]
    if a >= FIRST and a == rows.a[j]:
        total += shared(rows, i, 0, j, 0)
    if a >= FIRST and a == rows.b[j]:
        total += shared(rows, i, 0, j, 6)
    if b >= FIRST and b == rows.a[j]:
        total += shared(rows, i, 6, j, 0)
    if b >= FIRST and b == rows.b[j]:
        total += shared(rows, i, 6, j, 6)
    return total


@formula
def shared(rows, i, first, j, second):
    """J of row i from column `first` on times the response of row j from column `second` on."""
    total = 0.0
    for k in range(6):
        total += rows.jacobian[i, first + k] * rows.response[j, second + k]
    return total


def speeds(rows: Rows, velocity: np.ndarray) -> np.ndarray:
    """(m,) J V from the velocity rows of the bodies [m/s]."""
    found = np.empty(len(rows.a))
    sum_speeds(rows, velocity, found)
    return found


@kernel
def sum_speeds(rows, velocity, found):
    """J V of every row.

    Reads   rows.a rows.b rows.jacobian velocity
    Writes  found
    """
    for i in range(len(found)):
        found[i] = speed_of(rows.jacobian, i, velocity, rows.a[i], rows.b[i])


def applied(rows: Rows, impulses: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    """Velocities (n, 6) by body row after impulses (m,) of all rows."""
    after = velocity.copy()
    add_impulses(rows, impulses, after)
    return after


@kernel
def add_impulses(rows, impulses, velocity):
    """Apply impulses to the bodies a of all rows, then to the bodies b.

    Reads   rows.a rows.b rows.response impulses
    Writes  velocity
    """
    for i in range(len(impulses)):
        for k in range(6):
            velocity[rows.a[i], k] += impulses[i] * rows.response[i, k]
    for i in range(len(impulses)):
        for k in range(6):
            velocity[rows.b[i], k] += impulses[i] * rows.response[i, 6 + k]
