"""The plain step: the textbook's step on explicit rows, forces, warm start, sweeps row by row, positions, in readable Python.

    lambda_i' = clamp(lambda_i - gain_i (J_i V + b_i) - softness),      V += M^-1 J_i^T (lambda_i' - lambda_i)

It has the rows and biases of the SIMD solver, and the results of `projected_gauss_seidel` in its order of rows; it neither
relaxes nor pushes apart by pseudo velocities, so errors are taken back as `baumgarte`, as springs, or not at all.  A `Mistake`
changes one of its formulas.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from physics.bodies.caps import cap_velocities
from physics.bodies.inertia import world_inertia
from physics.bodies.integrate import clear_rows, integrate_positions
from physics.bodies.tumbling import TO_POSE
from physics.contacts.layout import PYRAMID
from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, Told, only
from physics.dynamics.parameters import Parameters
from physics.dynamics.results import keep_results
from physics.dynamics.substeps import Extent, State
from physics.lab.methods.projected_gauss_seidel import order_of
from physics.lab.mistakes.account import Account
from physics.lab.mistakes.mistake import Clamping, Mistake, Written
from physics.lab.law import law_of
from physics.lab.rows.row import FRICTION, NORMAL, OF_PARTS, PATCHES, ROLLING, Rows, row_parameters
from physics.lab.rows.row_step import begin_substep
from physics.lab.rows.step_start import prepare, turn_spins
from physics.lab.rows.stored_impulses import store_row_impulses
from physics.parallel.team import by_oneself


def method_of(name: str, mistake: Mistake) -> Method:
    """The method that makes a mistake."""
    def advance(state: State, extent: Extent, parameters: Parameters, work: Callable = by_oneself) -> Told:
        return Told("", step(state, extent, parameters, mistake))

    return Method(name, mistake.title, only(name, CONTACT, JOINT, MOTOR, SPRING), advance)


def step(state: State, extent: Extent, p: Parameters, mistake: Mistake) -> Account | None:
    """One step of a world; the account of its last sweep, None without rows."""
    bodies, first, last, bouncing = state.bodies, extent.first_body, extent.bodies, prepare(state, extent, p)
    account, earlier = None, None
    for substep in range(p.substeps):
        if substep > 0:
            world_inertia(first, last, bodies)
        written = mistake.write(written_down(begin_substep(state, extent, p, bouncing, substep), state, p))
        solving = Solving(written, bodies.velocity[:, :6].astype(np.float64), mistake)
        for _ in range(p.iterations):
            solving.sweep()
        bodies.velocity[:, :6] = solving.velocity
        earlier = 0 * solving.impulse if earlier is None or len(earlier) != len(solving.impulse) else earlier
        account = solving.account(earlier)
        earlier = earlier + solving.impulse
        integrate_positions(first, last, bodies, p.motion)
        store_row_impulses(state, extent, written.rows, solving.impulse)
        turn_spins(extent, bodies, p.motion, TO_POSE)
        cap_velocities(first, last, bodies, p.motion)
        clear_rows(first, last, bodies.push)
    by_oneself(lambda team: keep_results(team, state, extent, p))
    return account


def written_down(rows: Rows, state: State, p: Parameters) -> Written:
    """The rows as they should be, with the parts of their bias and their gains."""
    mass = np.divide(1.0, rows.k, out=np.zeros(len(rows.k)), where=rows.k > 0)
    mass = np.where(in_a_disc(rows, p), rows.effective_mass, mass)
    return Written(rows, law_of(rows, row_parameters(p)).parts, rows.relaxation * rows.mass_scale * mass, state, p)


def in_a_disc(rows: Rows, p: Parameters) -> np.ndarray:
    """(m,) bool: rows that are bounded as a vector with the other one of their group."""
    return (rows.kind == ROLLING) | (rows.kind == FRICTION) & (p.solve.friction != PYRAMID)


class Solving:
    """The sweeps of one substep.

    velocity  (n, 6) by body row, with the impulses so far
    impulse   (m,) of the rows
    """

    def __init__(self, written: Written, velocity: np.ndarray, mistake: Mistake):
        rows = written.rows
        self.written, self.rows, self.mistake = written, rows, mistake
        self.velocity, self.impulse = velocity, rows.impulse.copy()
        self.warm = self.before = self.impulse.copy()
        self.motion, self.given, self.bias = np.zeros((len(rows.a), 4)), np.zeros(len(rows.a)), sum(written.parts)
        self.order = order_of(rows, "natural")
        mass = np.divide(1.0, rows.k, out=np.zeros(len(rows.k)), where=rows.k > 0)
        self.softness = rows.relaxation * rows.impulse_scale * mass
        self.mates = {int(group): np.flatnonzero(rows.group == group) for group in np.unique(rows.group)}
        for row in range(len(rows.a)):                     # warm start
            self.change_velocity(row, float(self.impulse[row]))

    def sweep(self) -> None:
        """Solve every row once."""
        self.before, disc = self.impulse.copy(), in_a_disc(self.rows, self.written.parameters)
        for row in self.order.tolist():
            mates = self.mates[int(self.rows.group[row])]
            if disc[row] and len(mates) == 2:
                if row == mates[0]:
                    self.solve_cone(mates.tolist())
                continue
            lower, upper = self.bounds(row)
            self.set(row, self.mistake.clamp(Clamping(float(self.impulse[row]), self.wanted(row), lower, upper)))

    def wanted(self, row: int) -> float:
        """The impulse that satisfies a row alone."""
        rows, jacobian = self.rows, self.rows.jacobian[row]
        a, b = self.velocity[rows.a[row]], self.velocity[rows.b[row]]
        self.motion[row] = (jacobian[0:3] @ a[:3], jacobian[3:6] @ a[3:], jacobian[6:9] @ b[:3], jacobian[9:12] @ b[3:])
        speed = float(self.motion[row].sum())
        self.bias[row] = self.mistake.bias(self.written, row, speed)
        bias = self.bias[row] + float(rows.surface_jacobian[row] @ (b[:3] - a[:3]))
        self.given[row] = -self.softness[row] * self.loaded(row) if self.softness[row] > 0 else 0.0
        return float(self.impulse[row] - self.written.gain[row] * (speed + bias) + self.given[row])

    def loaded(self, row: int) -> float:
        """(K lambda) of a soft row: of a part over all its rows, which share their compliance."""
        rows = self.rows
        mine = self.mates[int(rows.group[row])] if rows.kind[row] >= OF_PARTS else np.array([row])
        return float(rows.response[mine] @ rows.jacobian[row] @ self.impulse[mine])

    def bounds(self, row: int) -> tuple[float, float]:
        """The bounds of a row's impulse; those of friction follow from what presses."""
        rows = self.rows
        if FRICTION <= rows.kind[row] < OF_PARTS:
            patches = PATCHES if rows.kind[row] >= ROLLING else 1                # of the point or the centre, or of the contact
            mine = (rows.kind == NORMAL) & (rows.patch // patches == rows.patch[row] // patches)
            limit = float(rows.friction[row] * max(self.impulse[mine].sum(), 0.0))
            return -limit, limit
        return float(rows.lower[row]), float(rows.upper[row])

    def solve_cone(self, pair: list[int]) -> None:
        """Both tangents of a point, or both of rolling, clamped as one vector."""
        wanted, limit = np.array([self.wanted(row) for row in pair]), self.bounds(pair[0])[1]
        length = float(np.hypot(*wanted))
        for row, value in zip(pair, wanted * (limit / length if length > limit else 1.0)):
            self.set(row, float(value))

    def set(self, row: int, impulse: float) -> None:
        """Give a row its new impulse, and its bodies the change."""
        self.change_velocity(row, impulse - float(self.impulse[row]))
        self.impulse[row] = impulse

    def change_velocity(self, row: int, change: float) -> None:
        """Apply an impulse of a row to both bodies."""
        rows = self.rows
        self.velocity[rows.a[row]] += change * rows.response[row, :6]
        self.velocity[rows.b[row]] += change * rows.response[row, 6:]

    def account(self, earlier: np.ndarray) -> Account | None:
        """What the last sweep did."""
        if not len(self.rows.a):
            return None
        written, parts = self.written, self.written.parts
        parts = parts._replace(restitution=parts.restitution + self.bias - sum(parts))      # whatever a mistake reads elsewhere
        return Account(self.rows, parts, written.gain, earlier, self.warm, self.before, self.impulse.copy(), self.motion,
                       self.given)
