"""The user's actions on several bodies: select, arrange, copy and paste; rows of the same table as those of `actions`."""
from __future__ import annotations

from typing import NamedTuple

from app.input.action_target import ActionTarget
from app.input.actions import button, control, gesture
from app.input.bindings import BODIES, EDIT, MAKE
from app.simulation.commands import ArrangeBodies, CopyBodies, CopyPoses, PasteBodies, SelectAll

EDGES = {"centres": "centres", "lows": "low sides", "highs": "high sides"}           # by the word of the command


class Arrangement(NamedTuple):
    """A way to arrange bodies without a key: `how` and `axis` as in `ArrangeBodies`, a label, and its effect in a sentence."""

    how: str
    axis: str
    label: str
    about: str


ARRANGEMENTS = {f"{one.how}_{one.axis}": one for axis in "xyz" for one in (
    *(Arrangement(how, axis, f"Align {name} along {axis}", f"Bring the {name} of the selected bodies' bounds to the same {axis}")
      for how, name in EDGES.items()),
    Arrangement("spread", axis, f"Spread evenly along {axis}", f"Distribute the selected bodies: equal gaps along {axis}"))}

gesture(BODIES, "Add to the selection, or take out", "Ctrl + Shift + left click")


@control(BODIES, "Select by a box", "Alt+X", mouse="then left drag; Shift adds")
def box_select(state: ActionTarget) -> None:
    """Draw a box over the scene with the mouse: all bodies whose centres lie in it are selected; Escape ends it."""
    state.tool.cancel()
    state.tape.put_away()
    state.box.begin()
    state.say("Drag a box around the bodies to select; Shift adds them")


@control(BODIES, "Select all bodies of the scene", "Ctrl+A", watching=False)
def select_all(state: ActionTarget) -> None:
    """Select all bodies that can be edited: those under bodies in the scene's file, without planes and generated ones."""
    state.submit(SelectAll())


def _chosen(state: ActionTarget) -> tuple[int, ...]:
    """The selected bodies; says so where there are none."""
    if not state.chosen:
        state.say("Select a body first: click on it")
    return state.chosen


def arrange(state: ActionTarget, how: str, axis: str = "") -> None:
    """Align, spread or put down the selected bodies."""
    if uids := _chosen(state):
        state.submit(ArrangeBodies(uids, how, axis))


@control(EDIT, "Put down on what is below", "Alt+G", watching=False, button=button(MAKE + 1, 2, "ARROWS_DOWN_TO_LINE"))
def put_down(state: ActionTarget) -> None:
    """Drop the selected bodies onto the ground, or onto what lies below them: lower them until their bounds touch."""
    arrange(state, "down")


@control(EDIT, "Spread evenly", "Alt+V", watching=False)
def spread(state: ActionTarget) -> None:
    """Distribute the selected bodies: equal gaps between the outer two, along the axis on which they are farthest apart."""
    arrange(state, "spread")


@control(EDIT, "Copy the selected bodies as text", "Ctrl+C", watching=False)
def copy_bodies(state: ActionTarget) -> None:
    """Put the selected bodies, with the joints among them, on the clipboard as YAML of the scene format."""
    if uids := _chosen(state):
        state.submit(CopyBodies(uids))


@control(EDIT, "Paste bodies", "Ctrl+V", watching=False)
def paste(state: ActionTarget) -> None:
    """Add the bodies and joints of YAML on the clipboard, standing at the pointer or on what the camera looks at."""
    text = state.clipboard.read()
    if not text.strip():
        state.say("The clipboard has no text to paste", "warning")
        return
    hit = state.pick(*(state.pointer_at or state.middle))
    x, y, z = map(float, state.motion.camera.target if hit is None else hit.point)
    state.submit(PasteBodies(text, (round(x, 3), round(y, 3), round(max(z, 0.0) if hit is None else z, 3))))


@control(EDIT, "Copy where the selected body is now", "Alt+C")
def copy_pose(state: ActionTarget) -> None:
    """Put position and rotation of the selected bodies, as they are now in the running world, on the clipboard as YAML."""
    if uids := _chosen(state):
        state.submit(CopyPoses(uids))
