"""Stage 3: who touches whom, who wakes by it, and which islands fall asleep.

Waking comes first and goes on until nobody awake touches a sleeper: an island that wakes is solved in this very step.  Falling
asleep is decided here too, for only now are boxes, manifolds and impulses those of the poses in which the bodies will lie; it
is looked at in every CHECK_EVERY-th step.
"""
from __future__ import annotations

from physics.bodies.arrays import FIRST, aligned
from physics.collision.narrow_phase.touching import list_touching, mark_due
from physics.dynamics.islands import Forest, begin_islands, fall_asleep, keep_awake, touch_sleepers, unite, wake_islands
from physics.parallel.team import alone

CHECK_EVERY = 8                                  # steps: by their number, so that nobody's sleep depends on strangers


def islands_stage(world) -> None:
    """Touching pairs of a world, without those that sleep."""
    state, pool = world._contacts, world._bodies
    if len(state.parent) != len(pool.arrays.uid):
        state.parent, state.flags = aligned(len(pool.arrays.uid), "int32"), aligned(len(pool.arrays.uid), "uint8")
    changed = pool.sleepers > 0 and _wake(world, state, pool)
    if world.sleep and pool.tired and (world.step_count % CHECK_EVERY == 0 or pool.asked):
        changed |= _fall_asleep(world, state, pool)
        pool.asked = False
    if changed:
        pool.count_sleepers()
    if pool.naps != state.naps:
        state.part_pushing(pool)
    h = world.dt / world.solver.substeps
    if pool.sleepers and world._last_h not in (0.0, h):
        _rescale(world, state, h / world._last_h)


def _rescale(world, state, ratio: float) -> None:
    """Impulses that sleepers keep scale with the step, like those of the awake, who scale theirs when they start from them."""
    pairs, joints, asleep = state.pairs, world._joints, world._bodies.sleeping()
    entries = pairs.order[:pairs.number[0]]
    entries = entries[pairs.due[entries] == 0]
    pairs.impulses[entries] *= ratio
    pairs.centres[entries] *= ratio
    constraints, _, count = joints.constraints(world._bodies)
    numbers = constraints.index[:count][(asleep[constraints.a] | asleep[constraints.b])[:count]]
    joints.parts.scale(numbers, ratio)


def _list_again(state, pool) -> None:
    mark_due(state.pairs, pool.arrays.awake)
    state.marked = True
    list_touching(alone(), state.pairs, state.room_to_list())


def _wake(world, state, pool) -> bool:
    constraints, _, number = world._joints.constraints(pool)
    changed = False
    while True:
        touched = touch_sleepers(state.touching, state.touching_count, pool.arrays, state.flags)
        if not touch_sleepers(constraints, number, pool.arrays, state.flags) and not touched:
            return changed
        wake_islands(FIRST, FIRST + pool.count, pool.arrays, state.flags)
        _list_again(state, pool)
        changed = True


def _fall_asleep(world, state, pool) -> bool:
    constraints, _, number = world._joints.constraints(pool)
    arrays, parent, flags = pool.arrays, state.parent, state.flags
    begin_islands(FIRST, FIRST + pool.count, parent)
    flags[:] = 0
    for edges, count in ((state.touching, state.touching_count), (constraints, number)):
        unite(edges, count, arrays, parent)
    for edges, count in ((state.touching, state.touching_count), (constraints, number)):
        keep_awake(edges, count, arrays, parent, flags)
    slept = fall_asleep(FIRST, FIRST + pool.count, arrays, Forest(parent, flags), float(world.sleep_time))
    flags[:] = 0
    if slept:
        _list_again(state, pool)
    return slept > 0
