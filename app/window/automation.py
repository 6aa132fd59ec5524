"""Automation: a script that drives the window, and a journal of its state.

A script is a file of JSON lines.  Each has a time, `"at"` [s since the first frame], `"after"` [s since the previous line] or
`"step"` (the world's step count), and one of: `"action"` (a word of the controls table), `"command"` with the command's fields,
`"set"` (view settings) or `"camera"` with `"target"`.

    {"at": 1.0, "command": "load_scene", "source": "stacking/tower"}
    {"step": 120, "command": "set_solver", "name": "beta", "value": 0.4}
    {"after": 0.5, "action": "screenshot"}
    {"after": 0.5, "action": "quit"}

Nothing that a script does is asked about: a scene that it opens drops unsaved edits, and they are kept as a draft when it quits.

The journal consists of JSON lines too, one every tenth of a second, and one a frame for a while after input: the publication,
places of bodies and widgets on the screen, and the time of each frame since the previous line [ms].
"""
from __future__ import annotations

import dataclasses
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from app.headless.options import JOURNAL_BEGINS
from app.lessons.progress import as_data
from app.panels.stack import window_settings
from app.published.divergence import Divergence
from app.simulation.commands import Command, decode
from app.ui.controls import controls_of
from app.ui.ui_state import UiState
from impulse.files.reading import json_value, read_text
from impulse.files.writing import Log
from physics.definitions.body_definition import FARTHEST
from physics.definitions.tunable import ANY, SettingError, nearest, number
from physics.definitions.vectors import vector

TIMES = ("at", "after", "step")
BODIES, JOINTS = 60, 60   # bodies and joints in a journal line
PERIOD = 0.1              # [s] between two lines
MOST_SCRIPT = 10_000_000  # [bytes] of a script
FOLLOWED = 0.3            # [s] after input in which each frame has a line: who gave it waits for what it does


@dataclasses.dataclass(frozen=True)
class Cue:
    """One line of a script."""

    when: str                                   # one of TIMES
    time: float
    action: str = ""
    command: Command | None = None
    settings: tuple[tuple[str, Any], ...] = ()
    camera: tuple[tuple[float, ...], tuple[float, ...]] | None = None       # eye and target [m]


class Script:
    """Executes a file, line by line."""

    def __init__(self, cues: list[Cue]):
        self._cues = list(cues)
        self._begun: float | None = None
        self._last = 0.0

    @staticmethod
    def read(path: Path) -> "Script":
        """The script in a file; SettingError with the line's number for an invalid line, FileError for no text."""
        cues = []
        for number, line in enumerate(read_text(path, MOST_SCRIPT).splitlines(), 1):
            if line.strip():
                try:
                    cues.append(_cue(json_value(line)))
                except (ValueError, TypeError) as error:
                    raise SettingError("script", f"{path}:{number}: {error}") from None
        return Script(cues)

    def follow(self, state: UiState) -> None:
        """Once a frame: execute all due lines."""
        if self._begun is None:
            self._begun = self._last = state.now
        while self._cues and self._due(self._cues[0], state):
            self._last = state.now
            with state.unsaved.undisturbed():
                _play(self._cues.pop(0), state)

    def _due(self, cue: Cue, state: UiState) -> bool:
        if cue.when == "step":
            return state.view is not None and state.view.step >= cue.time
        return state.now - (self._begun if cue.when == "at" else self._last) >= cue.time


class Journal:
    """Writes the window's state to a file."""

    def __init__(self, path: Path):
        """Raises FileError where there is a file that is no journal."""
        self._file = Log(path, JOURNAL_BEGINS)
        self._next = self._followed = 0.0
        self._frames = 0
        self._spans: list[float] = []

    def drawn(self, seconds: float) -> None:
        """Record the time of a frame from its due time until it was shown."""
        self._spans.append(round(1e3 * seconds, 2))

    def frame(self, state: UiState, facts: dict[str, Any], used: bool = False) -> None:
        """Record the end of a turn of the window's loop; `facts` are data outside the state, `used`: it had input."""
        self._frames += 1
        if used:
            self._followed = state.now + FOLLOWED
        if self._followed <= state.now < self._next:
            return
        self._next = state.now + PERIOD
        line = {"clock": time.time(), "frame": self._frames, "frame_times": self._spans, **facts, **snapshot(state)}
        self._spans = []
        self._file.add(json.dumps(line, default=_plain).encode() + b"\n")

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def snapshot(state: UiState) -> dict[str, Any]:
    """The state as plain data."""
    status, view = state.status, state.view
    return {
        "scene": status.scene.id, "title": status.scene.title, "run": status.run, "ready": status.ready,
        "paused": status.paused, "time_scale": status.time_scale, "real_time_factor": status.real_time_factor,
        "step": view.step if view else None, "time": view.time if view else None,
        "contacts": view.contact_count if view else None,
        "compiling": dataclasses.astuple(status.compiling) if status.compiling else None,
        "fault": state.fault.title if state.fault else None,
        "fault_text": status.fault.text if status.fault else None,
        "solver": dataclasses.asdict(status.tuning.solver), "gravity": status.tuning.gravity,
        "friction": status.tuning.friction, "restitution": status.tuning.restitution,
        "selection": status.selection, "grabbed": status.grabbed, "hovered": state.hovered,
        "group": status.group.uids, "box": state.box.rectangle if state.box.active else None,
        "selected_joint": status.selected_joint, "hovered_joint": state.hovered_joint,
        "edits": dataclasses.asdict(status.edits), "drawing": state.events.active, "shape": state.new_body.shape,
        "on_gizmo": state.gizmo_over, "tool": state.tool.kind,
        "tool_first": state.tool.first.uid if state.tool.first else None,
        "joint_gap": status.joint.gap if status.joint else None, "joint_tilt": status.joint.tilt if status.joint else None,
        "spring": view.springs[-1].force if view and view.springs else None,
        "sheet": state.open_sheet, "walking": bool(state.walking), "size": state.size,
        "frame_ms": state.frame_ms, "detail": state.detail,
        "eye": state.motion.camera.eye, "target": state.motion.camera.target,
        "recording": dataclasses.astuple(state.recording) if state.recording else None, "files": state.files,
        "toasts": [toast.text for toast in state.toasts.current(state.now)],
        "settings": dataclasses.asdict(state.settings), "widgets": state.widgets, "bodies": _bodies(state),
        "joints": _joints(state), "chosen": status.chosen, "variants": _variants(state),
        "viewports": [viewport[1:] for viewport in state.viewports],
        "advice": {"state": state.publication.advice.state, "changed": state.publication.advice.changed,
                   "findings": [card.symptom for card in state.publication.advice.findings]},
        "film": _film(state),
        "lesson": _lesson(state),
        "apart": _apart(state.publication.divergence), "readings": _readings(state.publication.divergence),
    }


def _film(state: UiState) -> dict[str, Any]:
    """The plan of the scene's film, and what the camera does."""
    plan, film = state.film.plan, state.film
    return {"bookmarks": [one.name for one in plan.bookmarks], "keyframes": [key.at for key in plan.path], "follow": plan.follow,
            "captions": [one.text for one in film.captions], "slow": len(plan.slow), "changed": film.editor.changed,
            "playing": film.player.playing, "followed": film.player.followed, "time": film.player.time}


def _lesson(state: UiState) -> dict[str, Any] | None:
    """The open lesson: how far it is, its knobs, and the title of its card."""
    teacher = state.lessons.teacher
    return None if teacher is None else as_data(teacher.progress) | {
        "title": teacher.card.title, "knobs": teacher.knobs, "done": teacher.done, "waits": teacher.waits}


def _apart(divergence: Divergence | None) -> float:
    """The largest distance [m] of a body from its place in the first variant."""
    return 0.0 if divergence is None or not len(divergence.steps) else max(map(float, np.nan_to_num(divergence.largest[-1])))


def _readings(divergence: Divergence | None) -> int:
    """Number of recorded readings."""
    return 0 if divergence is None else len(divergence.times)


def _variants(state: UiState) -> list[dict[str, Any]]:
    """The variants side by side."""
    return [{"name": card.name, "changes": card.changes, "failure": card.failure, "step": view.step, "springs": len(view.springs)}
            for card, view in zip(state.status.variants, state.publication.views)]


def _joints(state: UiState) -> list[dict[str, Any]]:
    """The first joints: type, place of a's anchor on the screen [px], angle or position, motor."""
    joints = state.view.joints if state.view else None
    if joints is None:
        return []
    table, rows = joints.table, slice(0, JOINTS)
    pixels = state.chosen_viewport.project(state.motion.camera, joints.anchors[rows, 0])
    return [{"uid": int(uid), "name": table.names[row], "kind": table.kinds[row], "bodies": table.bodies[row].tolist(),
             "pixel": pixels[row, :2].tolist(), "measure": float(joints.measures[row]), "motor": table.motors[row].tolist(),
             "enabled": bool(joints.enabled[row])} for row, uid in enumerate(table.uids[rows])]


def _bodies(state: UiState) -> list[dict[str, Any]]:
    """The first movable bodies: place in the world [m] and on the screen [px]."""
    view = state.view
    if view is None:
        return []
    rows = np.flatnonzero(view.table.types == 0)[:BODIES]
    if not len(rows):
        return []
    pixels = state.chosen_viewport.project(state.motion.camera, view.positions[rows])
    return [{"uid": int(view.table.uids[row]), "name": view.table.names[row], "position": view.positions[row].tolist(),
             "pixel": pixel[:2].tolist(), "in_front": bool(pixel[2] > 0)} for row, pixel in zip(rows, pixels, strict=True)]


def _cue(data: Any) -> Cue:
    if not isinstance(data, dict):
        raise ValueError("a line is a mapping like {\"at\": 1.0, \"action\": \"pause\"}")
    given = [key for key in TIMES if key in data]
    if len(given) != 1:
        raise ValueError(f"a line needs exactly one of {', '.join(TIMES)}, a number")
    rest = {key: value for key, value in data.items() if key not in TIMES}
    cue = Cue(given[0], number(given[0], data[given[0]], ANY))
    if "command" in rest:
        return dataclasses.replace(cue, command=decode(rest))
    if "action" in rest:
        known = controls_of(window_settings()).actions
        if rest["action"] not in known:
            raise ValueError(f"there is no action {rest['action']!r}; {nearest(rest['action'], list(known))}"
                             f"known are {', '.join(sorted(known))}")
        return dataclasses.replace(cue, action=rest["action"])
    if "set" in rest:
        return dataclasses.replace(cue, settings=tuple(dict(rest["set"]).items()))
    if "camera" in rest and "target" in rest:
        return dataclasses.replace(cue, camera=tuple(
            tuple(vector(name, rest[name], 3, FARTHEST).tolist()) for name in ("camera", "target")))
    raise ValueError("a line needs something to do: action, command, set, or camera with target")


def _play(cue: Cue, state: UiState) -> None:
    if cue.command is not None:
        state.submit(cue.command)
    if cue.action:
        state.act(cue.action)
    if cue.settings:
        state.change(**dict(cue.settings))
    if cue.camera is not None:
        state.scene_camera.place(*cue.camera)


def _plain(value: Any) -> Any:
    """A value that json cannot write, converted."""
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else str(value)
