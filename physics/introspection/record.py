"""The record of a step: its rows in each substep, their impulses after every sweep, and what changed velocities besides.

    v after = v before + sum of causes + sum over substeps of M^-1 J^T impulse

Within a substep J is fixed, so a row's change of velocity is its response M^-1 J^T times its impulse.  What gravity, forces,
damping and the gyroscopic term did follows from the solver's own kernel, called with and without them.

The same causes as energies: each did E after less E before.  Where turning alone changes E, that counts as gyroscopic.
"""
from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np

from physics.bodies.caps import cap_velocities
from physics.bodies.integrate import integrate_velocities
from physics.constraints import block
from physics.dynamics.parameters import Parameters
from physics.dynamics.substeps import RELAX, SOLVE, Extent, State
from physics.introspection.energy.kinetic import kinetic
from physics.introspection.places import Places, impulses, places_of, pushed
from physics.introspection.replay import (
    BOUNCED,
    CAPPED,
    CORRECTED,
    FORCED,
    JOINED,
    MOVED,
    PLACED,
    RELAXED,
    STARTED,
    SWEPT,
    TURNED,
    At,
    replay,
)
from physics.introspection.scratch import check_end, replayable_run, scratch_state
from physics.lab.rows.assembly import assemble_rows
from physics.lab.rows.row import Rows, applied, row_parameters
from physics.simd.value import W

GRAVITY, FORCES, DAMPING, GYROSCOPIC, CAPS, CORRECTIONS, SLEEP = (
    "gravity", "forces", "damping", "gyroscopic", "caps", "position correction", "sleep")
CAUSES = (GRAVITY, FORCES, DAMPING, GYROSCOPIC, CAPS, CORRECTIONS, SLEEP)
NAME = "record"
KEPT = 2                       # energies that are kept: before and after a cause


class Substep(NamedTuple):
    """The rows of one substep, as placed for it."""

    rows: Rows                    # `impulse` is what the substep began with, before warm starting
    velocity: np.ndarray          # (n, 6) after forces, before warm starting
    first: int                    # number of its warm start among the sweeps
    inverse: np.ndarray           # (lanes of parts, 6) inverse of K of each part's rows, xx xy xz yy yz zz
    pose: np.ndarray              # (n, 8) then
    bounced: np.ndarray           # (m,) impulses that finished bounces after the last sweep; that sweep's include them
    joined: np.ndarray            # (m,) likewise of joints that are solved together once more, after contacts
    moved: np.ndarray | None = None       # (n, 6) after positions were integrated, before relaxing
    moved_pose: np.ndarray | None = None  # (n, 8) likewise
    error: np.ndarray | None = None       # (m,) errors that relaxing used
    impulse: np.ndarray | None = None     # (m,) impulses at its end


class Record(NamedTuple):
    """A step of a world; n body rows, m rows."""

    parameters: Parameters
    extent: Extent
    state: State                  # at the end of stage 10, in arrays of its own
    places: Places
    substeps: list[Substep]
    sweeps: list[At]              # every sweep: warm starting, solving, relaxing
    impulses: np.ndarray          # (sweeps, m) after each of them
    pushed: np.ndarray            # (m,) impulses on pseudo velocities, summed over substeps
    causes: dict[str, np.ndarray]         # name -> (n, 6) change of velocities
    before: np.ndarray            # (n, 6) velocities before the step
    after: np.ndarray             # (n, 6)
    work: dict[str, np.ndarray]           # name -> (n,) what the cause gave to kinetic energies [J]
    energy: tuple[np.ndarray, np.ndarray]         # (n,) kinetic energies before and after the step [J]


def record_of(world) -> Record | None:
    """The record of a world's last step, made once; None where all bodies slept.  Raises NoInsight."""
    run, beginning = replayable_run(world), world._beginning
    if run is None:
        return None
    if NAME not in beginning.found:
        state = scratch_state(beginning)
        record = _Recorder(state, run.extent, run.parameters).whole(beginning.fell_asleep)
        check_end(run, state)
        beginning.found[NAME] = record
    return beginning.found[NAME]


def velocity_after(record: Record, number: int) -> np.ndarray:
    """(n, 6) velocities after a sweep, by its number."""
    at = record.sweeps[number]
    substep, impulse = record.substeps[at.substep], record.impulses[number]
    if at.stage != RELAX:
        return applied(substep.rows, impulse, substep.velocity)
    return applied(substep.rows, impulse - record.impulses[substep.first + record.parameters.iterations], substep.moved)


def before_sweep(record: Record, number: int) -> tuple[np.ndarray, np.ndarray]:
    """(velocities (n, 6), impulses (m,)) before a sweep of solving or relaxing, by its number."""
    at = record.sweeps[number]
    if at.stage == RELAX and at.iteration == 1:
        return record.substeps[at.substep].moved, record.impulses[number - 1]
    return velocity_after(record, number - 1), record.impulses[number - 1]


def velocities(state: State) -> np.ndarray:
    """(n, 6) velocities of all body rows, in double precision."""
    return state.bodies.velocity[:, :6].astype(np.float64)


def inverses(state: State, extent: Extent) -> np.ndarray:
    """(lanes of parts, 6) inverses of K as the parts are placed now."""
    blocks = state.parts.data.reshape(-1, block.SLOTS, W)[:extent.parts, block.INVERSE_K:block.INVERSE_K + 6]
    return blocks.swapaxes(1, 2).reshape(-1, 6).astype(np.float64)


class _Recorder:
    """Replays a step and notes what each kernel changed."""

    def __init__(self, state: State, extent: Extent, parameters: Parameters):
        self.state, self.extent, self.p = state, extent, parameters
        self.last = velocities(state)
        self.causes = {name: np.zeros_like(self.last) for name in CAUSES}
        self.work = {name: np.zeros(len(self.last)) for name in CAUSES}
        self.pose = state.bodies.pose.copy()
        self._energies: deque[tuple[np.ndarray, np.ndarray, np.ndarray]] = deque(maxlen=KEPT)
        self.substeps: list[Substep] = []
        self.sweeps: list[At] = []
        self.impulses: list[np.ndarray] = []
        self.places: Places | None = None
        self.pushed = np.zeros(0)

    def whole(self, fell_asleep: np.ndarray | None) -> Record:
        before, energy, start = self.last.copy(), self._energy(self.last), self.pose
        for at in replay(self.state, self.extent, self.p):
            self._note(at)
            self.last, self.pose = velocities(self.state), self.state.bodies.pose.copy()
        if fell_asleep is not None:
            slept = np.zeros_like(before)
            slept[:len(fell_asleep)] = fell_asleep[:, :6]
            slept[self.state.bodies.awake > 0] = before[self.state.bodies.awake > 0]
            self.causes[SLEEP] += before - slept
            self.work[SLEEP] += energy - kinetic(slept, start, self.state.bodies.local)
            before, energy = slept, energy - self.work[SLEEP]
        return Record(self.p, self.extent, self.state, self.places, self.substeps, self.sweeps, np.array(self.impulses),
                      self.pushed, self.causes, before, self.last, self.work, (energy, self._energy(self.last)))

    def _energy(self, velocity: np.ndarray) -> np.ndarray:
        """(n,) kinetic energies with these velocities at the poses of the last moment."""
        return self._energy_at(velocity, self.pose)

    def _energy_now(self) -> np.ndarray:
        """(n,) kinetic energies of the present state."""
        return self._energy_at(velocities(self.state), self.state.bodies.pose)

    def _energy_at(self, velocity: np.ndarray, pose: np.ndarray) -> np.ndarray:
        """(n,) kinetic energies; the last ones are kept, for a cause begins where the one before ended."""
        for known, place, found in self._energies:
            if np.array_equal(known, velocity) and np.array_equal(place, pose):
                return found
        found = kinetic(velocity, pose, self.state.bodies.local)
        self._energies.append((velocity.copy(), pose.copy(), found))
        return found

    def _did(self, name: str, before: np.ndarray, after: np.ndarray) -> None:
        """A cause changed velocities while the poses stayed."""
        self.causes[name] += after - before
        self.work[name] += self._energy(after) - self._energy(before)

    def _moved(self, name: str, before: np.ndarray) -> None:
        """A cause changed poses, and velocities from these to the present ones."""
        self.causes[name] += velocities(self.state) - before
        self.work[name] += self._energy_now() - self._energy(before)

    def _note(self, at: At) -> None:
        """Note what was done since the last moment."""
        if at.done == PLACED:                    # rows of joints were placed with other spins: they are given back
            self.placed = self.last, self.state.bodies.spin_change.copy()
        elif at.done == FORCED:
            self._note_forces()
            self._begin(at)
        elif at.done in (STARTED, SWEPT, RELAXED):
            self._note_sweep(at)
        elif at.done in (JOINED, BOUNCED):
            self._note_after_sweep(at)
        elif at.done == MOVED:
            self._note_motion()
        elif at.done == TURNED:
            self._did(GYROSCOPIC, self.last, velocities(self.state))
        elif at.done == CAPPED:
            self._did(CAPS, self.last, velocities(self.state))
        elif at.done == CORRECTED:
            self._moved(CORRECTIONS, self.last)
            self.substeps[-1] = self.substeps[-1]._replace(impulse=self.impulses[-1])

    def _note_forces(self) -> None:
        """What damping, gravity, forces and the gyroscopic term did, each added to those before."""
        motion, before = self.p.motion, self.placed[0]
        still = motion._replace(gravity_x=0.0, gravity_y=0.0, gravity_z=0.0, forced=0, gyroscopic=0)
        heavy = motion._replace(forced=0, gyroscopic=0)
        for name, some in ((DAMPING, still), (GRAVITY, heavy), (FORCES, motion._replace(gyroscopic=0))):
            after = self._forced(some)
            self._did(name, before, after)
            before = after
        self._did(GYROSCOPIC, before, velocities(self.state))

    def _forced(self, motion) -> np.ndarray:
        """Velocities after `integrate_velocities` with these parameters, of the bodies as they were placed."""
        bodies = self.state.bodies._replace(velocity=self._rows_of(self.placed[0]), spin_change=self.placed[1].copy())
        integrate_velocities(self.extent.first_body, self.extent.bodies, bodies, motion)
        return bodies.velocity[:, :6].astype(np.float64)

    def _begin(self, at: At) -> None:
        """The rows of a substep; where no joint is they keep J, and are read again for their errors alone."""
        rows = assemble_rows(self.state, self.extent, row_parameters(self.p), at.substep)
        if self.places is None:
            self.places, self.pushed = places_of(rows, self.state, self.extent), np.zeros(len(rows.a))
        self.substeps.append(Substep(rows, velocities(self.state), len(self.sweeps), inverses(self.state, self.extent),
                                     self.state.bodies.pose.copy(), np.zeros(len(rows.a)), np.zeros(len(rows.a))))

    def _note_sweep(self, at: At) -> None:
        rows = self.substeps[-1].rows
        if at.stage == RELAX and at.iteration == 1:
            again = assemble_rows(self.state, self.extent, row_parameters(self.p, "relax"), at.substep)
            self.substeps[-1] = self.substeps[-1]._replace(error=again.error)
        if at.stage == SOLVE and at.iteration == self.p.iterations:
            self.pushed += pushed(self.places, rows, self.state)
        self.sweeps.append(at)
        self.impulses.append(impulses(self.places, self.state))

    def _note_after_sweep(self, at: At) -> None:
        """Impulses of joints solved together after contacts, or that finished bounces; where these moved bodies back, turning
        alone changed E."""
        self.work[GYROSCOPIC] += self._energy_now() - self._energy(velocities(self.state))
        now, before = impulses(self.places, self.state), self.impulses[-1]
        self.impulses[-1] = now
        if at.stage == SOLVE:
            name = "joined" if at.done == JOINED else "bounced"
            self.substeps[-1] = self.substeps[-1]._replace(**{name: now - before})

    def _note_motion(self) -> None:
        """What caps did when positions were integrated, and what turning did to spins."""
        capped = self.state.bodies._replace(velocity=self._rows_of(self.last), warm_start=self.state.bodies.warm_start.copy(),
                                            capped=self.state.bodies.capped.copy())
        cap_velocities(self.extent.first_body, self.extent.bodies, capped, self.p.motion)
        after = capped.velocity[:, :6].astype(np.float64)
        after[self.state.bodies.awake == 0] = self.last[self.state.bodies.awake == 0]
        self._did(CAPS, self.last, after)
        self._moved(GYROSCOPIC, after)
        self.substeps[-1] = self.substeps[-1]._replace(moved=velocities(self.state), moved_pose=self.state.bodies.pose.copy())

    def _rows_of(self, velocity: np.ndarray) -> np.ndarray:
        """Rows of velocities (n, 8) as kernels read them."""
        rows = self.state.bodies.velocity.copy()
        rows[:, :6] = velocity
        return rows
