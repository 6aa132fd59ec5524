"""Scratch: the arrays of a world as they were before stage 5 of its last step, in a copy that can be stepped again.

Arrays that stages 5 to 10 only read are shared with the world.  Whether the copy ends where the world did is checked by
`check_end`: a world whose bodies were moved, removed or changed since cannot be looked into.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST
from physics.bodies.inertia import beginning_inertia
from physics.bodies.start import BodyStart
from physics.bodies.tumbling import CONSERVING
from physics.constraints.part import PART_SLOTS
from physics.contacts.layout import (
    CENTRE_1,
    CENTRE_SLOTS,
    CENTRE_SUM,
    CENTRED,
    COUNT,
    FIRST_POINT,
    FLAGS,
    IMPULSE,
    POINT,
    RESISTANCE_SLOTS,
    RESISTING,
    RESISTING_START,
    RESISTING_SUM,
    RESISTS,
    SLOTS,
    START_CENTRE,
    START_POINT,
    START_SLOTS,
    SUM,
)
from physics.definitions.method_names import OURS
from physics.dynamics.substeps import Extent, State
from physics.introspection.refusal import NoInsight
from physics.simd.value import W
from physics.storage.step_beginning import PART_STATE, Run, StepBeginning

BODY_ARRAYS = BodyStart._fields
CLEARED = ("delta", "excess_turn", "push", "warm_start")        # of bodies: written before they are read
WRITTEN = ("inverse_inertia", "spin_change", "capped")
NAMED = ("uid",)                                 # for the record, which outlives rows that close up
CHANGED = "the world was changed since its last step{}: look into a step before anything is changed by hand, or take another one"


def last_run(world) -> Run | None:
    """The run of a world's last step; None after a step in which all bodies slept.

    Raises NoInsight where there is none, or where it cannot be run again.
    """
    beginning: StepBeginning = world._beginning
    if beginning.inside is not None:
        raise NoInsight("the world stands inside a step, of which `world.rows()` alone can be asked: take the whole step first")
    if beginning.step < 0:
        raise NoInsight("there is no step to look into: take one first (a snapshot that was restored has none either)")
    if beginning.step + 1 != world.step_count:
        raise NoInsight("the last step did not end, or it ended early by `stop`: take a whole step first")
    run, pool = beginning.run, world._bodies
    if pool.gone or world._joints.gone or run is not None and pool.count < run.count:
        raise NoInsight(CHANGED.format(" (something was removed)"))
    if run is not None and world._joints.numberings != run.numberings:
        raise NoInsight(CHANGED.format(" (a joint was removed, or has other parts)"))
    return run


def replayable_run(world) -> Run | None:
    """As `last_run`.  Raises NoInsight for a method that cannot be run again sweep by sweep."""
    run = last_run(world)
    if run is not None and run.method != OURS:
        raise NoInsight(f"{run.method} solves its rows in a way of its own, which is not recorded sweep by sweep; "
                        f"what can be looked into is {OURS}, and `world.rows()` of every method")
    return run


def scratch_state(beginning: StepBeginning) -> State:
    """The state of a run before stage 5, in arrays of its own."""
    run = beginning.run
    state, extent, p = run.state, run.extent, run.parameters
    rows, bodies = extent.bodies * W, state.bodies
    new = {name: getattr(bodies, name).copy() for name in (*BODY_ARRAYS, *WRITTEN, *NAMED)}
    new |= {name: np.zeros_like(getattr(bodies, name)) for name in CLEARED}
    for name in BODY_ARRAYS:
        new[name][FIRST:rows] = getattr(state.start, name)[FIRST:rows]
    if p.motion.forced:
        new["force"] = bodies.force.copy()
        new["force"][:rows] = beginning.kept("force", rows)
    if p.motion.gyroscopic > CONSERVING:
        new["spin_change"][:rows] = beginning.kept("spin_change", rows)
    bodies = bodies._replace(**new)
    contacts = state.contacts._replace(**{name: getattr(state.contacts, name).copy()
                                          for name in ("data", "drive", "centre", "rolling", "resistance", "pushing", "start",
                                                       "bounce", "bounces")})
    parts = state.parts._replace(data=state.parts.data.copy(), store=state.parts.store.copy())
    if extent.parts:
        blocks = parts.store.reshape(-1, PART_SLOTS, W)
        blocks[:, PART_STATE] = beginning.kept("parts", len(blocks))
    if extent.parts or p.rolling:
        beginning_inertia(FIRST // W, extent.bodies, bodies)             # substeps and corrections have turned it
    return State(bodies, state.pairs, contacts, parts, state.together, state.start, np.zeros_like(state.clock))


def started_resistance(state: State) -> np.ndarray:
    """(blocks, 3, 16) impulses of resistance with which the step began, of the blocks that have any."""
    return state.contacts.resistance.reshape(-1, RESISTANCE_SLOTS, W)[:, RESISTING_START:RESISTING_START + 3]


def restore_start(state: State, extent: Extent) -> None:
    """Write the impulses with which contacts began to blocks that were prepared again, after the last step's were replaced."""
    contacts, blocks = state.contacts, extent.contacts
    data, start = contacts.data.reshape(-1, SLOTS, W)[:blocks], contacts.start.reshape(-1, START_SLOTS, W)[:blocks]
    centre = contacts.centre.reshape(-1, CENTRE_SLOTS, W)[:blocks]
    centred = data[:, FLAGS, CENTRED] > 0
    for number in range(4):
        mine = data[:, FLAGS, COUNT] > number
        impulse = start[:, number * START_POINT:(number + 1) * START_POINT].copy()
        impulse[centred, 1:] = 0
        at = FIRST_POINT + number * POINT
        data[mine, at + IMPULSE:at + IMPULSE + 3] = impulse[mine]
        data[mine, at + SUM:at + SUM + 3] = -impulse[mine]
    resistance, resisting = contacts.resistance.reshape(-1, RESISTANCE_SLOTS, W)[:blocks], data[:, FLAGS, RESISTS] > 0
    began = started_resistance(state)[:blocks][resisting]
    resistance[resisting, RESISTING:RESISTING + 3], resistance[resisting, RESISTING_SUM:RESISTING_SUM + 3] = began, -began
    centre[centred, CENTRE_1:CENTRE_1 + 3] = start[centred, START_CENTRE:]
    centre[centred, CENTRE_SUM:CENTRE_SUM + 3] = -start[centred, START_CENTRE:]


def check_end(run: Run, end: State) -> None:
    """Whether a copy that was stepped again is where the world is, bit for bit.  Raises NoInsight where it is not."""
    bodies, again, rows = run.state.bodies, end.bodies, slice(FIRST, run.extent.bodies * W)
    same = [np.array_equal(getattr(bodies, name)[rows], getattr(again, name)[rows], equal_nan=True) for name in BODY_ARRAYS]
    if not all(same):
        other = (bodies.pose[rows] != again.pose[rows]).any(1) | (bodies.velocity[rows] != again.velocity[rows]).any(1)
        which = ", ".join(str(uid) for uid in bodies.uid[rows][other][:3])
        raise NoInsight(CHANGED.format(f" (body {which})" if which else ""))
