"""When steps of a world are steady, and what is left to do around the kernel that takes them, see `pipeline.steady_steps`.

Worlds qualify that are small, that were not changed by hand for some steps, in which nothing sleeps, and that have nothing which
only Python looks after: sensors, joints that may break, laboratory methods, flush boxes that move.
"""
from __future__ import annotations

from functools import partial
from operator import is_
from time import perf_counter
from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST, end_block
from physics.bodies.tumbling import CONSERVING
from physics.collision.broad_phase.pair_update import Update
from physics.collision.broad_phase.pair_search import ready_to_search
from physics.collision.broad_phase.tree_query import LEAVERS
from physics.compile.decorators import PLAIN, keep_lock, stop_keeping
from physics.constraints.part import PART_SLOTS
from physics.definitions.known_names import PUT
from physics.definitions.method_names import OURS
from physics.dynamics.carried_weight import main_axis
from physics.dynamics.coloring import Kinds
from physics.dynamics.parameters import NO_STOP, Parameters
from physics.dynamics.substeps import Extent
from physics.pipeline.advance import kernel_state, lasting_note, step_note, step_parameters, stiffens
from physics.pipeline.color import FULL, block_work, parts_now, turns_directions, turns_ends
from physics.pipeline.find_pairs import PlaceJob, margins_of
from physics.pipeline.lost_bodies import note_lost
from physics.pipeline.narrow_phase import manifold_rule
from physics.pipeline.seams import reaches_flush_faces, seams_of
from physics.pipeline.sleep import rest_parameters
from physics.pipeline.steady_steps import (
    CALL,
    COLORS_AT,
    CONTACTS_AT,
    COUNTS,
    ISLANDS,
    LAPS,
    MANIFOLDS,
    NONE,
    NOT_BEGUN,
    OUT_OF_REACH,
    PAIRS,
    REACHED,
    SEARCHED,
    STEP,
    STORED,
    Kept,
    Rules,
    Steady,
    steady_steps,
)
from physics.simd.value import W
from physics.storage.step_beginning import PART_STATE, Run
from physics.storage.touching_impulses import impulse_pairs_in

CALM = 4                                         # steps by stages after a change by hand before steps are taken as steady
LONGEST = 10e-3                                  # time for one call of the kernel, which Ctrl-C has to wait for [s]
NO_UIDS = np.zeros(0, np.int64)
COMPLETED = {SEARCHED: 0, PAIRS: 1, MANIFOLDS: 2, ISLANDS: 3, STORED: 6, NOT_BEGUN: 7}      # laps that were completed


class Begun(NamedTuple):
    """A step that a kernel has begun: the stages go on from there."""

    stage: int = NOT_BEGUN        # after which it stands, see `steady_steps`
    lacking: int = 0              # what the list of pairs lacks, where the stage is SEARCHED
    laps: tuple = ()              # the clock between its stages [s]


NOTHING = Begun()


class SteadyRun:
    """The steady steps of one world."""

    def __init__(self) -> None:
        self._steady: Steady | None = None
        self._of: tuple = ()                      # the objects that it was made of
        self._edits = -1                          # BodyStore.edits for which it was made, or is going to be
        self._calm = 0                            # steps since something changed
        self._pushed: tuple = ()                  # lanes of contacts in the two slots of Kept
        self._uids = NO_UIDS                      # of the bodies, by row
        self._seconds = LONGEST                   # that a step took

    def __deepcopy__(self, memo: dict) -> SteadyRun:
        """A copied world makes its own."""
        return SteadyRun()

    def __reduce__(self) -> tuple:
        return SteadyRun, ()

    def take(self, world, wanted: int) -> tuple[int, Begun]:
        """Take up to `wanted` steps of a world; returns how many were taken, and the step that was begun after them."""
        if not self._fits(world):
            return 0, NOTHING
        steady, teamwork, since = self._steady, world._teamwork, perf_counter()
        number = min(wanted, max(1, int(LONGEST / self._seconds)))
        if number == 1:
            keep_lock()
        try:
            steady_steps(teamwork.alone, steady, number, world.turn, int(world._bodies.sleep_candidates))
        except BaseException:
            world._bodies.changed = True          # what a search found may be lost
            raise
        finally:
            stop_keeping()
            taken, begun = self._account(world, perf_counter() - since)
        return taken, begun

    def make_ready(self, world) -> None:
        """Make the kernel ready that takes the steps of a world, which has taken one, by a call for no step."""
        if _is_steady(world) and world._teamwork.stays_alone(world._bodies.end_block):
            self._make(world)
            steady_steps(world._teamwork.alone, self._steady, 0, world.turn, 0)
            self._steady = None

    # whether

    def _fits(self, world) -> bool:
        """Whether the world is as it was when `_steady` was made, which is made anew where it may be."""
        pool, state = world._bodies, world._contacts
        if pool.edits != self._edits:
            self._edits, self._calm, self._steady = pool.edits, 0, None
        elif self._steady is None or not all(map(is_, self._of, _objects(world))):
            self._steady, self._calm = None, self._calm + 1
            if self._calm > CALM:
                self._calm = 0
                if _is_steady(world):
                    self._make(world)
        return (self._steady is not None and not (pool.changed or pool.placed or pool.sleepers or pool.sleep_requested)
                and not (world._forces_act or state.marked or world._joints.pairs_changed)
                and world._teamwork.stays_alone(pool.end_block + state.contact_blocks + state.part_blocks))

    def _make(self, world) -> None:
        """Gather what steady steps work on."""
        pool, state, count = world._bodies, world._contacts, _rows(world)
        state.scratch = ready_to_search(pool.arrays, count, state.pairs, state.scratch)
        whole, extent = kernel_state(world)
        forward, backward = (step_parameters(world, NO_STOP, way) for way in (0, 1))
        kept = _kept(world, extent, forward)
        self._steady = Steady(
            whole, state.scratch, PlaceJob(FIRST // W, end_block(count), pool.boxed, LEAVERS),
            Update(count, float(pool.boxed.fixed), world._joints.excluded(pool)),
            state.narrow_phase_workspace(pool.hulls.arrays), manifold_rule(world), seams_of(world), block_work(state, FULL),
            Kinds(state.missing, FULL, 0), Kinds(state.missing, FULL, 1), forward, backward, extent, np.array(extent, np.int64),
            rest_parameters(world), _rules(world), kept, state.scratch.left.reach.copy(), np.zeros(COUNTS, np.int64),
            np.zeros(LAPS, np.int64))
        self._of, self._uids = _objects(world), pool.arrays.uid.copy()
        self._pushed = tuple(Pushed(kept.a[slot], kept.b[slot], kept.pushing[slot]) for slot in (0, 1))

    # afterwards

    def _account(self, world, seconds: float) -> tuple[int, Begun]:
        """Let a world know what the kernel has done in so many seconds."""
        steady, pool = self._steady, world._bodies
        taken, stage, lacking, candidates, capped, left_out, slot, lost = steady.counts.tolist()
        laps = steady.laps.tolist()
        stored, last = taken + (stage == STORED), STEP + COMPLETED[stage]
        pool.sleep_candidates, world._teamwork.used = candidates > 0, 1
        time, dt = world.time, world.dt
        for _ in range(taken):
            time += dt
        world._contacts.covered_left_out = stage == ISLANDS and left_out > 0
        if stored:
            self._account_stored(world, stored, slot)
            PUT(world, "note", step_note(world, "", capped))
        if taken:
            PUT(world, "step_count", world.step_count + taken)
            PUT(world, "time", time)
            self._seconds = seconds / taken
        if lost or pool.lost:
            pool.losing = lost > 0
            if stage == NOT_BEGUN:
                note_lost(world)
        scale = seconds / max(laps[last] - laps[CALL], 1)
        if stage == NOT_BEGUN:
            world._profile.record_ticks(laps[STEP:], scale, world._clock)
            return taken, NOTHING
        now = perf_counter()
        return taken, Begun(stage, lacking, tuple(now - scale * (laps[last] - lap) for lap in laps[STEP:last + 1]))

    def _account_stored(self, world, stored: int, slot: int) -> None:
        """What is kept of the last step whose impulses are stored, and of the one before."""
        steady, state, kept = self._steady, world._contacts, self._steady.kept
        words = steady.extent.tolist()
        state.contact_blocks, state.colors, world._joints.broke = words[CONTACTS_AT], words[COLORS_AT], []
        blocks = kept.blocks.tolist()
        pairs = [impulse_pairs_in(self._pushed[each], blocks[each], self._uids) for each in ((1 - slot, slot)[-stored:])]
        state.impulse_pairs_before, state.impulse_pairs = [state.impulse_pairs, *pairs][-2:]
        step = world.step_count + stored - 1
        counts = world._bodies.count, world._joints.numberings
        world._beginning.kept_by_kernel(partial(_run, steady, step + world._turns_before, counts), step)


class Pushed(NamedTuple):
    """Lanes of contacts, as in `Contacts`."""

    a: np.ndarray
    b: np.ndarray
    pushing: np.ndarray


def _objects(world) -> tuple:
    """What `Steady` is made of, as far as anything but a change by hand replaces it."""
    pool, state = world._bodies, world._contacts
    return (pool.arrays, pool.boxed, pool.margins, state.pairs, state.scratch, state.contacts, state.parts, state.parts_colored,
            state.touching, state.flush, state.fixed, world._teamwork)


def _is_steady(world) -> bool:
    """Whether there is nothing in a world that only Python looks after, and all is as the next step needs it."""
    pool, state, joints, solver = world._bodies, world._contacts, world._joints, world.solver
    return not (PLAIN or world.dt == 0 or pool.sensors or state.overlaps_in_use or pool.gone or pool.parts_changed or pool.changed
                or solver.method != OURS or state.parts_colored != parts_now(world)
                or world._last_h != world.dt / solver.substeps or stiffens(world) or margins_of(world) is not pool.boxed
                or state.flush.moves or joints.may_break())


def _rows(world) -> int:
    """Rows from FIRST on that stage 1 looks at."""
    return world._bodies.row_count if world._bodies.compounds else world._bodies.count


def _rules(world) -> Rules:
    pool, gravity = world._bodies, np.array(world.gravity)
    weighs = world.solver.stabilization != "soft" and gravity.any()
    parts = (pool.parts.first, pool.parts.end) if pool.parts.uids else (0, 0)
    return Rules(int(turns_directions(world)), int(turns_ends(world)), int(world.sleep), main_axis(gravity) if weighs else -1,
                 *parts, (REACHED if reaches_flush_faces(world) else OUT_OF_REACH) if world._contacts.flush.number else NONE)


def _kept(world, extent: Extent, p: Parameters) -> Kept:
    """Room for what is kept: parts of joints and spins only where there are such, as in `StepBeginning.keep`."""
    contacts, beginning, rows = world._contacts.contacts, world._beginning, extent.bodies * W
    parts = world._contacts.parts.store.reshape(-1, PART_SLOTS, W)[:, PART_STATE][:None if extent.parts else 0]
    spins = world._bodies.arrays.spin_change[:rows if p.motion.gyroscopic > CONSERVING else 0]
    return Kept(beginning.buffer("parts", parts)[:len(parts)], beginning.buffer("spin_change", spins)[:len(spins)],
                *(np.zeros((2, len(array)), np.int32) for array in (contacts.a, contacts.b, contacts.pushing)),
                np.zeros(2, np.int64))


def _run(steady: Steady, turn: int, counts: tuple[int, int]) -> Run:
    """What the method was called with in the step with this number; `counts`: of bodies, and of numberings of joints' parts."""
    numbers = steady.backward if steady.rules.turns and turn % 2 else steady.forward
    return Run(OURS, steady.state, Extent(*steady.extent.tolist()), numbers, *counts)
