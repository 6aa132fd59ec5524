"""Scratch: the arrays of a world as they were before stage 5 of its last step, in a copy that can be stepped again.

Arrays that stages 5 to 10 only read are shared with the world.  Whether the copy ends where the world did is checked by
`check_end`: a world whose bodies were moved, removed or changed since cannot be looked into.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import FIRST
from physics.bodies.inertia import world_inertia
from physics.bodies.tumbling import CONSERVING
from physics.constraints.part import PART_SLOTS
from physics.contacts.layout import AT_CENTRE
from physics.definitions.method_names import OURS
from physics.dynamics.substeps import State
from physics.introspection.refusal import NoInsight
from physics.simd.value import W
from physics.storage.step_beginning import BODY_ARRAYS, PART_STATE, Run, StepBeginning

CLEARED = ("delta", "push", "warm_start")        # of bodies: written before they are read
WRITTEN = ("inverse_inertia", "spin_change", "capped")
NAMED = ("uid",)                                 # for the record, which outlives rows that close up
CHANGED = "the world was changed since its last step{}: look into a step before anything is changed by hand, or take another one"


def last_run(world) -> Run | None:
    """The run of a world's last step; None after a step in which all bodies slept.

    Raises NoInsight where there is none, or where it cannot be run again.
    """
    beginning: StepBeginning = world._beginning
    if beginning.step < 0:
        raise NoInsight("there is no step to look into: take one first (a snapshot that was restored has none either)")
    if beginning.step + 1 != world.step_count:
        raise NoInsight("the last step did not end, or it ended early by `stop`: take a whole step first")
    run, pool = beginning.run, world._bodies
    if pool.gone or world._joints.gone or run is not None and pool.count < run.count:
        raise NoInsight(CHANGED.format(" (something was removed)"))
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
        new[name][:rows] = beginning.kept(name, rows)
    if p.motion.forced:
        new["force"] = bodies.force.copy()
        new["force"][:rows] = beginning.kept("force", rows)
    if p.motion.gyroscopic > CONSERVING:
        new["spin_change"][:rows] = beginning.kept("spin_change", rows)
    bodies = bodies._replace(**new)
    contacts = state.contacts._replace(**{name: getattr(state.contacts, name).copy()
                                          for name in ("data", "drive", "centre", "pushing")})
    pairs, lanes = state.pairs, extent.contacts * W
    if lanes:
        pair = state.contacts.pair[:lanes]
        pairs = pairs._replace(impulses=np.zeros_like(pairs.impulses), centres=np.zeros_like(pairs.centres))
        pairs.impulses[pair] = beginning.kept("impulses", lanes)
        if p.solve.friction == AT_CENTRE:
            pairs.centres[pair] = beginning.kept("centres", lanes)
    parts = state.parts._replace(data=state.parts.data.copy(), store=state.parts.store.copy())
    if extent.parts:
        blocks = parts.store.reshape(-1, PART_SLOTS, W)
        blocks[:, PART_STATE] = beginning.kept("parts", len(blocks))
        world_inertia(FIRST // W, extent.bodies, bodies)             # substeps and corrections have turned it
    return State(bodies, pairs, contacts, parts, np.zeros_like(state.clock))


def check_end(run: Run, end: State) -> None:
    """Whether a copy that was stepped again is where the world is, bit for bit.  Raises NoInsight where it is not."""
    bodies, again, rows = run.state.bodies, end.bodies, slice(FIRST, run.extent.bodies * W)
    same = [np.array_equal(getattr(bodies, name)[rows], getattr(again, name)[rows], equal_nan=True) for name in BODY_ARRAYS]
    if not all(same):
        other = (bodies.pose[rows] != again.pose[rows]).any(1) | (bodies.velocity[rows] != again.velocity[rows]).any(1)
        which = ", ".join(str(uid) for uid in bodies.uid[rows][other][:3])
        raise NoInsight(CHANGED.format(f" (body {which})" if which else ""))
