"""Work: what each row, and each cause besides, gave to the kinetic energy of bodies in the last step.

Rows act together on velocities V, so that V+ = V- + sum of r impulse, with a row's response r, and exactly

    E+ - E- = sum over rows of impulse r . M (V- + V+) / 2

once for warm starting and solving of each substep, once for relaxing.  r . M V is J V of dynamic bodies; where rows answer
with an older inertia than M it is what they really do.  `given` adds the motion of other bodies and of surfaces, as the row sees
them: a constraint that only holds gives nothing or takes, and what a moving body or belt gives through it is not counted.
Motors and springs are meant to give: theirs is 0.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.introspection.energy.kinetic import momenta
from physics.introspection.record import CAUSES, GYROSCOPIC, Record, Substep, record_of, velocity_after
from physics.lab.rows.row import MOTOR, SPRING, Rows, speeds

NAME = "work"


class Work(NamedTuple):
    """The account of a step [J]; sum of `rows` + sum of `causes` = after - before."""

    rows: np.ndarray              # (m,) what each row of `world.rows()` gave to dynamic bodies
    given: np.ndarray             # (m,) what it gave beyond moving bodies, belts, motors and springs; together at most 0 where
                                  #      rows only hold
    causes: dict[str, float]      # gravity, forces, damping, gyroscopic, caps, position correction, sleep
    uids: np.ndarray              # (n,) of the bodies
    gyroscopic: np.ndarray        # (n,) what turning gave to each of them; 0 where it is integrated without error
    before: float                 # kinetic energy before the step
    after: float                  # and after it


class Phase(NamedTuple):
    """Impulses that act together."""

    impulse: np.ndarray           # (m,)
    pose: np.ndarray              # (n, 8) then
    mean: np.ndarray              # (n, 6) of velocities before and after


def work_of(world) -> Work:
    """The work of a world's last step, made once.  Raises NoInsight."""
    record, found = record_of(world), world._beginning.found
    if record is None:
        return Work(np.zeros(0), np.zeros(0), dict.fromkeys(CAUSES, 0.0), np.zeros(0, np.int64), np.zeros(0), 0.0, 0.0)
    if NAME not in found:
        found[NAME] = _account(record, world._beginning.run.count)
    return found[NAME]


def _account(record: Record, count: int) -> Work:
    rows, bodies = np.zeros((2, len(record.pushed))), slice(FIRST, FIRST + count)
    for substep in record.substeps:
        for phase in _phases(record, substep):
            rows += _given(record, substep.rows, phase)
    return Work(rows[0], rows[1], {name: float(record.work[name][bodies].sum()) for name in CAUSES},
                record.state.bodies.uid[bodies].copy(), record.work[GYROSCOPIC][bodies].copy(),
                float(record.energy[0][bodies].sum()), float(record.energy[1][bodies].sum()))


def _phases(record: Record, substep: Substep) -> list[Phase]:
    """Solving and relaxing."""
    solved = substep.first + record.parameters.iterations
    found = [Phase(record.impulses[solved], substep.pose, 0.5 * (substep.velocity + velocity_after(record, solved)))]
    last = solved + record.parameters.relax_iterations
    if last > solved:
        found.append(Phase(record.impulses[last] - record.impulses[solved], substep.moved_pose,
                           0.5 * (substep.moved + velocity_after(record, last))))
    return found


def _given(record: Record, rows: Rows, phase: Phase) -> tuple[np.ndarray, np.ndarray]:
    """What rows gave to dynamic bodies, and `Work.given`."""
    local, driven = record.state.bodies.local, phase.mean.copy()
    driven[local[:, 3] > 0] = 0
    mine = phase.impulse * speeds(rows._replace(jacobian=rows.response), momenta(phase.mean, phase.pose, local))
    others = phase.impulse * (speeds(rows, driven) + rows.surface_velocity)
    return mine, np.where((rows.kind == MOTOR) | (rows.kind == SPRING), 0.0, mine + others)
