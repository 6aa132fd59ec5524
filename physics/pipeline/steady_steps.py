"""Steady steps: several steps of a small world in one entry of compiled code, by the kernels that the stages call one by one.

In a steady step no list outgrows its room, nothing falls asleep and nothing has to be said, so nothing between two stages needs
Python, which takes longer than ten bodies do.  Where that is not so the kernel stops between two stages and says after which, see
BEGUN; the stages themselves then go on from there, see `physics.step`.  So each rule of a step stands in its stage, and here only
when it has to be asked.

One thread, and NamedTuples as records: `compile.plain` has none, so worlds compiled that way take every step by stages.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST
from physics.bodies.finite import all_finite
from physics.bodies.follow_owner import follow_owners
from physics.bodies.tumbling import CONSERVING
from physics.collision.broad_phase.pair_update import UPDATED, Update, update_pairs
from physics.collision.broad_phase.tree_query import Scratch
from physics.collision.narrow_phase.pair_dispatch import ManifoldRule, Workspace, collide_shared
from physics.collision.seams.covered_contacts import Seams, leave_out_covered
from physics.compile.decorators import formula, kernel, record_over
from physics.constraints.part import MEASURE, PART_SLOTS, SPINS
from physics.constraints.together.touching import mark_touched
from physics.dynamics.carried_weight import any_begins
from physics.dynamics.coloring import Kinds
from physics.dynamics.contact_blocks import BLOCKS, COLORS_USED, BlockWork, lay_out_contacts
from physics.dynamics.parameters import Parameters
from physics.dynamics.sleeping import SleepParameters, measure_rest
from physics.dynamics.substeps import Extent, State, advance
from physics.pipeline.advance import LOOK_EVERY
from physics.pipeline.find_pairs import PlaceJob, look_ahead, place_and_search
from physics.pipeline.islands import CHECK_EVERY
from physics.simd.clock import ticks
from physics.simd.value import W

TAKEN, BEGUN, LACKING, CANDIDATES, CAPPED, LEFT_OUT, SLOT, LOST = range(8)     # places of Steady.counts
COUNTS = LOST + 1
NONE, OUT_OF_REACH, REACHED = 0, 1, 2            # values of Rules.flush
CALL, STEP = 0, 1                                # places of Steady.laps: when the call began, when its last step did
LAPS = STEP + 8                                  # and when each of its stages ended; the method is one of them
NOT_BEGUN, SEARCHED, PAIRS, MANIFOLDS, ISLANDS, STORED, DONE = 0, -1, 1, 2, 3, 11, 12        # after which stage a step stands:
# SEARCHED is amid the first, whose search is over and whose list lacks room
BODIES_AT, COLORS_AT, CONTACTS_AT, PARTS_AT, TOGETHER_AT = (
    Extent._fields.index(name) for name in ("bodies", "colors", "contacts", "parts", "together"))


class Rules(NamedTuple):
    """What decides between the ways that a step may take; whole numbers."""

    turns: int                    # 1: every other step sweeps colours last to first
    ends: int                     # 1: two of four steps colour contacts from the end of the list
    sleep: int                    # 1: bodies at rest fall asleep
    axis: int                     # the axis along which contacts begin at rest, -1: they begin without their weight
    first_part: int               # rows of the parts of compounds
    end_part: int                 # one past the last
    flush: int                    # which boxes have flush faces: NONE, OUT_OF_REACH of all bodies, or REACHED


class Kept(NamedTuple):
    """What a step keeps for those who look into it afterwards."""

    parts: np.ndarray             # (blocks, slots, 16) real the state of parts of joints before the step, see `StepBeginning`
    spins: np.ndarray             # (rows, 8) real Bodies.spin_change before the step
    a: np.ndarray                 # (2, lanes) int32 Contacts.a of the last step and of the one before, see SLOT
    b: np.ndarray                 # (2, lanes) int32
    pushing: np.ndarray           # (2, blocks) int32
    blocks: np.ndarray            # (2,) int64 how many blocks of them are in use


class Steady(NamedTuple):
    """All that the steady steps of a world work on, the same from step to step."""

    state: State
    scratch: Scratch
    place: PlaceJob
    update: Update
    workspace: Workspace
    manifolds: ManifoldRule
    seams: Seams
    work: BlockWork
    kinds: Kinds                  # of contacts that get their colours from the list's beginning
    kinds_from_end: Kinds
    forward: Parameters           # of a step that sweeps colours first to last
    backward: Parameters
    like: Extent                  # for its type
    extent: np.ndarray            # (fields of Extent,) int64 what of the arrays is in use
    rest: SleepParameters
    rules: Rules
    kept: Kept
    reach: np.ndarray             # (6,) float64 Left.reach for which no body reaches a flush face
    counts: np.ndarray            # (COUNTS,) int64
    laps: np.ndarray              # (LAPS,) int64 ticks


@formula
def find_pairs(team, steady):
    """1: returns UPDATED, or what there is no room for."""
    state, scratch, rules = steady.state, steady.scratch, steady.rules
    left = scratch.left
    left.fast[0], left.fast[1] = 0, 0
    if rules.first_part < rules.end_part:
        follow_owners(rules.first_part, rules.end_part, state.bodies)
    place_and_search(team, steady.place, state.bodies, state.pairs, scratch)
    if left.number[0] > 0:
        lacking = update_pairs(state.bodies, state.pairs, scratch, steady.update)
        if lacking != UPDATED:
            return lacking
    look_ahead(state.pairs, steady.rest.dt, left.fast)
    return UPDATED


@formula
def has_room(steady):
    """Before 2: whether the list of touching pairs has room for all pairs, and still no body may be at a flush face."""
    same, reach = True, steady.scratch.left.reach
    if steady.rules.flush == OUT_OF_REACH:
        for k in range(len(reach)):
            same = same and reach[k] == steady.reach[k]
    return same and steady.state.pairs.number[0] < len(steady.workspace.listing.a)


@formula
def color(steady, turn):
    """4: whether contacts are laid out: they had room, and none of them begins at rest."""
    state, rules, work, counts = steady.state, steady.rules, steady.work, steady.counts
    counts[LEFT_OUT] = 0
    if rules.axis >= 0 and work.counts[0] > 0 and any_begins(state.bodies, rules.axis) > 0:
        return False
    if rules.flush == REACHED and work.counts[0] > 1:
        leave_out_covered(state.bodies, state.pairs, steady.workspace.listing, steady.seams)
        counts[LEFT_OUT] = 1
    kinds = steady.kinds_from_end if rules.ends == 1 and turn // 2 % 2 == 1 else steady.kinds
    if lay_out_contacts(work, kinds, state.contacts) == 0:
        return False
    steady.extent[COLORS_AT], steady.extent[CONTACTS_AT] = work.found[COLORS_USED], work.found[BLOCKS]
    if steady.extent[TOGETHER_AT] > 0:
        mark_touched(work.masks, work.part_masks, state.together)
    return True


@formula
def keep_beginning(steady, p):
    """Before 5: copy what the method overwrites, as `StepBeginning.keep`."""
    bodies, parts, kept = steady.state.bodies, steady.state.parts, steady.kept
    if p.motion.gyroscopic > CONSERVING:
        for row in range(len(kept.spins)):
            for k in range(len(kept.spins[row])):
                kept.spins[row, k] = bodies.spin_change[row, k]
    if steady.extent[PARTS_AT] > 0:
        for block in range(len(parts.store) // (PART_SLOTS * W)):
            at = (block * PART_SLOTS + MEASURE) * W
            for k in range((SPINS + 6 - MEASURE) * W):
                kept.parts[block, k // W, k % W] = parts.store[at + k]


@formula
def store(steady):
    """11: whether a cap slowed a body down, and whether numbers were lost; the lanes with an impulse are kept, those of the step
    before beside them."""
    contacts, bodies, kept, counts, blocks = (steady.state.contacts, steady.state.bodies, steady.kept, steady.counts,
                                              steady.extent[CONTACTS_AT])
    slot = 1 - counts[SLOT]
    counts[SLOT], kept.blocks[slot] = slot, blocks
    for block in range(blocks):
        kept.pushing[slot, block] = contacts.pushing[block]
        for lane in range(block * W, block * W + W):
            kept.a[slot, lane], kept.b[slot, lane] = contacts.a[lane], contacts.b[lane]
    capped = 0
    for row in range(FIRST, steady.extent[BODIES_AT] * W):
        capped |= bodies.capped[row]
    counts[CAPPED], counts[LOST] = capped, 0 if all_finite(bodies, steady.extent[BODIES_AT]) else 1


@formula
def steady_step(team, steady, extent, turn):
    """Take step number `turn` as far as it is steady; returns after which stage it stands.  `extent`: the record of the array."""
    state, rules, counts, laps = steady.state, steady.rules, steady.counts, steady.laps
    laps[STEP] = ticks()
    counts[LACKING] = find_pairs(team, steady)                     # 1
    laps[STEP + 1] = ticks()
    if counts[LACKING] != UPDATED:
        return SEARCHED
    if not has_room(steady):
        return PAIRS
    steady.workspace.listing.counts[0] = 0
    collide_shared(team, state.bodies, state.pairs, steady.workspace, steady.manifolds)      # 2
    laps[STEP + 2] = ticks()
    if rules.sleep == 1 and counts[CANDIDATES] > 0 and turn % CHECK_EVERY == 0:              # 3
        return MANIFOLDS
    laps[STEP + 3] = ticks()
    if not color(steady, turn):                                    # 4
        return ISLANDS
    laps[STEP + 4] = ticks()
    p = steady.backward if rules.turns == 1 and turn % 2 == 1 else steady.forward
    keep_beginning(steady, p)
    state.clock[:] = 0
    advance(team, state, extent, p)                                # 5 to 10
    laps[STEP + 5] = ticks()
    store(steady)                                                  # 11
    laps[STEP + 6] = ticks()
    if rules.sleep == 1:                                           # 12
        if (turn + 1) % CHECK_EVERY == 0:
            return STORED
        counts[CANDIDATES] = measure_rest(FIRST // W, steady.extent[BODIES_AT], state.bodies, steady.rest)
    laps[STEP + 7] = ticks()
    return DONE


@kernel
def steady_steps(team, steady, wanted, turn, candidates):
    """Take up to `wanted` steps, the first of them number `turn`; `candidates`: 1 if some body may fall asleep.

    Reads   steady
    Writes  steady team
    """
    counts, extent = steady.counts, record_over(steady.extent, steady.like)
    counts[TAKEN], counts[BEGUN], counts[CANDIDATES], counts[LOST] = 0, NOT_BEGUN, candidates, 0
    steady.laps[CALL] = ticks()
    while counts[TAKEN] < wanted and turn % LOOK_EVERY != 0 and counts[LOST] == 0:
        after = steady_step(team, steady, extent, turn)
        if after != DONE:
            counts[BEGUN] = after
            return
        counts[TAKEN] += 1
        turn += 1
