"""Stage 4: joints and touching pairs, coloured together, joints first, and laid out in blocks of sixteen.

Joints and their bodies seldom change, so the colours of their parts, and the masks of bodies after them, are kept until joints
or rows of bodies change, or a body falls asleep or wakes: sleeping bodies have no constraints.

A sweep leaves an error in the rows that it solved first, and the order of colours says on which side of a body that is.  A wall
whose blocks are always solved left before right turns every block the same way while it settles, and friction keeps the sum:
forty storeys lean by 18 cm.  So steps take turns, in a cycle of four: contacts get their colours from the list's beginning in
two steps and from its end in the next two, and of each two the second sweeps colours last to first (`dynamics.sweeps`).  Between
the sweeps of one step the order stays, for a colour that is solved twice in succession is solved once for nothing: stacks ring.
Worlds with joints take no turns, for rows of joints that have not converged gain energy when their order changes.  Nor do steps
of a single sweep: what one leaves the next one undoes in the other order, and boxes rock on each other for seconds.  And many
sweeps a substep keep the colours of contacts, those of soft rows their direction too, for the order decides how far a blow has
gone through a row of balls: last to first a cradle of five would gain 5e-6 of its energy.  With them walls stand without turns.
"""
from __future__ import annotations

import numpy as np

from physics.bodies.arrays import aligned
from physics.bodies.symmetric_top import TOP
from physics.constraints.block import new_parts
from physics.constraints.own_axis import tops_on_joints
from physics.constraints.parts import KINDS
from physics.constraints.together.choice import DIRECT, joint_solve_of
from physics.constraints.together.graph import Joined, components_of, graph_of, left_out, shares_bodies
from physics.constraints.together.layout import new_together, nothing_together
from physics.constraints.together.touching import mark_touched
from physics.contacts.layout import new_contacts
from physics.dynamics.bearing.choice import felt_shares
from physics.dynamics.carried_weight import INVERSE_MASS
from physics.dynamics.coloring import (
    COLORS,
    BlockKinds,
    ConstraintList,
    Kinds,
    Lanes,
    Layout,
    assign_bins,
    clear_colors,
    kinds_of_blocks,
    lay_out_bins,
    new_bins,
    place_in_blocks,
)
from physics.dynamics.contact_blocks import BLOCKS, COLORS_USED, BlockWork, lay_out_contacts, new_work
from physics.dynamics.thread_partition import MOST_PARTITIONS, PartitionKinds, kinds_by_partition, partition_of_rows
from physics.definitions.body_types import DYNAMIC
from physics.pipeline.begin_at_rest import begin_at_rest
from physics.pipeline.crowd import check_contacts, contacts_fit
from physics.pipeline.seams import leave_out_seams
from physics.simd.value import W

FULL = 4                                         # points of a manifold, at most


def color_stage(world) -> None:
    """Colour the constraints of a world, and lay out their blocks; contacts that begin at rest get their first impulses."""
    state, bodies = world._contacts, world._bodies.arrays
    leave_out_seams(world)
    if len(state.masks) != len(bodies.uid):
        state.masks, state.part_masks = aligned(len(bodies.uid), "int64"), aligned(len(bodies.uid), "int64")
        state.parts_colored = None
    _color_parts(world, bodies)
    begin_at_rest(world)
    _color_contacts(world, state)
    if state.together.touched.size:
        mark_touched(state.masks, state.part_masks, state.together)


def _color_parts(world, bodies) -> None:
    state, joints, now = world._contacts, world._joints, parts_now(world)
    how = now[-1]
    if state.parts.store is not joints.store:
        state.parts = state.parts._replace(store=joints.store)
    if state.parts_colored == now:
        return
    constraints, kinds, count = _acting(world)
    clear_colors(bodies.type, state.part_masks)
    joined = _joined(world, constraints, count)
    components = components_of(joined, how)
    state.swept_note = left_out(components, joined) if how == DIRECT else ""
    number = 2 * KINDS if components else KINDS       # the latter half: kinds of parts that are solved together
    if components:
        kinds = kinds.copy()
        kinds[np.concatenate([one.parts for one in components])] += KINDS
    start = new_bins(number)
    assign_bins(constraints, count, state.part_masks, Kinds(kinds, number), start)
    blocks = lay_out_bins(start, number, 0)
    if blocks > len(state.parts.kind):
        state.parts = new_parts(blocks, COLORS, world.precision, joints.store)
    parts = state.parts
    place_in_blocks(constraints, count, Lanes(parts.a, parts.b, parts.part, start), Layout(joints.padding, number))
    kinds_of_blocks(start, number, BlockKinds(state.parts.kind, state.parts.color_start))
    state.part_blocks, state.parts_colored = blocks, now
    _mark_shared(world, components, joined, constraints.index[:count])
    inverse_mass = np.where(bodies.type == DYNAMIC, bodies.local[:, INVERSE_MASS].astype(np.float64), 0.0)
    _lay_out_together(world, components, constraints.index[:count], (start, inverse_mass))
    _mark_joined(world)


def _joined(world, constraints: ConstraintList, count: int) -> Joined:
    """The Joined of the first `count` constraints."""
    pairs = np.stack((constraints.a[:count], constraints.b[:count]), 1).astype(np.int64)
    dynamic = world._bodies.arrays.type == DYNAMIC
    numbers = constraints.index[:count]
    return Joined(pairs, dynamic[pairs], world._joints.owners()[numbers])


def _mark_shared(world, components: list, joined: Joined, numbers: np.ndarray) -> None:
    """Mark the parts that are swept and share a body with other joints; numbers are those of `joined`."""
    parts, shared = world._contacts.parts, np.zeros(len(world._joints.parts.kinds), np.uint8)
    shared[numbers] = shares_bodies(joined)
    for one in components:
        shared[numbers[one.parts]] = 0
    lanes = world._contacts.part_blocks * W
    parts.shared[:lanes] = shared[parts.part[:lanes]]


def solves_together(world) -> bool:
    """Whether joints of a world are solved together when all its bodies are awake."""
    constraints, _, count = world._joints.constraints(world._bodies)
    return bool(components_of(_joined(world, constraints, count), joint_solve_of(world.solver)))


def parts_now(world) -> tuple:
    """What the layout of the parts of a world's joints is made for."""
    joints, pool = world._joints, world._bodies
    return joints.revision, pool.revision, pool.sleep_revision, joint_solve_of(world.solver)


def _lay_out_together(world, components: list, numbers: np.ndarray, of: tuple[np.ndarray, np.ndarray]) -> None:
    """Lay out the components of joints that are solved together; numbers are those of parts, of = (first blocks of bins, inverse
    masses)."""
    state, parts, (start, inverse_mass) = world._contacts, world._contacts.parts, of
    parts.swept_end[:] = parts.color_start[1:]
    if not components:
        if len(state.together.lane):
            state.together = nothing_together(world.precision)
        return
    parts.swept_end[:] = start[KINDS::2 * KINDS]
    member = (parts.kind[:state.part_blocks] >= KINDS).astype(np.uint8)
    parts.kind[:state.part_blocks] %= KINDS
    lanes = np.zeros(len(world._joints.parts.kinds), np.int64)
    lanes[parts.part[:state.part_blocks * W]] = np.arange(state.part_blocks * W)
    felt = felt_shares(components, inverse_mass)
    state.together = new_together(graph_of(components, lanes[numbers]), member, world.precision, felt)


def _mark_joined(world) -> None:
    """Mark the bodies on which joints act, and those of them that are tops; note whether one of them tumbles."""
    state, joined = world._contacts, world._bodies.arrays.joined
    joined[:] = 0
    for rows in (state.parts.a, state.parts.b):
        joined[rows[:state.part_blocks * W]] = 1
    tumble = world._bodies.tumbling & (joined > 0)
    if tumble.any():
        joined[tumble & tops_on_joints(state.parts, state.part_blocks, world._bodies.arrays.local)] = TOP
    state.tumbles_on_joints = bool(tumble.any())
    if not (state.tumbles_on_joints or world._bodies.any_rim_tumbles):
        world._bodies.arrays.spin_change[:] = 0           # no substep renews it


def _acting(world) -> tuple[ConstraintList, np.ndarray, int]:
    """(constraints, kinds, how many) of the parts of joints with awake bodies."""
    constraints, kinds, count = world._joints.constraints(world._bodies)
    if world._bodies.sleepers:
        asleep = world._bodies.sleeping()
        kept = np.flatnonzero(~(asleep[constraints.a[:count]] | asleep[constraints.b[:count]]))
        constraints, kinds, count = ConstraintList(*(array[kept] for array in constraints)), kinds[kept], len(kept)
    return constraints, kinds, count


def _takes_turns(world) -> bool:
    """Whether the order may change from step to step: without joints, and with more than one sweep in a step."""
    if world._joints.count:
        return False
    solver = world.solver
    return solver.substeps * solver.iterations > 1


def turns_directions(world) -> bool:
    """Whether every other step sweeps colours last to first: all that take turns, but for many sweeps of soft rows."""
    solver = world.solver
    return _takes_turns(world) and (solver.iterations == 1 or solver.stabilization != "soft")


def turns_ends(world) -> bool:
    """Whether contacts get their colours from the list's beginning and end in turns of two steps: where there is one sweep a
    substep."""
    return _takes_turns(world) and world.solver.iterations == 1


def sweeps_backward(world) -> int:
    """1: this step sweeps colours last to first."""
    return world.turn % 2 if turns_directions(world) else 0


def _colors_from_end(world) -> int:
    """1: this step gives colours from the end of the list of contacts."""
    return world.turn // 2 % 2 if turns_ends(world) else 0


def _color_contacts(world, state) -> None:
    """Lay out contacts, by number of points within a colour or partition: a block takes as long as its largest contact."""
    kind, number = _kinds(world, state)
    kinds = Kinds(kind, number, _colors_from_end(world))
    work = block_work(state, number)
    if not lay_out_contacts(work, kinds, state.contacts):
        blocks = int(work.found[BLOCKS])
        check_contacts(world, blocks)
        state.contacts = new_contacts(blocks + blocks // 2 + 4, COLORS, state.precision)
        work = block_work(state, number)
        lay_out_contacts(work, kinds, state.contacts)
    if state.before_contacts is not None:
        contacts_fit(world)
    state.contact_blocks, state.colors = int(work.found[BLOCKS]), int(work.found[COLORS_USED])


def block_work(state, number: int) -> BlockWork:
    """What the contacts of a store are laid out by, where they have this number of kinds; the same object while it fits."""
    work, contacts = state.block_work, state.contacts
    if (work is None or work.lanes.a is not contacts.a or work.touching is not state.touching or work.masks is not state.masks
            or work.color_start is not state.parts.color_start or work.layout != (len(state.pairs.a) - 1, number)):
        work = state.block_work = new_work(state, Layout(len(state.pairs.a) - 1, number))
    return work


def _kinds(world, state) -> tuple[np.ndarray, int]:
    """(kind of each touching pair, number of kinds): by how many points it lacks, with several threads also by partition."""
    partitions, pool = min(world._teamwork.members, MOST_PARTITIONS), world._bodies
    if partitions == 1:
        return state.missing, FULL
    if len(state.kinds) != len(state.missing):
        state.kinds = aligned(len(state.missing), "int32")
    of = partitions, pool.count, pool.revision, len(pool.arrays.type)
    if state.partition_of != of:
        state.partition, state.partition_of = partition_of_rows(pool.arrays.type, pool.count, partitions), of
    kinds = PartitionKinds(state.missing, FULL, state.kinds)
    kinds_by_partition(state.touching, state.touching_count, state.partition, kinds)
    return state.kinds, partitions * (FULL + 1)
