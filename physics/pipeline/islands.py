"""Stage 3: islands that are touched wake, islands at rest fall asleep.

Waking comes first, and is repeated until no awake body touches a sleeping one: an island that wakes is solved in the same step.
Falling asleep is decided here too, because boxes, manifolds and impulses now belong to the poses that sleeping bodies keep; it
is checked in every CHECK_EVERY-th step.
"""
from __future__ import annotations

from physics.bodies.arrays import FIRST, aligned
from physics.collision.narrow_phase.touching import list_touching, mark_due
from physics.dynamics.islands import Forest, begin_islands, fall_asleep, keep_awake, touch_sleepers, unite, wake_islands
from physics.dynamics.support import SPREAD_ROW
from physics.parallel.team import alone
from physics.storage.edited_impulses import forget_unsupported

CHECK_EVERY = 8                                  # steps, by number, so that no island's sleep depends on others


def islands_stage(world) -> None:
    """Touching pairs of a world, without sleeping ones."""
    state, pool = world._contacts, world._bodies
    if len(state.parent) != len(pool.arrays.uid):
        rows = len(pool.arrays.uid)
        state.parent, state.flags = aligned(rows, "int32"), aligned(rows, "uint8")
        state.spread = aligned((rows, SPREAD_ROW), "float64")
    world._beginning.fell_asleep = None
    changed = pool.sleepers > 0 and _wake(world, state, pool)
    if world.sleep and pool.sleep_candidates and (world.turn % CHECK_EVERY == 0 or pool.sleep_requested):
        changed |= _fall_asleep(world, state, pool)
        pool.sleep_requested = False
    if changed:
        pool.count_sleepers()
    if pool.sleep_revision != state.sleep_revision:
        state.split_off_sleepers(pool)
    h = world.dt / world.solver.substeps
    if pool.sleepers and world._last_h not in (0.0, h):
        _rescale(world, state, h / world._last_h)
    if pool.loosened:
        forget_unsupported(pool, world._joints, state)


def _rescale(world, state, ratio: float) -> None:
    """Scale the stored impulses of sleeping pairs and joints with the substep; warm starting scales those of awake ones."""
    pairs, joints, asleep = state.pairs, world._joints, world._bodies.sleeping()
    entries = pairs.order[:pairs.number[0]]
    entries = entries[pairs.due[entries] == 0]
    pairs.impulses[entries] *= ratio
    pairs.centres[entries] *= ratio
    constraints, _, count = joints.constraints(world._bodies)
    numbers = constraints.index[:count][(asleep[constraints.a] | asleep[constraints.b])[:count]]
    joints.parts.scale(numbers, ratio)


def _list_again(state, pool) -> None:
    pool.follow_owners()
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
    before = arrays.velocity.copy()
    slept = fall_asleep(FIRST, FIRST + pool.count, arrays, Forest(parent, flags), float(world.sleep_time))
    flags[:] = 0
    if slept:
        world._beginning.fell_asleep = before
        _list_again(state, pool)
    return slept > 0
