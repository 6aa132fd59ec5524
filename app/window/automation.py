"""Driving and watching the window from outside: a script of things to do, and a journal of what it shows.

A script is a file of JSON lines.  Each has a time, `"at"` [s since the first frame], `"after"` [s since the line before]
or `"step"` (when the world has taken so many steps), and one thing to do: `"action"` (a word of the controls table),
`"command"` with the command's fields, `"set"` (view settings) or `"camera"` with `"target"`.

    {"at": 1.0, "command": "load_scene", "source": "stacking/tower"}
    {"step": 120, "command": "set_solver", "name": "beta", "value": 0.4}
    {"after": 0.5, "action": "screenshot"}
    {"after": 0.5, "action": "quit"}

The journal is JSON lines too, one every tenth of a second: what is published, where bodies and widgets are on the screen, and how
long each frame since the line before took [ms].
"""
from __future__ import annotations

import dataclasses
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np

from app.input.actions import ACTIONS
from app.simulation.commands import Command, decode
from app.ui.ui_state import Desk
from physics.definitions.tunable import SettingError, nearest

TIMES = ("at", "after", "step")
BODIES, JOINTS = 60, 60   # bodies and joints that a journal line lists
PERIOD = 0.1              # [s] between two lines


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
    """Does what a file says, line by line."""

    def __init__(self, cues: list[Cue]):
        self._cues = list(cues)
        self._begun: float | None = None
        self._last = 0.0

    @staticmethod
    def read(path: Path) -> "Script":
        """The script in a file; SettingError with the line's number for one that cannot be understood."""
        cues = []
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip():
                try:
                    cues.append(_cue(json.loads(line)))
                except (ValueError, TypeError) as error:
                    raise SettingError("script", f"{path}:{number}: {error}") from None
        return Script(cues)

    def follow(self, desk: Desk) -> None:
        """Once a frame: everything that is due."""
        if self._begun is None:
            self._begun = self._last = desk.now
        while self._cues and self._due(self._cues[0], desk):
            self._last = desk.now
            _play(self._cues.pop(0), desk)

    def _due(self, cue: Cue, desk: Desk) -> bool:
        if cue.when == "step":
            return desk.view is not None and desk.view.step >= cue.time
        return desk.now - (self._begun if cue.when == "at" else self._last) >= cue.time


class Journal:
    """Writes what the window shows to a file."""

    def __init__(self, path: Path):
        self._file = path.open("w", encoding="utf-8", buffering=1)
        self._next = 0.0
        self._frames = 0
        self._spans: list[float] = []

    def drawn(self, seconds: float) -> None:
        """A frame took so long, from when it was due until it was shown."""
        self._spans.append(round(1e3 * seconds, 2))

    def frame(self, desk: Desk, facts: dict[str, Any]) -> None:
        """One turn of the window's loop is over; `facts` are what the desk does not know."""
        self._frames += 1
        if desk.now < self._next:
            return
        self._next = desk.now + PERIOD
        line = {"clock": time.time(), "frame": self._frames, "frame_times": self._spans, **facts, **snapshot(desk)}
        self._spans = []
        self._file.write(json.dumps(line, default=_plain) + "\n")

    def close(self) -> None:
        """Done."""
        self._file.close()


def snapshot(desk: Desk) -> dict[str, Any]:
    """The desk as plain data."""
    status, view = desk.status, desk.view
    return {
        "scene": status.scene.id, "title": status.scene.title, "run": status.run, "ready": status.ready,
        "paused": status.paused, "time_scale": status.time_scale, "real_time_factor": status.real_time_factor,
        "step": view.step if view else None, "time": view.time if view else None,
        "contacts": view.contact_count if view else None,
        "compiling": dataclasses.astuple(status.compiling) if status.compiling else None,
        "fault": status.fault.title if status.fault and status.fault.number != desk.dismissed_fault else None,
        "fault_text": status.fault.text if status.fault else None,
        "solver": dataclasses.asdict(status.tuning.solver), "gravity": status.tuning.gravity,
        "friction": status.tuning.friction, "restitution": status.tuning.restitution,
        "selection": status.selection, "grabbed": status.grabbed, "hovered": desk.hovered,
        "selected_joint": status.selected_joint, "hovered_joint": desk.hovered_joint, "tool": desk.tool.kind,
        "tool_first": desk.tool.first.uid if desk.tool.first else None,
        "joint_error": status.joint.error if status.joint else None,
        "spring": view.springs[-1].force if view and view.springs else None,
        "sheet": desk.open_sheet, "size": desk.size, "frame_ms": desk.frame_ms,
        "eye": desk.motion.camera.eye, "target": desk.motion.camera.target,
        "recording": dataclasses.astuple(desk.recording) if desk.recording else None, "files": desk.files,
        "settings": dataclasses.asdict(desk.settings), "widgets": desk.widgets, "bodies": _bodies(desk),
        "joints": _joints(desk), "chosen": status.chosen, "lanes": _lanes(desk), "panes": [pane[1:] for pane in desk.panes],
        "apart": max(map(float, np.nan_to_num(courses.largest[-1]))) if (courses := desk.publication.courses) else 0.0,
    }


def _lanes(desk: Desk) -> list[dict[str, Any]]:
    """The lanes that run side by side."""
    return [{"name": card.name, "changes": card.changes, "trouble": card.trouble, "step": view.step, "springs": len(view.springs)}
            for card, view in zip(desk.status.lanes, desk.publication.views)]


def _joints(desk: Desk) -> list[dict[str, Any]]:
    """The first joints: what they are, where a's anchor is on the screen [px], their angle or position, their motor."""
    joints = desk.view.joints if desk.view else None
    if joints is None:
        return []
    table, rows = joints.table, slice(0, JOINTS)
    pixels = desk.chosen_pane.project(desk.motion.camera, joints.anchors[rows, 0])
    return [{"uid": int(uid), "name": table.names[row], "kind": table.kinds[row], "bodies": table.bodies[row].tolist(),
             "pixel": pixels[row, :2].tolist(), "measure": float(joints.measures[row]), "motor": table.motors[row].tolist(),
             "enabled": bool(joints.enabled[row])} for row, uid in enumerate(table.uids[rows])]


def _bodies(desk: Desk) -> list[dict[str, Any]]:
    """The first bodies that can move: where they are in the world [m] and on the screen [px]."""
    view = desk.view
    if view is None:
        return []
    rows = np.flatnonzero(view.table.types == 0)[:BODIES]
    if not len(rows):
        return []
    pixels = desk.chosen_pane.project(desk.motion.camera, view.positions[rows])
    return [{"uid": int(view.table.uids[row]), "name": view.table.names[row], "position": view.positions[row].tolist(),
             "pixel": pixel[:2].tolist(), "in_front": bool(pixel[2] > 0)} for row, pixel in zip(rows, pixels, strict=True)]


def _cue(data: Any) -> Cue:
    if not isinstance(data, dict):
        raise ValueError("a line is a mapping like {\"at\": 1.0, \"action\": \"pause\"}")
    given = [key for key in TIMES if key in data]
    if len(given) != 1 or not isinstance(data[given[0]], (int, float)) or not math.isfinite(data[given[0]]):
        raise ValueError(f"a line needs exactly one of {', '.join(TIMES)}, a number")
    rest = {key: value for key, value in data.items() if key not in TIMES}
    cue = Cue(given[0], float(data[given[0]]))
    if "command" in rest:
        return dataclasses.replace(cue, command=decode(rest))
    if "action" in rest:
        if rest["action"] not in ACTIONS:
            raise ValueError(f"there is no action {rest['action']!r}; {nearest(rest['action'], list(ACTIONS))}"
                             f"known are {', '.join(sorted(ACTIONS))}")
        return dataclasses.replace(cue, action=rest["action"])
    if "set" in rest:
        return dataclasses.replace(cue, settings=tuple(dict(rest["set"]).items()))
    if "camera" in rest and "target" in rest:
        return dataclasses.replace(cue, camera=(tuple(map(float, rest["camera"])), tuple(map(float, rest["target"]))))
    raise ValueError("a line needs something to do: action, command, set, or camera with target")


def _play(cue: Cue, desk: Desk) -> None:
    if cue.command is not None:
        desk.submit(cue.command)
    if cue.action:
        desk.act(cue.action)
    if cue.settings:
        desk.change(**dict(cue.settings))
    if cue.camera is not None:
        desk.motion.jump(*cue.camera)


def _plain(value: Any) -> Any:
    """What json cannot write by itself."""
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else str(value)
