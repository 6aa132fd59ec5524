"""The observer: steps a world and keeps what symptoms measure, in bounded memory.

The world is that of a scene at its start, or one that has run a while.  It is read through its public interface.  When bodies
times frames exceed MOST_NUMBERS, it watches every k-th dynamic body instead of all; the energy, the deepest overlap and the caps
are those of all bodies in any case.  A run that reaches a number that is none ends there.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from app.adviser.drives import drives_of
from app.adviser.observation import Frames, Impact, Observation, WatchedBodies, WatchedJoints
from app.adviser.passages import Passages
from physics.definitions.length_scale import scaled
from physics.definitions.shapes import Box, Plane
from physics.measure.sample import facts_of
from physics.views.events import ContactBegin

if TYPE_CHECKING:
    from app.headless.options import OpenedScene
    from physics.world import World
    from scenes.reading.document import Document

MOST_NUMBERS = 12_000_000          # of all frames together: 48 MB
NUMBERS = 20                       # of a body in a frame
MOST_BODIES, MOST_IMPACTS = 2000, 5000
GIVING = ("hertz", "max_force")     # settings of joints that give way on purpose
CAPS = ("max_speed", "max_rotation")
WORLD = ("gravity", "dt", "sleep", "sleep_speed", "sleep_time", "sleep_way", "sleep_horizon")
SHAPES = {"positions": (3,), "rotations": (4,), "velocities": (3,), "spins": (3,), "ground": (3,), "depths": (), "partners": (),
          "ratios": (), "asleep": ()}
KINDS = {"partners": np.int64, "asleep": bool}


class Subject(NamedTuple):
    """What is watched."""

    world: "World"
    document: "Document"               # that it was built from
    step: Callable[[], object]         # takes its next step, with what changes the world before it


class Observer:
    """Watches one world for at most `steps` steps."""

    def __init__(self, subject: Subject, steps: int):
        self.world, self._step, self.steps = subject.world, subject.step, steps
        self.drives = drives_of(subject.document, subject.world)
        self.bodies = watched(subject, steps)
        self.joints = rigid_joints(subject.world)
        facts = facts_of(subject.world)
        self._uids, self._masses = facts.uids, facts.masses
        self._begun = int(subject.world.step_count)
        self.passages, self.impacts, self.capped = Passages(subject.world, self.bodies), [], Counter()
        count = len(self.bodies.uids)
        self.frames = Frames(*(np.zeros((steps + 1, count, *SHAPES[name]), KINDS.get(name, np.float32))
                               for name in Frames._fields))
        self._numbers: list[tuple[float, ...]] = []
        self._errors: list[np.ndarray] = []
        self._record(0)

    def go(self, report: Callable[[int], None] = lambda taken: None) -> Observation:
        """Take the steps and return what was seen; `report` is called with the number of steps taken."""
        with np.errstate(over="ignore", invalid="ignore"):               # of what bursts
            for taken in range(1, self.steps + 1):
                before = self._motion()
                self._step()
                self._record(taken)
                self._note(taken, before)
                report(taken)
                if not np.isfinite(self._numbers[-1][2]):
                    break
        return self._observation()

    def _motion(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """uids, positions and velocities of all bodies before a step."""
        return self.world.uids, np.array(self.world.positions, float), np.array(self.world.velocities, float)

    def _record(self, frame: int) -> None:
        """Keep the present state as a frame."""
        world, energy = self.world, self.world.energy()
        self._numbers.append((world.time, energy.kinetic, energy.total, world.max_penetration()))
        self._errors.append(self._joint_errors())
        uids = world.uids
        at = np.searchsorted(uids, self.bodies.uids)
        there = np.isin(self.bodies.uids, uids)
        for name, values in (("positions", world.positions), ("rotations", world.rotations), ("velocities", world.velocities),
                             ("spins", world.angular_velocities), ("asleep", world.asleep)):
            kept = getattr(self.frames, name)
            kept[frame][~there] = np.nan if name != "asleep" else False
            kept[frame][there] = values[at[there]]
        if frame:
            self._contacts = world.contact_arrays()
            self._record_contacts(frame)

    def _joint_errors(self) -> np.ndarray:
        """(2, m) gaps [m] and tilts [rad] of the watched joints, nan of those that are gone."""
        joints, found = self.world.joint_arrays(), np.full((2, len(self.joints.uids)), np.nan, np.float32)
        there, at = np.isin(self.joints.uids, joints.uids), np.searchsorted(joints.uids, self.joints.uids)
        found[:, there] = joints.gaps[at[there]], joints.tilts[at[there]]
        return found

    def _record_contacts(self, frame: int) -> None:
        """Keep what pushes each watched body."""
        found, frames, count = self._contacts, self.frames, len(self.bodies.uids)
        if not len(found.separations):
            return
        largest = np.zeros(count)
        for side, sign in ((0, -1.0), (1, 1.0)):
            rows = np.searchsorted(self.bodies.uids, found.bodies[:, side])
            there = rows < count
            there[there] = self.bodies.uids[rows[there]] == found.bodies[there, side]
            rows, other, push = rows[there], found.bodies[there, 1 - side], found.normal_impulses[there]
            for axis in range(3):
                frames.ground[frame][:, axis] += np.bincount(rows, sign * push * found.normals[there, axis], count)
            np.maximum.at(frames.depths[frame], rows, -found.separations[there].astype(np.float32))
            own = self.bodies.masses[rows]
            masses = np.where(push > 0, self._masses_of(other), 0.0)
            np.maximum.at(frames.ratios[frame], rows, (masses / np.where(own > 0, own, np.inf)).astype(np.float32))
            before = largest.copy()
            np.maximum.at(largest, rows, push.astype(float))
            hardest = (push == largest[rows]) & (push > before[rows])
            frames.partners[frame][rows[hardest]] = other[hardest]

    def _masses_of(self, uids: np.ndarray) -> np.ndarray:
        """Masses of bodies [kg]; 0 of those that are not dynamic or came later."""
        at = np.minimum(np.searchsorted(self._uids, uids), len(self._uids) - 1)
        return np.where(self._uids[at] == uids, self._masses[at], 0.0)

    def _note(self, frame: int, before: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
        """Keep what happened in the last step: impacts, passages, caps."""
        for name in CAPS:
            self.capped[name] += f"solver.{name}" in self.world.note
        begun = {(event.a, event.b) for event in self.world.events if isinstance(event, ContactBegin)}
        if begun and len(self.impacts) < MOST_IMPACTS:
            self._keep_impacts(frame, begun, before)
        self.passages.look(frame, before[0], before[1])

    def _keep_impacts(self, frame: int, begun: set[tuple[int, int]], before: tuple[np.ndarray, ...]) -> None:
        """Keep the impacts of these pairs, with the speed of approach of their centres before the step."""
        found, (uids, _, velocities) = self._contacts, before
        firsts = np.flatnonzero(np.diff(found.manifolds, prepend=-1))
        keys = [_keys(pairs) for pairs in (found.bodies[firsts], np.array(list(begun), np.int64))]
        for k in firsts[np.isin(*keys)].tolist():
            pair = tuple(found.bodies[k].tolist())
            at = np.searchsorted(uids, pair)
            if (at < len(uids)).all() and (uids[at] == pair).all():
                speed = float((velocities[at[0]] - velocities[at[1]]) @ found.normals[k])
                self.impacts.append(Impact(frame, *pair, np.array(found.normals[k], float), speed))

    def _observation(self) -> Observation:
        world, count = self.world, len(self._numbers)
        times, kinetic, energy, penetration = np.array(self._numbers, float).T
        gaps, tilts = np.array(self._errors).swapaxes(0, 1)
        settings = {name: getattr(world, name) for name in WORLD}
        return Observation(world.solver, scaled(world.solver, world.length_scale), settings, world.length_scale,
                           self.drives, self._begun, times - times[0], kinetic, energy, penetration, gaps,
                           tilts, self.joints, dict(self.capped), self.bodies,
                           Frames(*(values[:count] for values in self.frames)), tuple(self.impacts), tuple(self.passages.found))


def _keys(pairs: np.ndarray) -> np.ndarray:
    """(k,) a number for each of k pairs of uids, the same in both orders."""
    return pairs.min(axis=1) << 32 | pairs.max(axis=1)


def rigid_joints(world: World) -> WatchedJoints:
    """The joints that are to hold without giving way: no spring, and nothing that pulls by hand."""
    facts = facts_of(world)
    lengths = np.where(facts.dynamic, 2 * facts.sizes.max(axis=1, initial=0.0), np.inf)
    extents = dict(zip(facts.uids.tolist(), lengths.tolist()))
    held = [joint for joint in world.joints if not any(getattr(joint.definition, name, 0) for name in GIVING)]
    sizes = [min(extents[body.uid] for body in (joint.a, joint.b) if body is not None) for joint in held]
    return WatchedJoints(np.array([joint.uid for joint in held], np.int64),
                         tuple(joint.definition.name or f"joint {joint.uid}" for joint in held), np.array(sizes, float))


def watched(subject: Subject, steps: int) -> WatchedBodies:
    """The bodies to watch in a run of so many steps."""
    world, facts, bodies = subject.world, facts_of(subject.world), list(subject.world.bodies)
    most = max(1, min(MOST_BODIES, MOST_NUMBERS // (NUMBERS * (steps + 1))))
    moving = np.flatnonzero(facts.dynamic)
    rows = np.union1d(moving[::-(-len(moving) // most) or 1], np.flatnonzero(~facts.dynamic)[:most])
    jointed = world.joint_arrays().bodies.ravel()
    damping = {uid: plan.angular_damping for uid, plan in enumerate(subject.document.bodies, 1)}     # that came later: none
    return WatchedBodies(facts.uids[rows], tuple(bodies[k].name or f"body {bodies[k].uid}" for k in rows), facts.dynamic[rows],
                         facts.masses[rows], facts.inertias[rows], facts.sizes[rows], unlike_boxes(bodies)[rows],
                         facts.frictions[rows], facts.restitutions[rows], np.isin(facts.uids[rows], jointed),
                         np.array([damping.get(uid, 0.0) for uid in facts.uids[rows].tolist()], float))


def unlike_boxes(bodies: list[Any]) -> np.ndarray:
    """(n,) bool: bodies whose half extents are not their faces, of which symptoms of boxes say nothing."""
    return np.array([not isinstance(body.shape, (Box, Plane)) for body in bodies], bool)


def observed(opened: "OpenedScene", steps: int, report: Callable[[int], None] = lambda taken: None) -> Observation:
    """Step a scene and return what was seen of it."""
    return Observer(Subject(opened.world, opened.document, opened.runner.step), steps).go(report)
