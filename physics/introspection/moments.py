"""Moments of a step: all bodies as of any stage, sweep or row of the last step.

Inside a sweep no finer replay is needed: J is fixed in a substep, so velocities after row i are those before the sweep plus what
the rows solved by then changed.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.dynamics.substeps import PREPARE, RELAX, SOLVE
from physics.introspection.record import Record, before_sweep, record_of
from physics.introspection.refusal import NoInsight
from physics.introspection.replay import BOUNCED, JOINED, replay
from physics.introspection.scratch import replayable_run, scratch_state
from physics.introspection.sweep_order import turns_in_sweep
from physics.lab.rows.row import add_impulses

STAGES = (5, 6, 7, 8, 9, 10)
AFTER_SWEEPS = (JOINED, BOUNCED)                 # done after the last sweep, and so after its rows


class Moment(NamedTuple):
    """A moment inside the last step: after `iteration` sweeps of a stage of a substep, or within the last of them after `row`."""

    stage: int                    # 5 to 10
    substep: int = 0
    iteration: int = 0            # sweeps of stages 8 and 10 that are done; 0: before the first one; bounces are finished with
                                  # the last one of 8
    row: int | None = None        # of `world.rows()`: the sweep is done up to its turn


class BodiesAt(NamedTuple):
    """All bodies at a moment of a step, in order of creation; read-only."""

    uids: np.ndarray              # (n,)
    positions: np.ndarray         # (n, 3) [m]
    rotations: np.ndarray         # (n, 4) quaternions x y z w
    velocities: np.ndarray        # (n, 3) [m/s]
    angular_velocities: np.ndarray        # (n, 3) [rad/s]


def moments_of(world) -> list[Moment]:
    """Every moment of the last step at which a stage or a sweep is done, in order; without rows."""
    run = replayable_run(world)
    if run is None:
        return []
    p, found = run.parameters, [Moment(PREPARE)]
    for substep in range(p.substeps):
        found += [Moment(6, substep), Moment(7, substep), *(Moment(SOLVE, substep, k + 1) for k in range(p.iterations)),
                  Moment(9, substep), *(Moment(RELAX, substep, k + 1) for k in range(p.relax_iterations))]
        if p.position_iterations or not p.relax_iterations:
            found.append(Moment(RELAX, substep, p.relax_iterations))
    return list(dict.fromkeys(found))


def bodies_at(world, moment: Moment) -> BodiesAt:
    """All bodies of a world at a moment of its last step.  Raises NoInsight for a moment that the step does not have."""
    record = record_of(world)                    # which checks that the step can be run again
    if record is None:
        raise NoInsight("all bodies slept in the last step: it has no moments")
    _check(record, moment)
    count, state = world._beginning.run.count, scratch_state(world._beginning)
    wanted = moment.substep, moment.stage, moment.iteration
    for at in replay(state, record.extent, record.parameters):
        now = at.substep, at.stage, at.iteration
        if now > wanted or now == wanted and moment.row is not None and at.done in AFTER_SWEEPS:
            break
        pose, velocity = state.bodies.pose.copy(), state.bodies.velocity[:, :6].copy()
    if moment.row is not None:
        velocity = velocity_within(record, moment)
    rows = slice(FIRST, FIRST + count)
    found = BodiesAt(state.bodies.uid[rows].copy(), pose[rows, :3], pose[rows, 3:7], velocity[rows, :3], velocity[rows, 3:])
    for column in found:
        column.flags.writeable = False
    return found


def _check(record: Record, moment: Moment) -> None:
    """Whether a step has this moment."""
    p = record.parameters
    sweeps = {SOLVE: p.iterations, RELAX: p.relax_iterations}.get(moment.stage, 0)
    if moment.stage not in STAGES:
        raise NoInsight(f"stage {moment.stage} has no moments; those of the stages 5 to 10 are known")
    if not 0 <= moment.substep < p.substeps:
        raise NoInsight(f"substep {moment.substep}: the step has {p.substeps}, counted from 0")
    if not 0 <= moment.iteration <= sweeps:
        raise NoInsight(f"iteration {moment.iteration}: stage {moment.stage} has {sweeps} sweeps a substep")
    if moment.row is not None:
        if moment.iteration < 1:
            raise NoInsight("rows have their turns in sweeps: a row needs stage 8 or 10 and an iteration from 1 on")
        if not 0 <= moment.row < len(record.pushed):
            raise NoInsight(f"row {moment.row}: the step has {len(record.pushed)}, counted from 0")


def velocity_within(record: Record, moment: Moment) -> np.ndarray:
    """(n, 6) velocities inside a sweep, after a row and those of its turn."""
    number = sweep_number(record, moment)
    velocity, before = before_sweep(record, number)
    rows = record.substeps[moment.substep].rows
    turns = turns_in_sweep(rows, record.places, record.state, record.sweeps[number], record.parameters)
    velocity, after = velocity.copy(), record.impulses[number]
    if moment.stage == SOLVE and moment.iteration == record.parameters.iterations:
        after = after - record.substeps[moment.substep].bounced - record.substeps[moment.substep].joined
    add_impulses(rows, np.where(turns <= turns[moment.row], after - before, 0.0), velocity)
    return velocity


def sweep_number(record: Record, moment: Moment) -> int:
    """The number of the sweep that ends at a moment."""
    wanted = moment.stage, moment.substep, moment.iteration
    return [(at.stage, at.substep, at.iteration) for at in record.sweeps].index(wanted)
