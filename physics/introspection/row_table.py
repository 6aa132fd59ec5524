"""The table of rows: every constraint of the last step as explicit numbers, with what the solver did with it.

J, the masses and the bias are those with which the last substep solved its rows; impulses are sums over the whole step; errors
and speeds are those at its end.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from physics.introspection.refusal import uid_of

KINDS = ("normal", "friction", "twist", "rolling", "spinning", "held", "limit", "motor", "spring")
STATES = {
    "open": "a contact or limit without an impulse: it pushes nothing",
    "sticking": "friction or resistance within its bound: it holds",
    "sliding": "friction or resistance at its bound to rounding, see `dynamics.at_bound`: it gives way, or would with less",
    "at its bound": "a motor, spring or mouse that would need more than it may give",
    "free": "any other row, with an impulse strictly within its bounds",
}
RECORDED = ("warm", "change", "residual", "pushed", "order")     # columns that only a record of the sweeps has: of one method
NOT_INSIDE = ("warm", "change", "pushed", "order")               # and those of them that are not known inside a step
WORLD_UID = -1                                   # stands for the world, and for no joint


class RowTable(NamedTuple):
    """m rows, in the order in which a sweep forward takes them.  All columns are read-only arrays."""

    kind: np.ndarray              # (m,) str, one of KINDS
    state: np.ndarray             # (m,) str, one of STATES
    a: np.ndarray                 # (m,) uid of body a, -1: the world
    b: np.ndarray                 # (m,) uid of body b, -1: the world
    jacobian: np.ndarray          # (m, 12) J for v_a w_a v_b w_b
    error: np.ndarray             # (m,) separation or error of a joint's row at the end of the step [m] or [rad]
    speed: np.ndarray             # (m,) J V at the end of the step [m/s] or [rad/s]
    bias: np.ndarray              # (m,) of the last substep: the solver wants J V + bias = 0 [m/s] or [rad/s]
    k: np.ndarray                 # (m,) J M^-1 J^T [1/kg] or [1/(kg m2)]
    effective_mass: np.ndarray    # (m,) as the solver uses it [kg] or [kg m2]
    lower: np.ndarray             # (m,) bounds of the impulse in the last substep [N s] or [N m s]
    upper: np.ndarray             # (m,)
    impulse: np.ndarray           # (m,) of the whole step [N s] or [N m s]
    bias_push: np.ndarray         # (m,) parts of the bias, see `lab.law`
    bias_speculative: np.ndarray
    bias_restitution: np.ndarray
    bias_surface: np.ndarray
    bias_spring: np.ndarray
    bias_motor: np.ndarray
    bias_curvature: np.ndarray
    solved_error: np.ndarray      # (m,) error from which the bias was made, of the last substep [m] or [rad]
    substep_impulse: np.ndarray   # (m,) of the last substep [N s] or [N m s]
    warm: np.ndarray              # (m,) what it began with: what warm starting gave
    change: np.ndarray            # (m,) what its last sweep changed
    residual: np.ndarray          # (m,) how far the impulse is from what the row's own equation and bounds want at its end
    pushed: np.ndarray            # (m,) impulses on pseudo velocities in the step, which move bodies and leave velocities
    mass_scale: np.ndarray        # (m,) share of the velocity error that a change removes
    impulse_scale: np.ndarray     # (m,) share of the impulse that is given back: softness
    friction: np.ndarray          # (m,) coefficient of friction rows; of twist times the patch's radius, of resistance an arm
    restitution: np.ndarray       # (m,) coefficient of normal rows
    point: np.ndarray             # (m, 3) where it acts, in the world at the end of the step [m]
    axis: np.ndarray              # (m, 3) along or about which it acts, in the world
    feature: np.ndarray           # (m,) of a contact point, the same while the point lasts; -1: none
    pair: np.ndarray              # (m,) uid a << 32 | uid b of contacts, -1: of a joint
    child_a: np.ndarray           # (m,) which child of a, a compound, touches, from 0; -1: a is none, or a joint
    child_b: np.ndarray           # (m,) likewise of b
    patch: np.ndarray             # (m,) normal rows of the same one limit friction, all of a contact its resistance; -1: joint
    component: np.ndarray         # (m,) point of a normal row, tangent, row of a part
    joint: np.ndarray             # (m,) uid of the joint, -1: a contact
    part: np.ndarray              # (m,) which part of the joint, in the order of its recipe; -1: a contact
    group: np.ndarray             # (m,) number of the first row of those that are solved together
    color: np.ndarray             # (m,) colour in the constraint graph
    block: np.ndarray             # (m,) block of sixteen, of parts or of contacts
    lane: np.ndarray              # (m,) place in the block, 0 to 15
    order: np.ndarray             # (m,) turn in the last sweep; rows of one turn are solved at once

    def to_dict(self) -> dict[str, np.ndarray]:
        """Columns by name, one number a row each, as `pandas.DataFrame` takes them: jacobian_0 to jacobian_11, point_0, ..."""
        found: dict[str, np.ndarray] = {}
        for name, column in zip(self._fields, self):
            if column.ndim == 1:
                found[name] = column
            else:
                found |= {f"{name}_{k}": column[:, k] for k in range(column.shape[1])}
        return found

    @property
    def size(self) -> int:
        """Number of rows."""
        return len(self.kind)

    def of_body(self, body: Any) -> np.ndarray:
        """Numbers of the rows that act on a body, given by handle or uid."""
        uid = uid_of(body)
        return np.flatnonzero((self.a == uid) | (self.b == uid))


def read_only(table: RowTable) -> RowTable:
    """The table with columns that cannot be written."""
    for column in table:
        column.flags.writeable = False
    return table


def empty_table() -> RowTable:
    """A table without rows."""
    width = {"jacobian": 12, "point": 3, "axis": 3}
    texts, whole = ("kind", "state"), ("a", "b", "feature", "pair", "child_a", "child_b", "patch", "component", "joint", "part",
                                       "group", "color", "block", "lane", "order")
    made = []
    for name in RowTable._fields:
        kind = np.dtype("<U12") if name in texts else np.int64 if name in whole else np.float64
        made.append(np.empty((0, width[name]) if name in width else 0, kind))
    return read_only(RowTable(*made))
