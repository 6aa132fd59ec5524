"""A recorded mouse drag: the commands that the window's pointer made of one, by the step before which they acted.

`python -m tests.support.drag` records it anew into drag.jsonl: a real pointer presses the third box of the tower, pulls
it about in a figure for four seconds, farther away with the wheel, and lets go.
"""
from __future__ import annotations

import json
import math
from pathlib import Path

from app.headless.options import RunOptions
from app.input.mouse import MouseTool
from app.input.router import LEFT, Event, Modifiers
from app.simulation.commands import Command, LoadScene, decode, encode
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings

SCENE, BODY = "stacking/tower", 4
FILE = Path(__file__).with_name("drag.jsonl")
PRESS, RELEASE = 30, 270           # steps


def opened(scene: str = SCENE) -> Session:
    """A session with the scene at its start."""
    session = Session(SceneReader(RunOptions(), report=print))
    session.open(scene)
    session.ready = True
    return session


def recorded() -> dict[int, list[Command]]:
    """Step -> the commands that act before it."""
    found: dict[int, list[Command]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        found.setdefault(entry.pop("before_step"), []).append(decode(entry))
    return found


def record() -> None:
    """Drag in a session without a window, and write what the pointer made of it."""
    session = opened()
    state = UiState(session.submit, ViewSettings(), output_folder=None)
    pointer, no_keys = MouseTool(state), Modifiers()
    state.take(session.publish(), 0.0)
    x, y, _ = state.motion.camera.project(state.view.positions[state.view.table.index(BODY)], *state.size)[0]
    for step in range(RELEASE + 1):
        turn = (step - PRESS) / (RELEASE - PRESS) * 2 * math.pi
        at = (x + 150 * math.sin(turn), y - 120 * abs(math.sin(2 * turn))) if step > PRESS else (x, y)
        kind = {PRESS: "press", RELEASE: "release"}.get(step, "motion")
        pointer.tick(step / 60)
        pointer.receive(Event(kind, *at, button=LEFT if kind != "motion" else "", modifiers=no_keys))
        if step == (PRESS + RELEASE) // 2:
            pointer.receive(Event("scroll", *at, amount=2.0, modifiers=no_keys))
        session.apply_pending()
        session.advance()
        state.take(session.publish(), step / 60)
    lines = [json.dumps({"before_step": stamped.step} | encode(stamped.command)) for stamped in session.log
             if not isinstance(stamped.command, LoadScene)]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record()
