"""A variant: one world, its settings, the changes of single bodies and joints, and the mouse drag.

A session has one variant, or up to four side by side that get the same commands.  Only the simulation thread uses it.
"""
from __future__ import annotations

import dataclasses
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from app.published.tuning import WORLD_SETTINGS, Tuning, apply_to, tuning_of
from app.published.view import MouseSpring, Parts, View
from app.simulation.editing.begun import Begun
from app.simulation.commands.command import Command
from app.simulation.commands.in_scene.following import FollowEdit
from app.simulation.commands.joints import AddJoint
from app.simulation.commands.mouse_spring import Grab
from app.simulation.inspection import PropertyEdits, joint_of
from app.simulation.joint_placing import Placing, definition_of, in_world, placed, upward
from app.simulation.publisher import PoseSnapshot, Publisher, ghost_view
from app.simulation.replay import OnVariant, SceneEvents
from app.simulation.scene_source import OpenScene, Run
from app.simulation.sharing.beginning import Beginning
from app.simulation.variant_settings import changes_of
from physics.definitions.tunable import SettingError
from physics.history import History
from physics.stopping.condition import StopCondition
from physics.stopping.moments import stopped_after
from physics.stopping.stopped import Stopped
from physics.world import World

NUMBERS = itertools.count(1)
NUMBER = re.compile(r"\d[\d.]*(e[-+]?\d+)?")      # by which notes of one kind differ
WEIGHTLESS = 9.81      # [m/s^2] least gravity for a body's weight


@dataclasses.dataclass
class Drag:
    """A mouse spring: the joint, the body, and its anchor in the body's own axes [m]."""

    joint: Any
    body: Any
    anchor: tuple[float, float, float]

    def spring(self) -> MouseSpring:
        """For drawing."""
        end = np.asarray(self.body.position, float) + in_world(self.body, self.anchor)
        force = float(np.linalg.norm(self.joint.force))
        return MouseSpring(anchor=tuple(map(float, end)), target=tuple(map(float, self.joint.target)), force=force,
                           joint=self.joint.uid)


class Variant:
    """One running world."""

    def __init__(self, run: Run, changes: dict[str, Any] | None = None):
        """`changes`: earlier changes of the user, from `changes()`.  Raises SettingError when they do not fit."""
        self.run = run
        self.number = next(NUMBERS)                       # no other variant, before or after, has it
        self.world = run.world
        self.scene_tuning = self.tuning
        self.overridden: dict[str, Any] = {}
        self.beginning = Beginning(dict(changes or {}))
        changes = dict(changes or {})
        if "solver" in changes:
            changes["solver"] = self.scene_tuning.solver.replace(**changes["solver"])
        self.tune(**changes)
        self.drag: Drag | None = None
        self.pins: list[Drag] = []
        self.failure = ""                                 # why it has stopped while other variants continue
        self.stop: StopCondition | None = None            # where it stops
        self.stopped: Stopped | None = None               # what stopped it in the last step
        self._holds = False                               # the condition held after the last step
        self._told: set[str] = set()                      # kinds of notes of steps that the user was told
        self.edits = PropertyEdits(self.world)
        self.begun = Begun.of(self.world)
        self.joined: dict[int, Any] = {}                  # the commands that made joints, by their uids
        self._publisher = Publisher(self.world, getattr(self.run, "document", None))
        self._before: PoseSnapshot | None = None
        self.history: History | None = None
        self.asked = False                                # for a history, also if there is none

    def keep_history(self, budget: int) -> None:
        """Keep a history in at most so many bytes, 0: none.  Raises SettingError when a single state needs more."""
        self.asked = True
        if self.history is not None and budget and self.history.keyframe_steps:
            self.history.budget = budget
            return
        if self.history is not None:
            self.history.close()
            self.history = None
        if budget and isinstance(self.world, World):      # tests have other worlds
            try:
                self.history = History(self.world, budget, self)
            except ValueError as error:
                raise SettingError("history", f"history: {error}") from None
            self.beginning.expect(self.history)

    def leave(self) -> None:
        """Leave the session: the history goes at once.  It refers to the variant, so that the collector alone would find both."""
        if self.history is not None:
            self.history.close()
            self.history = None

    @contextmanager
    def recording(self, command: Command) -> Iterator[None]:
        """What is done within is what a command does: it is kept as that command."""
        history = self.history if self.history is not None and self.history.keyframe_steps else None
        with self.beginning.recording(self, command) if history is None else history.recording(OnVariant(command)):
            yield

    def kept(self) -> tuple[Any, ...]:
        """What goes back with the world: springs of the mouse, what the user changed, why the variant has stopped, and what the
        scene says of events and settings."""
        springs = [(drag.joint.uid, drag.body.uid, drag.anchor) for drag in ([self.drag] if self.drag else []) + self.pins]
        return (self.drag is not None, tuple(springs), dict(self.overridden), self.edits.kept(), self.failure, self.run.events,
                self.scene_tuning)

    def put_back(self, kept: tuple[Any, ...]) -> None:
        """Return to what was kept, after the world did."""
        dragging, springs, overridden, edits, self.failure, self.run.events, self.scene_tuning = kept
        drags = [Drag(self.world.joint(joint), self.world.body(body), anchor) for joint, body, anchor in springs]
        self.drag, self.pins = (drags[0], drags[1:]) if dragging else (None, drags)
        self.overridden = dict(overridden)
        self.edits.put_back(edits)
        self._publisher, self._before = Publisher(self.world, getattr(self.run, "document", None)), None

    def appear(self) -> None:
        """The world is at another step than before: what it showed last is not where bodies come from."""
        self._before = None

    @property
    def tuning(self) -> Tuning:
        """The present settings; a scene's own events change them as well."""
        return tuning_of(self.world)

    def tune(self, **changes: Any) -> None:
        """Change settings by their names in `Tuning`."""
        self.overridden |= changes
        for name, value in changes.items():
            apply_to(self.world, name, value)

    def use(self, settings: Sequence[str]) -> None:
        """Change settings given as for `--set`.  Raises SettingError."""
        self.tune(**changes_of(settings, self.tuning))

    def reset_tuning(self) -> None:
        """Restore all settings of the scene's start."""
        self.tune(**{name: getattr(self.scene_tuning, name) for name in ("solver", *WORLD_SETTINGS)})
        self.overridden.clear()

    def changes(self) -> dict[str, Any]:
        """The differences from the scene's own settings, applicable to other scenes: of the solver only changed values."""
        standard = vars(self.scene_tuning.solver)
        solver = {name: value for name, value in vars(self.tuning.solver).items() if value != standard[name]}
        others = {name: value for name, value in self.overridden.items() if name != "solver"}
        return others | ({"solver": solver} if "solver" in self.overridden and solver else {})

    def advance(self) -> str:
        """Take one step; a drag ends when an event of the scene removes its body.  Returns what the note of the step has of a new
        kind, or ""."""
        self.begin_step()
        self._apply_events()
        self.world.step()
        return self.end_step()

    def begin_step(self) -> None:
        """Before a step that is taken here or, of a world that is watched, by a script."""
        self._before = self._publisher.snapshot()
        if self.stop is not None:
            self.stop.begin(self.world)

    def end_step(self) -> str:
        """After it; returns as `advance` does."""
        self._check_stop()
        self.forget_gone()
        return self._news() if self.world.note else ""

    def _news(self) -> str:
        """The parts of the world's note whose kind the user was not told; of the same kind are those that differ by numbers."""
        new = []
        for part in self.world.note.split("; "):
            if (kind := NUMBER.sub("", part)) not in self._told:
                self._told.add(kind)
                new.append(part)
        return "; ".join(new)

    def forget_gone(self) -> None:
        """Let go of springs whose joint was removed, as it is with its body."""
        if self.drag is not None and self.joint(self.drag.joint.uid) is None:
            self.drag = None
        self.pins = [pin for pin in self.pins if self.joint(pin.joint.uid) is not None]

    def let_go(self) -> None:
        """Remove all springs of the mouse."""
        self.forget_gone()
        self.release()
        for pin in self.pins:
            self.world.remove(pin.joint)
        self.pins = []

    def condition(self, expression: str) -> StopCondition | None:
        """A stop expression, compiled for this world; None for "".  Raises ExpressionError."""
        if not expression:
            return None
        condition = StopCondition(expression)
        condition.compile(self.world)
        return condition

    def stop_when(self, condition: StopCondition | None) -> None:
        """Set the condition at which `stopped` says so, once each time that it begins to hold."""
        self.stop, self.stopped, self._holds = condition, None, False

    def _check_stop(self) -> None:
        found = stopped_after(self.world, self.stop) if self.stop is not None else None
        self.stopped, self._holds = None if self._holds else found, found is not None

    def _apply_events(self) -> None:
        """Events of the scene; in steps that are taken again the history applies them, with all else that was recorded."""
        history = self.history
        if history is None or not history.keyframe_steps:
            self.run.apply_events()
            return
        history.follow()
        if history.present == history.last:
            with history.recording(SceneEvents()):
                self.run.apply_events()

    def ghost(self, view: View) -> View | None:
        """The future that was left, at the step of a view of this variant; None where none is known."""
        left = self.history.ghost if self.history is not None else None
        poses = left.poses(view.step) if left is not None else None
        return None if poses is None else ghost_view(view, poses, left.poses(view.step - 1) or poses)

    def view(self, wants: Parts) -> View:
        """The present state of the world, with the requested costly parts."""
        springs = tuple(drag.spring() for drag in self.pins + ([self.drag] if self.drag else []))
        return self._publisher.view(self._before, springs, wants)

    def body(self, uid: int) -> Any | None:
        """The body with this uid, or None."""
        try:
            return self.world.body(uid)
        except KeyError:
            return None

    def joint(self, uid: int) -> Any | None:
        """The joint with this uid, or None."""
        return joint_of(self.world, uid)

    def add_joint(self, command: AddJoint) -> int | None:
        """Join two places; the new joint's uid, or None when a body no longer exists."""
        bodies = [None if uid is None else self.body(uid) for uid in (command.a, command.b)]
        if any(body is None and uid is not None for body, uid in zip(bodies, (command.a, command.b), strict=True)):
            return None
        places = [placed(body, point, normal) for body, point, normal in
                  zip(bodies, (command.point_a, command.point_b), (command.normal_a, command.normal_b), strict=True)]
        uid = self.world.add_joint(definition_of(command.kind, Placing(*places, upward(self.tuning.gravity)))).uid
        self.joined[uid] = command
        return uid

    def follow(self, edit: FollowEdit) -> None:
        """Take over what an edit of the scene changes; a body or a joint that is gone has nothing of it."""
        if edit.section == "bodies":
            thing = self.body(edit.uid)
        elif edit.section == "joints":
            thing = self.joint(edit.uid)
        else:
            self._follow_setting(edit)
            return
        if thing is not None:
            self.edits.follow(thing, edit.name, edit.value)
            if edit.name == "name":
                self._publisher = Publisher(self.world)              # which reads names once

    def _follow_setting(self, edit: FollowEdit) -> None:
        """A setting of the scene, unless the user has turned it."""
        if edit.section == "solver":
            self.scene_tuning = dataclasses.replace(self.scene_tuning, solver=self.scene_tuning.solver.replace(
                **{edit.name: edit.value}))
            now = self.world.solver
            if getattr(now, edit.name) == edit.old:
                self.world.solver = now.replace(**{edit.name: edit.value})
        else:
            self.scene_tuning = dataclasses.replace(self.scene_tuning, **{edit.name: edit.value})
            if getattr(self.tuning, edit.name) == edit.old:
                apply_to(self.world, edit.name, edit.value)

    def set_joint(self, uid: int, name: str, value: Any) -> bool:
        """Change a setting of a joint; False when the joint no longer exists."""
        joint = self.joint(uid)
        if joint is not None:
            self.edits.set_joint(joint, name, value)
        return joint is not None

    def set_body(self, uid: int, name: str, value: Any) -> bool:
        """Change a property of a body; False when the body no longer exists."""
        body = self.body(uid)
        if body is not None:
            self.edits.set_body(body, name, value)
        return body is not None

    def push(self, uid: int, impulse: tuple[float, float, float], point: tuple[float, float, float] | None) -> bool:
        """Apply `impulse` [N s] to a body at `point`, world [m]; False when the body no longer exists."""
        body = self.body(uid)
        if body is not None:
            body.apply_impulse(impulse, at=point)
        return body is not None

    def remove_joint(self, uid: int) -> None:
        """Remove a joint, and the drag or pin that uses it."""
        joint = self.joint(uid)
        if joint is None:
            return
        if self.drag and self.drag.joint.uid == uid:
            self.drag = None
        self.pins = [pin for pin in self.pins if pin.joint.uid != uid]
        self.world.remove(joint)

    def grab(self, command: Grab) -> None:
        """Grab a dynamic body; a drag of another body, or a pin of this one, ends."""
        from physics.joints import MOST_FORCE, Mouse
        self.release()
        body = self.body(command.uid)
        if body is None or body.type != "dynamic":
            return
        for pin in [p for p in self.pins if p.body.uid == command.uid]:
            self.world.remove(pin.joint)
            self.pins.remove(pin)
        strength = max(math.hypot(*self.tuning.gravity), WEIGHTLESS)
        anchor = np.asarray(body.position, float) + in_world(body, command.anchor)
        joint = self.world.add_joint(Mouse(
            a=body, anchor=tuple(map(float, anchor)), target=command.target, hertz=command.hertz,
            damping_ratio=command.damping_ratio, max_force=min(command.force_factor * body.mass * strength, MOST_FORCE)))
        self.drag = Drag(joint, body, command.anchor)

    def move_grab(self, target: tuple[float, float, float]) -> None:
        """Move the spring's target to `target`, world [m]."""
        if self.drag:
            self.drag.joint.target = target

    def release(self) -> None:
        """End the drag."""
        if self.drag:
            self.world.remove(self.drag.joint)
            self.drag = None

    def pin(self) -> None:
        """End the drag but keep its spring."""
        if self.drag:
            self.pins.append(self.drag)
            self.drag = None

    def remove_body(self, uid: int) -> None:
        """Remove a body, with its mouse springs."""
        body = self.body(uid)
        if body is None:
            return
        if self.drag and self.drag.body.uid == uid:
            self.release()
        for pin in [p for p in self.pins if p.body.uid == uid]:
            self.world.remove(pin.joint)
            self.pins.remove(pin)
        self.world.remove(body)
        self._before = None


def variants_of(scene: OpenScene, changes: Sequence[dict[str, Any]], settings: Sequence[Sequence[str]] = ()) -> list[Variant]:
    """Variants of a scene at time 0: one for each of `changes`, the arguments of `Variant.tune`; or, where texts of settings are
    given, one with the first changes for each of these.  Raises SceneError and SettingError."""
    variants = [Variant(scene.build(), one) for one in (changes[:1] * len(settings) if settings else changes)]
    for variant, own in zip(variants, settings):
        variant.tune(**changes_of(own, variant.tuning))
    return variants
