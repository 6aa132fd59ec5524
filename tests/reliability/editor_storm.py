"""Ten thousand random commands of every kind in a session that runs: no exception, and undoing all edits brings the first scene
back.

    python -m tests.reliability.editor_storm --count 100 --actions 100

A person may grab a body and delete it, remove one that joints hold, change the solver inside a series of steps, go back in time
and edit there, restart, undo and redo.  Bodies and joints are named by uids that exist, have existed or never will; numbers are
in and out of range.  The worst answer is a card or a notice.  The session's log has every command of a seed that failed.
"""
from __future__ import annotations

import dataclasses
import sys
import tempfile
import typing
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

import scenes
from app.headless.options import RunOptions
from app.simulation.commands import LoadScene, Undo
from app.simulation.commands.codec import vocabulary
from app.simulation.commands.editing import SHAPES
from app.simulation.inspection import settings_of
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from physics.definitions.settings import PRESETS, SolverSettings
from physics.definitions.tunable import tunables
from physics.joints import JOINTS
from tests.reliability.campaign import options, repeat, report

TEXT = """\
format: 1
title: Storm                                        # a comment
solver: {substeps: 2, iterations: 4}
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 2], mass: 3}
  - {name: ball, shape: {sphere: {radius: 0.25}}, position: [2, 0, 1]}
  - {name: door, shape: {box: {half: [0.5, 0.1, 0.8]}}, position: [4, 0, 2]}
joints:
  - {name: hinge, type: hinge, a: world, b: door, anchor: [3.5, 0, 2], axis: [0, 0, 1], motor_torque: 5, motor_speed: 2}
generate:
  - grid: {name: brick, count: [2, 2, 2], spacing: [1, 1, 1], position: [-3, 0, 1], shape: {box: {half: [0.3, 0.2, 0.1]}}}
events:
  - {at: 0.5, apply_impulse: {body: ball, impulse: [0, 0, 5]}}
"""
LEFT_OUT = {"save_scene", "save_moment", "load_scene", "reload_scene", "new_scene", "open_card"}        # files, other scenes
NAMES = ("crate", "ball", "door", "floor", "brick_0", "nobody", "", "world", "a b")
MOST_STEPS = 4                         # between two commands
WORDS = {"kind": (*JOINTS, "apply_impulse", "apply_force", "apply_torque", "contact", "joint", "rope"),
         "shape": (*SHAPES, "donut"),
         "how": ("down", "align", "spread", "grid", "up"), "axis": ("", "x", "y", "z", "w"),
         "word": ("grid", "wall", "pile", "chain", "moon"),
         "section": ("bodies", "joints", "world", "solver"), "expression": ("", "max_speed < 1", "height(ball) > 2", "((",
                                                                            "9**9**9"),
         "merges": ("", "a", "b"), "text": ("", "bodies: []", "- x"), "source": ("welcome",),
         "path": ("solver.beta", "joints.hinge.motor", "x")}


class Storm:
    """Gives a session one random command after another."""

    def __init__(self, folder: Path, actions: int):
        self.folder, self.actions = folder, actions
        self.kinds = {word: kind for word, kind in vocabulary().items() if word not in LEFT_OUT}
        self.given: Counter[str] = Counter()

    def __call__(self, seed: int) -> None:
        """A storm in a session of its own."""
        path = self.folder / f"storm_{seed}.yaml"
        path.write_text(TEXT)
        rng, problems = np.random.default_rng(seed), []
        session = Session(SceneReader(RunOptions(precision="double"), problems.append))
        session.submit(LoadScene(str(path)))
        session.apply_pending()
        session.keep_history(4)
        session.loaded()
        first = scenes.build(scenes.loads(TEXT), precision="double").state_hash()
        for number in range(self.actions):
            command = self.command(rng, session)
            try:
                self._give(session, command, rng)
            except Exception as error:
                error.add_note(f"command {number}: {command}")
                raise
        for _ in range(self.actions + 1):
            if not session.editing.card.undo:
                break
            self._give(session, Undo(), rng)
        assert scenes.build(session.editing.document, precision="double").state_hash() == first
        assert session.editing.document.text == TEXT, "undoing all edits left another text"
        assert not problems, problems

    def _give(self, session: Session, command: Any, rng: np.random.Generator) -> None:
        session.submit(command)
        session.apply_pending()
        self.given[type(command).__name__] += 1
        session.ready = True
        for _ in range(20):
            if not session.travel.under_way:
                break
            session.travel.go()
        for _ in range(int(rng.integers(MOST_STEPS))):
            if not session.paused:
                session.advance()
        session.publish()
        view = session.published.view
        if view is not None:
            assert np.isfinite(view.positions).all() and np.isfinite(view.rotations).all()

    def command(self, rng: np.random.Generator, session: Session) -> Any:
        """A command of any kind, with fields of their types."""
        while True:
            kind = self.kinds[list(self.kinds)[rng.integers(len(self.kinds))]]
            hints = typing.get_type_hints(kind)
            fields = {field.name: self.value(field.name, str(hints[field.name]), rng, session)
                      for field in dataclasses.fields(kind)
                      if _is_needed(field) or rng.random() < 0.3}
            return kind(**fields)

    def value(self, name: str, kind: str, rng: np.random.Generator, session: Session) -> Any:
        """A value for a field of this name and type."""
        world = session.variants[0].world
        pick = lambda things: things[rng.integers(len(things))]                     # noqa: E731
        uids = [*world.uids.tolist(), 999, 0]
        if name in WORDS and kind == "<class 'str'>":
            return pick(WORDS[name])
        if name in ("name", "value"):
            return self._setting(name, rng, world)
        if name == "uids":
            return tuple(pick(uids) for _ in range(rng.integers(1, 4)))
        if name == "values":
            return {pick(("mass", "name", "position", "friction", "shape", "count", "at", "colour")): self._any(rng)
                    for _ in range(2)}
        if name in ("uid", "a", "b", "owner"):
            return pick([*uids, *(joint.uid for joint in world.joints)])
        if name == "settings":
            return (pick(("solver.beta=0.3", "world.gravity=[0,0,-1]", "solver.nothing=1")),)
        if name in ("events", "knobs", "variants", "checks", "values"):
            return ()
        if "float, float, float, float" in kind:
            return tuple(rng.normal(size=4).tolist())
        if "float, float, float" in kind or name in ("vector", "target", "anchor"):
            return tuple((rng.uniform(-4, 4, 3) * (1e9 if rng.random() < 0.02 else 1)).tolist())
        if "bool" in kind:
            return bool(rng.integers(2))
        if "int" in kind:
            return int(pick((0, 1, 2, 3, 7, -1, 50)))
        if "float" in kind:
            return float(pick((0.0, 0.5, 1.0, -1.0, 3.0, 1e6)))
        return pick(NAMES)

    def _setting(self, name: str, rng: np.random.Generator, world: Any) -> Any:
        if name == "value":
            return self._any(rng)
        joints = [key for joint in world.joints[:1] for key, *_ in settings_of(joint.definition)]
        known = [*tunables(SolverSettings), *PRESETS, "gravity", "dt", "friction", "mass", *joints, *NAMES]
        return known[rng.integers(len(known))]

    @staticmethod
    def _any(rng: np.random.Generator) -> Any:
        values = (0.5, 1, 0, -1, 3, None, True, "soft", "x", (0.0, 0.0, -3.0), 1e9, 4, 0.01)
        return values[rng.integers(len(values))]


def _is_needed(field: dataclasses.Field) -> bool:
    """Whether a field has no value of its own."""
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def main() -> int:
    """Run the campaign."""
    asked = options(__doc__, 100, actions={"type": int, "default": 100, "help": "commands of each storm; default: %(default)s"})
    seeds = range(asked.first, asked.first + asked.count)
    with tempfile.TemporaryDirectory() as folder:
        storm = Storm(Path(folder), asked.actions)
        failed = repeat(storm, seeds)
    return report("editor storm", seeds, failed, commands=f"{sum(storm.given.values()):,}", kinds=len(storm.given))


if __name__ == "__main__":
    sys.exit(main())
